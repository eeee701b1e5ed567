import { conflictClause, conflictOfClause } from '../../contract/clause-id.ts';
import { isWrong } from '../../contract/roles.ts';
import { defined } from '../../defined.ts';
import type { Members } from '../../groups.ts';
import { isCredentialCase } from '../../http/exchange.ts';
import { redirectOf } from '../../http/redirect.ts';
import type { CauseKind } from './cause.ts';
import type { Features } from './features.ts';
import { formOf } from './refusals.ts';
import { HABIT, rule } from './rule.ts';

type Some = Members<Features>;
const firstClause = ([{ id }]: Some): string => id;

/** What is wrong with most that a service or an operation does. */
export const RULES_OF_SERVICE = [
  rule({
    rule: 'errorsAsSuccess',
    // What such answers break is not that a bad request, or a caller without a credential, was served.
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
    operation: HABIT,
    // What takes whatever comes takes both sides of a conflict as well.
    falls: ([{ operation, part }], open) => {
      const isTaken = (one: Features) => one.isTaken && one.asked === operation && one.reject === `invalid-${part}`;
      const conflicts = open.filter((one) => conflictOfClause(one.id) !== undefined && isTaken(one));
      return (one) => isTaken(one) || conflicts.some(({ id }) => id === one.id);
    },
    id: ({ part }, where) => `${where}/${part}-not-validated`,
    lead: firstClause,
    nature: ({ part }) => ({ kind: 'not-validated', part }),
  }),
  rule({
    rule: 'conflictsDecidedOtherwise',
    same: ['conflict'],
    service: [{}],
    id: ({ conflict }) => conflictClause(conflict),
    lead: ([{ conflict = '' }]) => conflictClause(conflict),
    nature: ({ conflict }) => ({ kind: 'conflict', conflict }),
  }),
  rule({
    rule: 'absentRoutes',
    // An operation that is not there fails at everything.
    of: ({ kind }) => kind === 'route',
    same: [],
    operation: [{}],
    falls:
      ([{ operation }]) =>
      (one) =>
        one.operation === operation,
    id: ({ id }) => id,
    lead: firstClause,
    nature: () => ({ kind: 'absent-route' }),
  }),
  rule({
    rule: 'conditionsToldOtherwise',
    // The target is in a condition for which the document has an error status, and names it by another one.
    of: ({ isValid, status = 0, expected = [] }) =>
      isValid && status >= 400 && expected.length > 0 && expected.every((key) => /^[45]/u.test(key)),
    same: ['id', 'asked', 'status'],
    operation: [{}],
    falls:
      ([{ asked, status }]) =>
      (one) =>
        one.isValid && one.asked === asked && one.status === status,
    minimum: 2,
    id: ({ id }) => id,
    lead: firstClause,
    nature: () => ({ kind: 'clause' }),
  }),
  rule({
    rule: 'brokenMessages',
    // Whatever stands before the service breaks them.
    of: ({ kind }) => kind === 'message',
    same: ['kind'],
    among: ['kind'],
    count: 'operations',
    service: [{ operations: 2, share: 'most' }],
    id: () => 'service/whole-answers',
    nature: () => ({ kind: 'clause' }),
  }),
];

/** The status of a refusal, as the clauses about credentials have it. */
function refusedAs(members: Some): readonly string[] {
  const expected = members.map((one) => one.expected ?? []);
  return expected.find((keys) => keys.length > 0 && keys.every((key) => /^4\d\d$/u.test(key))) ?? ['4XX'];
}

/** A right credential that is refused, or a caller without any who ought to be served. */
const BARRED = {
  same: ['barred'],
  service: [{ operations: 2 }],
  operation: [{}],
  nature: (_common: Features, members: Some): CauseKind => {
    const [{ barred: presented = [], isNowAndThen, status }] = members;
    return presented.length === 0 && status !== undefined && members.every(({ isShut }) => isShut)
      ? { kind: 'valid-refused', status }
      : { kind: 'credential-refused', presented, always: !isNowAndThen };
  },
} as const;

function nameOf(presented: readonly string[]): string {
  return presented.length === 0 ? 'nobody' : presented.join('+');
}

/** Who is refused, though he ought to be let in. */
export const RULES_OF_CREDENTIALS = [
  rule({
    rule: 'failsOnCredentials',
    // A token that cannot be read is one line of code, whether it should have been refused or passed over.
    same: ['failingHeader'],
    service: [{ operations: 2 }],
    id: ({ failingHeader }) => `service/refusal-status/${failingHeader}`,
    nature: ({ answered = 0 }, members) => ({
      kind: 'refusal-status',
      expected: refusedAs(members),
      actual: answered,
      reject: 'wrong-credential',
    }),
  }),
  rule({
    ...BARRED,
    rule: 'refusedNowAndThen',
    of: ({ isNowAndThen }) => isNowAndThen,
    id: ({ barred }) => `service/refuses-${nameOf(barred)}-now-and-then`,
  }),
  rule({ ...BARRED, rule: 'refusedCredentials', id: ({ barred }, where) => `${where}/refuses-${nameOf(barred)}` }),
];

