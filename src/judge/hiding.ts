import { hiddenBehind, isBroken, type Verdict } from '../check/verdict.ts';
import { ownerOf } from '../contract/clause-id.ts';
import type { Clause, Subject } from '../contract/contract.ts';
import { groupBy } from '../groups.ts';
import type { Suite } from '../rules/suite.ts';
import { discriminated } from '../schema/discriminator.ts';
import { schemasAt } from '../schema/schemas-at.ts';

/** The verdict on a clause that no answer showed, if a broken clause is the reason; else undefined. */
export type Hiding = (clause: Clause, isServed: boolean) => Verdict | undefined;

/**
 * Finds the broken clause that hides a clause which no answer showed: one about a place above it, one about the property that
 * names its variant, or, if the operation never succeeded, the one that hid the operation's own checks.
 */
export function createHiding(suite: Suite, seen: ReadonlyMap<string, Verdict | undefined>): Hiding {
  const broken = brokenPlaces(suite, seen);
  const obstacles = obstaclesOf(seen);
  return ({ operation = '', subject }, isServed) => {
    if (subject?.kind === 'answer') {
      const brokenHere = broken.get(answerKey(operation, subject)) ?? [];
      const hidden = brokenHere.find(({ place }) => leadsTo(suite, operation, place, subject));
      if (hidden !== undefined) return hiddenBehind(hidden.clause);
    }
    return isServed ? undefined : obstacles.get(operation);
  };
}

function answerKey(operation: string, { status }: { readonly status: string }): string {
  return `${operation} ${status}`;
}

/** The broken places of answers, by operation and status. */
function brokenPlaces({ clauses }: Suite, seen: ReadonlyMap<string, Verdict | undefined>) {
  const places = [...clauses.values()].flatMap(({ id, operation = '', subject }) =>
    subject?.kind === 'answer' && isBroken(seen.get(id))
      ? [{ clause: id, place: subject.place, key: answerKey(operation, subject) }]
      : [],
  );
  return groupBy(places, ({ key }) => key);
}

/** Is `place` the subject's own place, one above it, or the property that names its variant? */
function leadsTo(
  suite: Suite,
  operation: string,
  place: readonly string[],
  subject: Extract<Subject, { kind: 'answer' }>,
): boolean {
  if (isAbove(place, subject.place)) return true;
  const parent = place.slice(0, -1);
  return isAbove(parent, subject.place) && namesVariant(suite, operation, subject.status, place);
}

function isAbove(place: readonly string[], other: readonly string[]): boolean {
  return place.length <= other.length && place.every((segment, index) => segment === other[index]);
}

function namesVariant({ contract }: Suite, operation: string, status: string, place: readonly string[]): boolean {
  const response = contract.operations.get(operation)?.responses.find(({ key }) => key === status);
  const parent = place.slice(0, -1).map((segment) => (segment === 'items' ? '*' : segment));
  const pointer = parent.map((segment) => `/${segment}`).join('');
  return Object.values(response?.content ?? {}).some(({ schema }) =>
    schemasAt(contract.document, schema ?? true, pointer).some((one) => discriminated(one)?.property === place.at(-1)),
  );
}

/** The verdict that names the broken clause which hid an operation's own checks, by operation. */
function obstaclesOf(seen: ReadonlyMap<string, Verdict | undefined>): ReadonlyMap<string, Verdict> {
  const obstacles = new Map<string, Verdict>();
  for (const [clause, verdict] of seen)
    if (verdict?.kind === 'inconclusive' && isBroken(seen.get(verdict.behind ?? '')) && !obstacles.has(ownerOf(clause)))
      obstacles.set(ownerOf(clause), hiddenBehind(verdict.behind ?? ''));
  return obstacles;
}
