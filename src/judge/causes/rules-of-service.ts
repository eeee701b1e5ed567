import { conflictClause, conflictOfClause } from '../../contract/clause-id.ts';
import type { Features } from './features.ts';
import { HABIT_GATES, rule, TOGETHER } from './rule.ts';

/** Faults that affect most of what a service or an operation does. */
export const RULES_OF_SERVICE = [
  rule({
    rule: 'errorsAsSuccess',
    // Such an answer is an error: it does not show that a bad request or an unknown caller was served.
    of: ({ isErrorUnderSuccess }) => isErrorUnderSuccess,
    same: [],
    service: [{ operations: 2, clauses: 2 }],
    operation: [{ clauses: 2 }],
    id: (_common, where) => `${where}/errors-as-success`,
    nature: ({ answered = 0 }) => ({ kind: 'error-as-success', status: answered }),
  }),
  rule({
    rule: 'nothingValidated',
    of: ({ isAccepted }) => isAccepted,
    same: ['part'],
    among: ['part'],
    operation: HABIT_GATES,
    // An operation that accepts everything also accepts both branches of a conflict.
    falls: ([{ operation, part }], open) => {
      const isTaken = (one: Features) => one.isTaken && one.asked === operation && one.reject === `invalid-${part}`;
      const conflicts = open.filter((one) => conflictOfClause(one.id) !== undefined && isTaken(one));
      return (one) => isTaken(one) || conflicts.some(({ id }) => id === one.id);
    },
    id: ({ part }, where) => `${where}/${part}-not-validated`,
    lead: ([{ id }]) => id,
    nature: ({ part }) => ({ kind: 'not-validated', part }),
  }),
  rule({
    ...TOGETHER,
    rule: 'disputedNotValidated',
    // A target that accepts a value of no branch accepts those of every branch as well.
    of: ({ isAccepted }) => isAccepted,
    same: ['disputed', 'id'],
    place: [{}],
    falls:
      ([{ disputed }]) =>
      ({ id, clause: { branch } }) =>
        conflictOfClause(id) === disputed || branch?.split('/')[0] === disputed,
  }),
  rule({
    rule: 'conflictsDecidedOtherwise',
    same: ['conflict'],
    service: [{}],
    id: ({ conflict }, _where, members) =>
      members.some(({ id }) => id === conflictClause(conflict)) ? conflictClause(conflict) : undefined,
    lead: ([{ conflict = '' }]) => conflictClause(conflict),
    nature: ({ conflict }) => ({ kind: 'conflict', conflict }),
  }),
  rule({
    rule: 'absentRoutes',
    // An operation that does not exist fails all its clauses.
    of: ({ kind }) => kind === 'route',
    same: [],
    operation: [{}],
    falls:
      ([{ operation }]) =>
      (one) =>
        one.operation === operation,
    id: ({ id }) => id,
    lead: ([{ id }]) => id,
    nature: () => ({ kind: 'absent-route' }),
  }),
  rule({
    rule: 'limitToldOtherwise',
    // What comes past a rate limit is neither a caller that is refused nor a request that fails.
    of: ({ expected, isValid, status = 0 }) => isValid && expected?.join() === '429' && status >= 400,
    same: ['status'],
    operation: [{}],
    falls: (members) => {
      const [{ asked, answered }, first] = [members[0], Math.min(...members.map(({ seq = 0 }) => seq))];
      return (one) => one.asked === asked && one.answered === answered && (one.seq ?? 0) >= first;
    },
    id: ({ status }, where) => `${where}/refusal-status/429/${status}`,
    lead: ([{ id }]) => id,
    nature: ({ status }) => ({ kind: 'refusal-status', expected: ['429'], actual: status, reject: 'past-the-limit' }),
  }),
  rule({
    rule: 'brokenMessages',
    // Something in front of the service breaks them.
    of: ({ kind }) => kind === 'message',
    same: ['kind'],
    among: ['kind'],
    count: 'operations',
    service: [{ operations: 2, share: 'most' }],
    id: () => 'service/whole-answers',
    nature: () => ({ kind: 'clause' }),
  }),
];
