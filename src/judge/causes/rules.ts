import { type CauseRule, hypothesesOf } from './rule.ts';
import { RULES_OF_ACCESS, RULES_OF_CREDENTIALS } from './rules-of-access.ts';
import { RULES_OF_ANSWERS } from './rules-of-answers.ts';
import { RULES_OF_CLAUSES } from './rules-of-clauses.ts';
import { RULES_OF_INPUTS } from './rules-of-inputs.ts';
import { RULES_OF_SERVICE } from './rules-of-service.ts';
import { RULES_OF_STATUSES } from './rules-of-statuses.ts';
import type { Theory } from './theory.ts';
import { unsteadyAnswers } from './unsteady.ts';
import { refusedValidRequests } from './valid-requests.ts';

/** What finds causes of one kind, by its name. */
export interface Named {
  readonly rule: string;
  readonly find: Theory;
}

/** All that causes are found by, in the order in which it is tried. */
export const RULES: readonly Named[] = [
  ...RULES_OF_SERVICE.map(found),
  ...RULES_OF_CREDENTIALS.map(found),
  // Not before it: a credential that is refused now and then is what is unsteady, and not the operations.
  { rule: 'unsteadyAnswers', find: unsteadyAnswers },
  ...RULES_OF_ACCESS.map(found),
  ...RULES_OF_STATUSES.map(found),
  { rule: 'refusedValidRequests', find: refusedValidRequests },
  ...RULES_OF_ANSWERS.map(found),
  ...RULES_OF_INPUTS.map(found),
  ...RULES_OF_CLAUSES.map(found),
];

function found(row: CauseRule): Named {
  return { rule: row.rule, find: (open) => hypothesesOf(row, open) };
}
