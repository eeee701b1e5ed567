import type { Features } from './features.ts';
import { HABIT, rule } from './rule.ts';

/** Bad values that are accepted. */
const ACCEPTED = { of: ({ isAccepted }: Features) => isAccepted };

function dashed(...words: readonly string[]): string {
  return words.filter((word) => word !== '').join('-');
}

/** Bad values of one kind, wherever they come: how a text is turned into a number is one line of code. */
const OF_ONE_KIND = {
  ...ACCEPTED,
  same: ['part', 'keyword', 'type'],
  among: ['part', 'keyword', 'type'],
  id: (
    { part, keyword, type }: { readonly part: string; readonly keyword: string; readonly type: string },
    where: string,
  ) => `${where}/${dashed(part, keyword, type)}-not-validated`,
  nature: ({ part, keyword }: { readonly part: 'query' | 'path' | 'body'; readonly keyword: string }) => ({
    kind: 'not-validated' as const,
    part,
    keyword,
  }),
} as const;

/** What is not looked at in requests. */
export const RULES_OF_INPUTS = [
  rule({
    rule: 'failsOnOneKind',
    // Though other bad values of the operation are refused.
    of: ({ status = 0 }) => status >= 500,
    same: ['part', 'keyword', 'type', 'expected', 'status', 'reject'],
    among: ['part', 'keyword', 'type'],
    operation: HABIT,
    id: ({ expected, status, part, keyword, type }, where) =>
      `${where}/refusal-status/${expected.join('-')}/${status}/${dashed(part, keyword, type)}`,
    nature: ({ expected, status, reject }) => ({ kind: 'refusal-status', expected, actual: status, reject }),
  }),
  rule({ ...OF_ONE_KIND, rule: 'kindNotValidated', service: HABIT.map((gate) => ({ operations: 2, ...gate })) }),
  rule({
    ...ACCEPTED,
    rule: 'keywordNotValidated',
    // Says more than one kind of values in the operation.
    same: ['part', 'keyword'],
    among: ['part', 'keyword'],
    operation: HABIT,
    id: ({ part, keyword }, where) => `${where}/${part}-${keyword}-not-validated`,
    nature: ({ part, keyword }) => ({ kind: 'not-validated', part, keyword }),
  }),
  rule({ ...OF_ONE_KIND, rule: 'kindNotValidatedByOne', service: HABIT, operation: HABIT }),
  rule({
    ...ACCEPTED,
    rule: 'objectNotValidated',
    same: ['part', 'within', 'keyword'],
    among: ['part', 'within', 'keyword'],
    operation: HABIT,
    id: ({ part, within, keyword }, where) => `${where}/${part}/${within}-${keyword}-not-validated`,
    nature: ({ part, keyword }) => ({ kind: 'not-validated', part, keyword }),
  }),
  rule({
    ...ACCEPTED,
    rule: 'placeNotValidated',
    // Whatever is wrong with one parameter or member, it is accepted.
    same: ['operation', 'part', 'name'],
    among: ['operation', 'part', 'name'],
    place: [{ clauses: 2, share: 'all' }],
    id: ({ operation, part, name }) => `${operation}/${part}/${name}/not-validated`,
    nature: ({ part, name }) => ({ kind: 'not-validated', part, name }),
  }),
  rule({
    rule: 'madeOptional',
    // A member that has to be there may be missing, or null, which is another way not to be there.
    of: ({ isAccepted, keyword, isNull }) => isAccepted && (keyword === 'required' || isNull),
    same: ['operation', 'part', 'name'],
    place: [{ clauses: 2, required: 1 }],
    id: ({ operation, part, name }) => `${operation}/${part}/${name}/optional`,
    lead: (members) => members.find(({ keyword }) => keyword === 'required')?.id,
    nature: () => ({ kind: 'clause' }),
  }),
];
