import { defined } from '../../defined.ts';
import type { Members } from '../../groups.ts';
import { isCredentialCase } from '../../http/exchange.ts';
import { redirectOf } from '../../http/redirect.ts';
import type { Features } from './features.ts';
import { rule } from './rule.ts';

type Group = Members<Features>;

/** The id of the fault; undefined if no status would have been right. */
function idOf(where: string, [{ expected = [], status }]: Group, kind: string): string | undefined {
  return expected.length === 0
    ? undefined
    : [where, 'refusal-status', expected.join('-'), status, kind].filter((one) => one !== '').join('/');
}

/** Answers with a wrong status. */
export const RULES_OF_STATUSES = [
  rule({
    rule: 'wrongRefusals',
    // Refused with another status than the declared one: one fault, even if several kinds of mistake show it.
    of: ({ refusal, isUsual }) => refusal !== undefined && (refusal.actual < 500 || isUsual),
    same: ['refusal'],
    service: [{ operations: 2 }],
    operation: [{}],
    // What else is wrong with such an answer is part of the same fault, even for a clause that allows the status.
    falls: (members: Group) => {
      const [{ refusal, isOfCredential, status: actual, reject }] = members;
      const seqs = new Set(members.map(({ seq }) => seq));
      const isOfKind = (one: Features) =>
        refusal?.reject === '' || one.reject === reject || (isOfCredential && one.isOfCredential);
      return (one: Features) =>
        (one.seq !== undefined && seqs.has(one.seq)) ||
        ((one.status === undefined || one.kind === 'companion') &&
          one.reject !== undefined &&
          isOfKind(one) &&
          one.answered === actual);
    },
    minimum: 2,
    nature: (_common: Features, members: Group) => {
      const [{ expected = [], status: actual = 0 }] = members;
      const [[reject, ...more], [location, ...others]] = [
        [...new Set(members.map((one) => one.reject ?? ''))],
        [...new Set(members.map(({ exchange }) => exchange && redirectOf(exchange.outcome)))],
      ];
      const only = members.every(({ exchange }) => isCredentialCase(exchange)) ? 'credential' : undefined;
      return {
        kind: 'refusal-status' as const,
        expected,
        actual,
        ...defined({
          reject: more.length === 0 ? reject : only,
          location: others.length === 0 ? location || undefined : undefined,
        }),
      };
    },
    id: ({ refusal: { reject } }, where, members) => idOf(where, members, reject),
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
    lead: ([{ id }]) => id,
    nature: ({ successes, status }) => ({ kind: 'success-status', expected: successes, actual: status }),
  }),
];
