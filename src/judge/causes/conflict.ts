import { conflictClause } from '../../contract/clause-id.ts';
import { isObject } from '../../schema/pointer.ts';
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

/** The conflict about the values of the member of a body, if the target uses several of its branches. */
export function disputedValues({ observed, known }: Conflicts) {
  return ({ clause: { subject } }: Symptom): string | undefined => {
    if (subject?.kind !== 'request-body' || subject.keyword !== 'enum') return undefined;
    return observed.find(({ conflict, consistent }) => {
      const body = known.get(conflict)?.probe?.body;
      return consistent === 'no' && isObject(body) && Object.hasOwn(body, subject.place);
    })?.conflict;
  };
}
