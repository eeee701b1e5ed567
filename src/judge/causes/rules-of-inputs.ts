import type { Members } from '../../groups.ts';
import type { Features } from './features.ts';
import { HABIT_GATES, rule } from './rule.ts';

/** Bad values that are accepted. If others at the same places cause server errors, so does the code that accepts these. */
const ACCEPTED = {
  of: ({ isAccepted }: Features) => isAccepted,
  falls: (members: Members<Features>) => {
    const places = new Set(members.map(inputKey));
    return (one: Features) => one.name !== undefined && (one.status ?? 0) >= 500 && places.has(inputKey(one));
  },
};

function inputKey({ operation, part, name }: Features): string {
  return JSON.stringify([operation, part, name]);
}

function dashed(...words: readonly string[]): string {
  return words.filter((word) => word !== '').join('-');
}

/** Bad values of one kind in any place: the same code may parse them all, for example text into numbers. */
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

/** Parts of requests that are not validated, or whose bad values cause server errors. */
export const RULES_OF_INPUTS = [
  rule({
    rule: 'failsOnOneKind',
    // Other bad values of the operation may be refused.
    of: ({ status = 0 }) => status >= 500,
    same: ['part', 'keyword', 'type', 'expected', 'status', 'reject'],
    among: ['part', 'keyword', 'type'],
    operation: HABIT_GATES,
    id: ({ expected, status, part, keyword, type }, where) =>
      `${where}/refusal-status/${expected.join('-')}/${status}/${dashed(part, keyword, type)}`,
    nature: ({ expected, status, reject }) => ({ kind: 'refusal-status', expected, actual: status, reject }),
  }),
  rule({ ...OF_ONE_KIND, rule: 'kindNotValidated', service: HABIT_GATES.map((gate) => ({ operations: 2, ...gate })) }),
  rule({
    ...ACCEPTED,
    rule: 'keywordNotValidated',
    // Tried before single kinds of values in an operation, because it is more general.
    same: ['part', 'keyword'],
    among: ['part', 'keyword'],
    operation: HABIT_GATES,
    id: ({ part, keyword }, where) => `${where}/${part}-${keyword}-not-validated`,
    nature: ({ part, keyword }) => ({ kind: 'not-validated', part, keyword }),
  }),
  rule({
    ...ACCEPTED,
    rule: 'nullNotRefused',
    // Null passes for a missing member, whatever its type.
    of: ({ isAccepted, isNull }) => isAccepted && isNull,
    same: ['part'],
    operation: [{ clauses: 3 }],
    id: ({ part }, where) => `${where}/${part}-null-not-refused`,
    lead: ([{ id }]) => id,
    nature: () => ({ kind: 'clause' }),
  }),
  rule({
    ...OF_ONE_KIND,
    rule: 'kindNotValidatedByOne',
    service: HABIT_GATES,
    // Half of them, too, if that is many: for example all optional members.
    operation: [...HABIT_GATES, { clauses: 5, share: 'half' }],
  }),
  rule({
    ...ACCEPTED,
    rule: 'objectNotValidated',
    same: ['part', 'within', 'keyword'],
    among: ['part', 'within', 'keyword'],
    operation: HABIT_GATES,
    id: ({ part, within, keyword }, where) => `${where}/${part}/${within}-${keyword}-not-validated`,
    nature: ({ part, keyword }) => ({ kind: 'not-validated', part, keyword }),
  }),
  rule({
    ...ACCEPTED,
    rule: 'placeNotValidated',
    // One parameter or member is accepted whatever is wrong with it.
    same: ['operation', 'part', 'name'],
    among: ['operation', 'part', 'name'],
    place: [{ clauses: 2, share: 'all' }],
    id: ({ operation, part, name }) => `${operation}/${part}/${name}/not-validated`,
    nature: ({ part, name }) => ({ kind: 'not-validated', part, name }),
  }),
  rule({
    ...ACCEPTED,
    rule: 'madeOptional',
    // A required member may be missing, or null, which amounts to the same.
    of: ({ isAccepted, keyword, isNull }) => isAccepted && (keyword === 'required' || isNull),
    same: ['operation', 'part', 'name'],
    place: [{ clauses: 2, required: 1 }],
    id: ({ operation, part, name }) => `${operation}/${part}/${name}/optional`,
    lead: (members) => members.find(({ keyword }) => keyword === 'required')?.id,
    nature: () => ({ kind: 'clause' }),
  }),
  rule({
    ...ACCEPTED,
    rule: 'sharedBodies',
    // The bodies that create and change a resource have the member with the same keyword.
    same: ['part', 'name', 'keyword', 'bound', 'resource'],
    schema: [{ operations: 2 }],
    id: ({ part, name, keyword, resource }) => `${resource.slice(1)}/${part}/${name}/${keyword}-not-validated`,
    nature: ({ part, name, keyword }) => ({ kind: 'not-validated', part, name, keyword }),
  }),
];
