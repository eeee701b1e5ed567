import { isBroken } from '../../check/verdict.ts';
import { partOf } from '../../contract/clause-id.ts';
import type { Clause } from '../../contract/contract.ts';
import { groupBy } from '../../groups.ts';
import type { Explained } from './separate.ts';
import { isExercised, type Seen } from './symptoms.ts';

/**
 * Joins causes of single clauses: if all tested listings break the same clause, that is one fault of the service, because the
 * listings share their code. What falls with these causes is joined as well.
 */
export function joinTwins(all: readonly Explained[], results: Seen['results']): readonly Explained[] {
  const isBrokenByAll = (part: string): boolean =>
    results.every((one) => listingClause(one.clause) !== part || !isExercised(one) || isBroken(one.verdict));
  const twins = [...groupBy(all, twinKey)].filter(([part, some]) => some.length > 1 && isBrokenByAll(part));
  const joined = new Map(twins.map(([, [first, ...others]]) => [first, others]));
  const merged = new Set([...joined.values()].flat());
  return all
    .filter((one) => !merged.has(one))
    .map((one) => {
      const { hypothesis, symptoms, joined: own } = one;
      const others = joined.get(one);
      if (others === undefined) return one;
      return {
        hypothesis: { ...hypothesis, scope: 'service', lead: hypothesis.id },
        symptoms: [...symptoms, ...others.flatMap((other) => other.symptoms)],
        joined: [...own, ...others.flatMap((other) => other.joined)],
      };
    });
}

/** The listing clause of a cause of a single clause; undefined for other causes. */
function twinKey({ hypothesis, symptoms }: Explained): string | undefined {
  const clause = symptoms[0]?.clause;
  return hypothesis.nature.kind === 'clause' && clause?.id === hypothesis.id ? listingClause(clause) : undefined;
}

function listingClause({ id, origin, pointer }: Clause): string | undefined {
  return origin === 'derived' && pointer.endsWith('/x-listing') ? partOf(id) : undefined;
}
