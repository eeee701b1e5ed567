import { rule, TOGETHER } from './rule.ts';

/** One fault that breaks several similar clauses. */
export const RULES_OF_CLAUSES = [
  rule({
    ...TOGETHER,
    rule: 'sameAnswers',
    // If every bad request gets literally the same answer, it breaks several clauses about the whole answer.
    same: ['wholeAnswer'],
    service: [{ clauses: 2 }],
    falls: (members) => (one) => one.wholeAnswer !== undefined && members.some(({ id }) => id === one.id),
  }),
  rule({
    ...TOGETHER,
    rule: 'sameClauses',
    same: ['slug'],
    among: ['slug'],
    service: [{ clauses: 3, share: 'all' }],
  }),
  rule({
    ...TOGETHER,
    rule: 'sameUnknownIds',
    // Whatever id is not there, or not any more, it is answered as if it were.
    of: ({ slug, reject, isServedInstead, exchange }) =>
      isServedInstead && (reject === 'unknown-id' || (slug !== undefined && exchange?.intent.kind === 'open')),
    same: ['answered'],
    service: [{ operations: 3 }],
    operation: [{ clauses: 2 }],
  }),
  rule({
    ...TOGETHER,
    rule: 'sameRefusals',
    // Several operations refuse with the same status, which only a clause beside the refusal itself finds wrong.
    of: ({ kind, isOfCredential }) => kind === 'companion' && isOfCredential,
    same: ['slug', 'status'],
    service: [{ operations: 2 }],
  }),
  rule({
    ...TOGETHER,
    rule: 'sameEncodings',
    // Another encoding only shows in texts that contain certain letters, so there is no share.
    same: ['illFormed'],
    service: [{ clauses: 3 }],
  }),
  rule({
    ...TOGETHER,
    rule: 'sameForms',
    same: ['form', 'isOfRefusal'],
    among: ['form', 'isOfRefusal'],
    service: [{ clauses: 3, share: 'half' }],
  }),
  rule({
    ...TOGETHER,
    rule: 'samePromises',
    // For example, an entry for each requested name is missing in several members of the same answers.
    same: ['operation', 'promise'],
    service: [{ clauses: 2 }],
    falls: (members) => (one) => members.some(({ id }) => id === one.id),
  }),
];
