import { isBroken } from '../../check/verdict.ts';
import type { Concluded } from '../concluded.ts';
import type { Cause } from './cause.ts';

/** Adds its cause to each broken result. A result that a cause hides becomes a skip that names the lead of the cause. */
export function withCauses(results: readonly Concluded[], causes: readonly Cause[]): readonly Concluded[] {
  const messageClauses = new Set(
    results.filter(({ clause }) => clause.subject?.kind === 'message').map(({ clause }) => clause.id),
  );
  const hidingByOperation = new Map(
    causes
      .filter(({ nature, lead }) => nature.kind === 'absent-route' || messageClauses.has(lead))
      .flatMap((cause) => cause.operations.map((operation) => [operation, cause] as const)),
  );
  const hiding = causes.flatMap((cause) => cause.hides.map((id) => [id, cause] as const));
  const owners = new Map([...hiding, ...ownersOf(causes)]);
  return results.map((result) => {
    const cause = owners.get(result.clause.id) ?? hidingCauseOf(result, hidingByOperation);
    if (cause === undefined) return result;
    const { fallsWith: _before, ...rest } = result;
    const behind = cause.lead === result.clause.id ? {} : { fallsWith: cause.lead };
    const explained = { ...rest, ...behind, cause: cause.id };
    return isBroken(result.verdict)
      ? explained
      : { ...explained, verdict: { kind: 'skip', reason: `not judged, because ${cause.lead} failed` } };
  });
}

/** The cause that hides a result of its operation. If the route is absent, a pass does not count: something else answered. */
function hidingCauseOf(
  { clause, verdict }: Concluded,
  hidingByOperation: ReadonlyMap<string | undefined, Cause>,
): Cause | undefined {
  const cause = clause.operation === undefined ? undefined : hidingByOperation.get(clause.operation);
  const isHidden =
    verdict.kind === 'inconclusive' || (verdict.kind === 'pass' && cause?.nature.kind === 'absent-route');
  return isHidden ? cause : undefined;
}

/** The cause of each clause. A lead belongs to the cause that it leads, any other clause to the first cause that breaks it. */
export function ownersOf(causes: readonly Cause[]): ReadonlyMap<string, Cause> {
  const owners = new Map<string, Cause>();
  for (const cause of causes) for (const id of cause.clauses) if (!owners.has(id)) owners.set(id, cause);
  for (const cause of causes) owners.set(cause.lead, cause);
  return owners;
}
