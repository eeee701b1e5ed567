import { isWrong } from '../../contract/roles.ts';
import type { Members } from '../../groups.ts';
import type { CauseKind } from './cause.ts';
import { WHATEVER_HEADER } from './credential-headers.ts';
import type { Features } from './features.ts';
import { rule } from './rule.ts';

type Group = Members<Features>;

/** The status with which credentials should be refused, from the first symptom that expects 4xx statuses only. */
function refusedAs(members: Group): readonly string[] {
  const expected = members.map((one) => one.expected ?? []);
  return expected.find((keys) => keys.length > 0 && keys.every((key) => /^4\d\d$/u.test(key))) ?? ['4XX'];
}

/** A valid credential that is refused, or a caller without one that should be served. */
const BARRED = {
  same: ['barred'],
  service: [{ operations: 2 }],
  operation: [{}],
  nature: ({ barred: presented = [], isNowAndThen }: Features): CauseKind => ({
    kind: 'credential-refused',
    presented,
    always: !isNowAndThen,
  }),
} as const;

function callerName(presented: readonly string[]): string {
  return presented.length === 0 ? 'nobody' : presented.join('+');
}

/** Callers that are refused, although they should be accepted. */
export const RULES_OF_CREDENTIALS = [
  rule({
    rule: 'failsOnCredentials',
    // An unreadable token that causes a server error is one fault, whether it should be refused or ignored.
    same: ['failingHeader'],
    service: [{ operations: 2 }],
    id: ({ failingHeader }) =>
      `service/refusal-status/${failingHeader === WHATEVER_HEADER ? 'credential' : failingHeader}`,
    nature: ({ answered = 0, failingHeader }, members) => ({
      kind: 'refusal-status',
      expected: refusedAs(members),
      actual: answered,
      reject: failingHeader === WHATEVER_HEADER ? 'credential' : 'wrong-credential',
    }),
  }),
  rule({
    ...BARRED,
    rule: 'refusedNowAndThen',
    of: ({ isNowAndThen }) => isNowAndThen,
    id: ({ barred }) => `service/refuses-${callerName(barred)}-now-and-then`,
  }),
  rule({ ...BARRED, rule: 'refusedCredentials', id: ({ barred }, where) => `${where}/refuses-${callerName(barred)}` }),
];

/** Callers that are accepted, although they should be refused. */
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
    lead: ([{ id }]) => id,
    nature: () => ({ kind: 'credential-accepted', presented: [] }),
  }),
  rule({
    rule: 'acceptsAnyCredential',
    // Several kinds of valid credentials open what is for others: every authenticated caller may do everything.
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
    // One kind of credential is accepted by several operations that must refuse it.
    of: ({ isLetIn, presented }) => isLetIn && presented.length > 0,
    same: ['presented'],
    among: ['presented'],
    count: 'operations',
    service: [{ operations: 3 }, { operations: 2, share: 'half' }],
    // If a wrong credential is accepted, so is everything else in the same header.
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