/** Who is let in, though it ought to be refused. */
export const RULES_OF_ACCESS = [
  rule({
    rule: 'openToAnybody',
    of: ({ isLetIn, presented, refuses }) => isLetIn && presented.length === 0 && refuses?.length === 0,
    same: ['refuses'],
    among: ['refuses'],
    count: 'operations',
    service: [{ operations: 3 }, { operations: 2, share: 'most' }],
    operation: [{}],
    falls: (members) => {
      const operations = members.map(({ asked }) => asked);
      return ({ isLetIn, asked }) => isLetIn && operations.includes(asked);
    },
    id: (_common, where) => `${where}/open-to-anybody`,
    lead: firstClause,
    nature: () => ({ kind: 'credential-accepted', presented: [] }),
  }),
  rule({
    rule: 'acceptsAnyCredential',
    // Several kinds of right credentials open what is for others: who is somebody may do everything.
    of: ({ isLetIn, presented: [name, ...more] }) =>
      isLetIn && name !== undefined && !isWrong(name) && more.length === 0,
    same: [],
    service: [{ operations: 4, credentials: 2 }],
    falls:
      () =>
      ({ isLetIn, presented }) =>
        isLetIn && (presented.length === 0 || !presented.every(isWrong)),
    id: () => 'service/accepts-any-credential',
    nature: (_common, members) => ({
      kind: 'credential-accepted',
      presented: [...new Set(members.flatMap(({ presented }) => presented))],
    }),
  }),
  rule({
    rule: 'acceptedCredentials',
    // One kind of credential opens wherever it is presented, though it must not.
    of: ({ isLetIn, presented }) => isLetIn && presented.length > 0,
    same: ['presented'],
    among: ['presented'],
    count: 'operations',
    service: [{ operations: 3 }, { operations: 2, share: 'half' }],
    // Where a wrong one is good enough, whatever else stands in the same header is as well.
    falls: (members) => {
      const headers = members.flatMap(({ presented, credentialHeaders }) =>
        presented.some(isWrong) ? credentialHeaders : [],
      );
      return (one) => one.isLetIn && one.credentialHeaders.some((name) => headers.includes(name));
    },
    minimum: 2,
    id: ({ presented }) => `service/accepts-${presented.join('+').replaceAll(/[^A-Za-z]+/gu, '-')}`,
    lead: (members) => members.find(({ refuses }) => refuses !== undefined)?.id,
    nature: ({ presented }) => ({ kind: 'credential-accepted', presented }),
  }),
];

/** The statuses that none of the clauses minds. */
function allowedByAll(members: Some): readonly string[] {
  const [first = [], ...others] = members.map(({ expected = [] }) => expected);
  return first.filter((one) => others.every((some) => some.includes(one)));
}

function expectedOf(members: Some): readonly string[] {
  const [{ refusal, expected = [] }] = members;
  return refusal?.expected === undefined ? allowedByAll(members) : expected;
}

/** Refused under another status than the declared one: one line of code, however many kinds of mistake show it. */
const OTHERWISE_REFUSED = {
  service: [{ operations: 2 }],
  operation: [{}],
  // What such an answer says is as wrong as its status, and part of the same fault; also where the status itself will do.
  falls: (members: Some) => {
    const [{ refusal, isOfCredential, status: actual, reject }] = members;
    const [seqs, forms] = [new Set(members.map(({ seq }) => seq)), new Set(members.map(formOf))];
    const isOfKind = (one: Features) =>
      refusal?.reject === '' || one.reject === reject || (isOfCredential && one.isOfCredential);
    return (one: Features) =>
      (one.seq !== undefined && seqs.has(one.seq)) ||
      ((one.status === undefined || one.kind === 'companion') &&
        one.reject !== undefined &&
        isOfKind(one) &&
        one.answered === actual &&
        forms.has(formOf(one)));
  },
  minimum: 2,
  nature: (_common: Features, members: Some) => {
    const [{ status: actual = 0 }] = members;
    const [[reject, ...more], [location, ...others]] = [
      [...new Set(members.map((one) => one.reject ?? ''))],
      [...new Set(members.map(({ exchange }) => exchange && redirectOf(exchange.outcome)))],
    ];
    const only = members.every(({ exchange }) => isCredentialCase(exchange)) ? 'credential' : undefined;
    return {
      kind: 'refusal-status' as const,
      expected: expectedOf(members),
      actual,
      ...defined({
        reject: more.length === 0 ? reject : only,
        location: others.length === 0 ? location || undefined : undefined,
      }),
    };
  },
};

/** Under which status requests are answered. */
export const RULES_OF_STATUSES = [
  rule({
    ...OTHERWISE_REFUSED,
    rule: 'failsOnAnyCredential',
    // What fails on wrong credentials as on missing ones is one fault.
    of: ({ refusal, isOfCredential, isUsualOfCredentials }) =>
      refusal !== undefined && refusal.actual >= 500 && isOfCredential && isUsualOfCredentials,
    same: ['status'],
    service: [{ operations: 2, rejects: 2 }],
    operation: [{ rejects: 2 }],
    id: ({ status }, where, members) => `${where}/refusal-status/${expectedOf(members).join('-')}/${status}/credential`,
  }),
  rule({
    ...OTHERWISE_REFUSED,
    rule: 'wrongRefusals',
    of: ({ refusal, isUsual }) => refusal !== undefined && (refusal.actual < 500 || isUsual),
    same: ['refusal'],
    id: ({ refusal: { actual, reject } }, where, members) =>
      `${where}/refusal-status/${expectedOf(members).join('-')}/${actual}${reject === '' ? '' : `/${reject}`}`,
  }),
  rule({
    rule: 'undocumentedSuccess',
    same: ['successes', 'status'],
    among: ['successes'],
    count: 'operations',
    service: [{ operations: 2, share: 'half' }],
    operation: [{}],
    falls: (members) => {
      const [operations, [{ status }]] = [members.map(({ operation }) => operation), members];
      return (one) =>
        operations.includes(one.operation) &&
        one.status === status &&
        one.expected?.some((key) => key.startsWith('2')) === true;
    },
    id: ({ id, status }, where) => (where === 'service' ? `service/success-status/${status}` : id),
    lead: firstClause,
    nature: ({ successes, status }) => ({ kind: 'success-status', expected: successes, actual: status }),
  }),
];
