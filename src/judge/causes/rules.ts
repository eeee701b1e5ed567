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

/** A named rule that finds causes of one kind. */
export interface Named {
  readonly rule: string;
  readonly find: Theory;
}

/** All rules, in the order in which they are tried. */
export const RULES: readonly Named[] = [
  ...RULES_OF_SERVICE.map(namedRule),
  ...RULES_OF_CREDENTIALS.map(namedRule),
  // After the rules of credentials: if a credential is refused now and then, the operations only seem to be unsteady.
  { rule: 'unsteadyAnswers', find: unsteadyAnswers },
  ...RULES_OF_ACCESS.map(namedRule),
  ...RULES_OF_STATUSES.map(namedRule),
  { rule: 'refusedValidRequests', find: refusedValidRequests },
  ...RULES_OF_ANSWERS.map(namedRule),
  ...RULES_OF_INPUTS.map(namedRule),
  ...RULES_OF_CLAUSES.map(namedRule),
];

function namedRule(row: CauseRule): Named {
  return { rule: row.rule, find: (open) => hypothesesOf(row, open) };
}
