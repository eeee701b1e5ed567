const CONFLICTS = 'conflicts';

/**
 * The id of a clause is `owner/part/…`: an operation (or `service`, or `conflicts`), and what of it the clause is about.
 * This file alone knows that.
 */
export function ownerOf(clause: string): string {
  return clause.split('/', 1)[0] ?? clause;
}

/** The owner of what is said of the service as a whole, as the first part of a clause id. */
export const SERVICE = 'service';

/** What comes behind the owner: the name of a conflict, a slug, or the first step of a place such as `200` or `body`. */
export function partOf(clause: string): string | undefined {
  return clause.split('/', 2)[1];
}

/** The id of the clause that a target follows one branch of a conflict, and the declared one. */
export function conflictClause(conflict: string): string {
  return `${CONFLICTS}/${conflict}`;
}

/** The id of the clause that an operation is there at all. */
export function routeClause(operation: string): string {
  return `${operation}/route`;
}

/** The id of the clause that the answers of an operation are whole messages. */
export function messageClause(operation: string): string {
  return `${operation}/whole-answers`;
}

/** The conflict that a clause of `conflictClause` is about; undefined for every other clause. */
export function conflictOfClause(clause: string): string | undefined {
  return ownerOf(clause) === CONFLICTS ? partOf(clause) : undefined;
}

/** The member that a clause of a body requires, `error` of `getPaper/404/error/required`; undefined for every other clause. */
export function requiredName(clause: string): string | undefined {
  const steps = clause.split('/');
  return steps.at(-1) === 'required' ? steps.at(-2) : undefined;
}

/** Does a pattern mean this clause: its id, or the beginning of its id with a `*` behind it? */
export function matches(pattern: string, clause: string): boolean {
  return pattern.endsWith('*') ? clause.startsWith(pattern.slice(0, -1)) : clause === pattern;
}
