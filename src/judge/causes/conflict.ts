import { conflictClause } from '../../contract/clause-id.ts';
import type { Conflicts, Symptom } from './symptoms.ts';

/**
 * The conflict that explains a symptom. It explains its own clause, what falls with that, and the clauses of its branches if it
 * is contradicted. If it is probed and answered inconsistently, it explains all of its operations: their answers vary.
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
