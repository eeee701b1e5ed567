import { hiddenBehind, isBroken, type Verdict } from '../check/verdict.ts';
import { ownerOf } from '../contract/clause-id.ts';
import type { Clause, Subject } from '../contract/contract.ts';
import { groupBy } from '../groups.ts';
import type { Suite } from '../rules/suite.ts';
import { discriminated } from '../schema/discriminator.ts';
import { schemasAt } from '../schema/schemas-at.ts';

/** Why nothing showed a clause, where that is because another one is broken; undefined where it is not. */
export type Hiding = (clause: Clause, isServed: boolean) => Verdict | undefined;

/**
 * A clause that no answer showed, though the document would have an answer show it, is hidden behind what is broken on
 * the way to it: the place above it, the property that tells which variant it stands in, or, of an operation that was
 * never served, whatever kept its own checks from asking it in earnest.
 */
export function createHiding(suite: Suite, seen: ReadonlyMap<string, Verdict | undefined>): Hiding {
  const broken = brokenPlaces(suite, seen);
  const obstacles = obstaclesOf(seen);
  return ({ operation = '', subject }, isServed) => {
    if (subject?.kind === 'answer') {
      const above = broken.get(answerKey(operation, subject)) ?? [];
      const hidden = above.find(({ place }) => leadsTo(suite, operation, place, subject));
      if (hidden !== undefined) return hiddenBehind(hidden.clause);
    }
    return isServed ? undefined : obstacles.get(operation);
  };
}

interface BrokenClause {
  readonly clause: string;
  readonly place: readonly string[];
}

function answerKey(operation: string, { status }: { readonly status: string }): string {
  return `${operation} ${status}`;
}

/** The places of answers that some answer breaks, by operation and status. */
function brokenPlaces(
  { clauses }: Suite,
  seen: ReadonlyMap<string, Verdict | undefined>,
): ReadonlyMap<string, readonly BrokenClause[]> {
  const found = [...clauses.values()].flatMap(({ id, operation = '', subject }) =>
    subject?.kind === 'answer' && isBroken(seen.get(id))
      ? [{ clause: id, place: subject.place, key: answerKey(operation, subject) }]
      : [],
  );
  return groupBy(found, ({ key }) => key);
}

/** Is it on the way to the subject: its own place, one above it, or what names the variant that it stands in? */
function leadsTo(
  suite: Suite,
  operation: string,
  place: readonly string[],
  subject: Extract<Subject, { kind: 'answer' }>,
): boolean {
  if (isAbove(place, subject.place)) return true;
  const around = place.slice(0, -1);
  return isAbove(around, subject.place) && namesVariant(suite, operation, subject.status, place);
}

function isAbove(place: readonly string[], other: readonly string[]): boolean {
  return place.length <= other.length && place.every((segment, index) => segment === other[index]);
}

function namesVariant({ contract }: Suite, operation: string, status: string, place: readonly string[]): boolean {
  const response = contract.operations.get(operation)?.responses.find(({ key }) => key === status);
  const around = place.slice(0, -1).map((segment) => (segment === 'items' ? '*' : segment));
  const pointer = around.map((segment) => `/${segment}`).join('');
  return Object.values(response?.content ?? {}).some(({ schema }) =>
    schemasAt(contract.document, schema ?? true, pointer).some((one) => discriminated(one)?.property === place.at(-1)),
  );
}

/** By operation: what its own checks say was in their way. */
function obstaclesOf(seen: ReadonlyMap<string, Verdict | undefined>): ReadonlyMap<string, Verdict> {
  const found = new Map<string, Verdict>();
  for (const [clause, verdict] of seen)
    if (verdict?.kind === 'inconclusive' && isBroken(seen.get(verdict.behind ?? '')) && !found.has(ownerOf(clause)))
      found.set(ownerOf(clause), hiddenBehind(verdict.behind ?? ''));
  return found;
}
