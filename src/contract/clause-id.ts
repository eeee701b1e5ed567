/** The owner of clauses about conflicts. */
export const CONFLICTS = 'conflicts';

/**
 * The owner of a clause: an operation, `service`, or `conflicts`. The id is `owner/part/…`; only this file may know that
 * format.
 */
export function ownerOf(clause: string): string {
  return clause.split('/', 1)[0] ?? clause;
}

/** The owner of clauses about the service as a whole. */
export const SERVICE = 'service';

/** The part after the owner: the name of a conflict, a slug, or the first step of a place such as `200` or `body`. */
export function partOf(clause: string): string | undefined {
  return clause.split('/', 2)[1];
}

/** The id of the clause that a target follows one branch of a conflict, namely the declared one. */
export function conflictClause(conflict: string): string {
  return `${CONFLICTS}/${conflict}`;
}

export function routeClause(operation: string): string {
  return `${operation}/route`;
}

/** The id of the clause that the answers of an operation are complete messages. */
export function messageClause(operation: string): string {
  return `${operation}/whole-answers`;
}

/** The conflict of a clause from `conflictClause`; undefined for every other clause. */
export function conflictOfClause(clause: string): string | undefined {
  return ownerOf(clause) === CONFLICTS ? partOf(clause) : undefined;
}

/** The name before the keyword of a clause about an input or a member: `limit` for `listPapers/limit/maximum`. */
export function nameOf(clause: string): string {
  return clause.split('/').at(-2) ?? clause;
}

/** Is the clause about a body that is no JSON object: empty, an array, or not well-formed? */
export function isOfWholeBody(clause: string): boolean {
  return /\/body\/(?:malformed|empty|array|scalar)$/u.test(clause);
}

/** The member that a clause requires: `error` for `getPaper/404/error/required`; undefined for every other clause. */
export function requiredName(clause: string): string | undefined {
  return clause.endsWith('/required') ? nameOf(clause) : undefined;
}

/** Does a pattern match this clause? It is an id, or the beginning of one followed by `*`. */
export function matches(pattern: string, clause: string): boolean {
  return pattern.endsWith('*') ? clause.startsWith(pattern.slice(0, -1)) : clause === pattern;
}
