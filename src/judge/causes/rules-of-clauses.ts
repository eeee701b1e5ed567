import type { Members } from '../../groups.ts';
import type { Features } from './features.ts';
import { rule } from './rule.ts';

/** Clauses that one of them speaks for. */
const TOGETHER = {
  id: ({ id }: Features) => id,
  lead: ([{ id }]: Members<Features>) => id,
  nature: () => ({ kind: 'clause' as const }),
};

/** The same, said by several clauses. */
export const RULES_OF_CLAUSES = [
  rule({
    ...TOGETHER,
    rule: 'sameAnswers',
    // One answer to every bad request, to the letter, breaks several clauses that speak of it as a whole.
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
    rule: 'sameEncodings',
    // Texts in another encoding show only where a text has such letters.
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
    // An entry for each of the names that were asked for, say, is missing for several members of the same answers.
    same: ['operation', 'promise'],
    service: [{ clauses: 2 }],
    falls: (members) => (one) => members.some(({ id }) => id === one.id),
  }),
];
