import { isWrong } from '../../contract/roles.ts';
import type { Members } from '../../groups.ts';
import type { CauseKind } from './cause.ts';
import type { Features } from './features.ts';
import { rule } from './rule.ts';

type Some = Members<Features>;

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
  nature: ({ barred: presented = [], isNowAndThen }: Features): CauseKind => ({
    kind: 'credential-refused',
    presented,
    always: !isNowAndThen,
  }),
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
    lead: ([{ id }]) => id,
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
