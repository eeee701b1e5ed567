import { isBroken } from '../../check/verdict.ts';
import type { Concluded } from '../concluded.ts';
import type { Cause } from './cause.ts';

/** The results with the cause of each broken clause, and with what a cause hides set aside behind it. */
export function withCauses(results: readonly Concluded[], causes: readonly Cause[]): readonly Concluded[] {
  const silent = new Set(
    results.filter(({ clause }) => clause.subject?.kind === 'message').map(({ clause }) => clause.id),
  );
  const unseen = new Map(
    causes
      .filter(({ nature, lead }) => nature.kind === 'absent-route' || silent.has(lead))
      .flatMap((cause) => cause.operations.map((operation) => [operation, cause] as const)),
  );
  const hiding = causes.flatMap((cause) => cause.hides.map((id) => [id, cause] as const));
  const owners = new Map([...hiding, ...ownersOf(causes)]);
  return results.map((result) => {
    const cause = owners.get(result.clause.id) ?? unseenBehind(result, unseen);
    if (cause === undefined) return result;
    const { fallsWith: _before, ...rest } = result;
    const behind = cause.lead === result.clause.id ? {} : { fallsWith: cause.lead };
    return isBroken(result.verdict)
      ? { ...rest, ...behind, cause: cause.id }
      : {
          ...rest,
          ...behind,
          cause: cause.id,
          verdict: { kind: 'skip', reason: `not judged, because ${cause.lead} failed` },
        };
  });
}

/** Of an operation that is not there nothing is shown either: what seems to hold was said by whatever stands in its place. */
function unseenBehind(
  { clause, verdict }: Concluded,
  unseen: ReadonlyMap<string | undefined, Cause>,
): Cause | undefined {
  const cause = clause.operation === undefined ? undefined : unseen.get(clause.operation);
  const isHidden =
    verdict.kind === 'inconclusive' || (verdict.kind === 'pass' && cause?.nature.kind === 'absent-route');
  return isHidden ? cause : undefined;
}

/** The lead belongs to its own cause; every other clause to the first cause that has it as its own. */
export function ownersOf(causes: readonly Cause[]): ReadonlyMap<string, Cause> {
  const owners = new Map<string, Cause>();
  for (const cause of causes) for (const id of cause.clauses) if (!owners.has(id)) owners.set(id, cause);
  for (const cause of causes) owners.set(cause.lead, cause);
  return owners;
}
