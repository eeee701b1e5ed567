import { conflictClause } from '../../contract/clause-id.ts';
import type { Conflicts, Symptom } from './symptoms.ts';

/**
 * A conflict that the target decides otherwise than declared takes the clauses of its branches with it. One about
 * requests that it answers now so and now otherwise takes all of its operations: every question there is answered by chance.
 */
export function conflictOf({ observed, contradicted, known, fallsWith }: Conflicts) {
  return ({ clause: { id, branch, operation = '' } }: Symptom): string | undefined =>
    observed.find(
      ({ conflict, consistent, operations }) =>
        [id, fallsWith.get(id)].includes(conflictClause(conflict)) ||
        (contradicted.includes(conflict) && branch?.split('/')[0] === conflict) ||
        (consistent === 'no' && known.get(conflict)?.probe !== undefined && operations.includes(operation)),
    )?.conflict;
}
