import { expect, test } from 'vitest';
import { orderOf } from '../../src/contract/recognise/order.ts';
import type { List } from '../../src/contract/recognise/shape.ts';

const members = new Map(
  ['id', 'start', 'createdAt', 'code'].map((name) => [
    name,
    { type: 'string', format: name === 'code' ? 'x' : 'date-time' },
  ]),
);
const list: List = { at: '/data', members, id: 'id', numbers: new Map(), flags: new Map(), texts: new Map() };
const query = ['sort', 'q', 'kind'].map((name) => ({ name, in: 'query' as const, schema: { type: 'string' } }));

/** The order that a description promises, in words. */
function ordersIn(description: string, parameters = query, of = list): readonly string[] {
  const node = { operationId: 'list', description, responses: {} };
  const proposals = orderOf({ key: '/things', path: '/things', method: 'get', node }, of, parameters);
  return proposals.flatMap(({ update }) =>
    Object.values(update['x-clauses'] as object).map(
      ({ invariant }: { invariant: Record<string, unknown> }) =>
        `${String(invariant['ordered'])} ${String(invariant['direction'])}`,
    ),
  );
}

test.each([
  [
    'Those that meet the filters, ordered by `start`, the earliest first. Others are left out.',
    '/data/*/start ascending',
  ],
  ['Things are sorted by start descending.', '/data/*/start descending'],
  ['All things, ordered by start.', '/data/*/start either'],
  ['Without `sort`, the newest come\n  first.', '/data/*/createdAt descending'],
  ['Oldest first.', '/data/*/createdAt ascending'],
  ['Newest first by default, then by code.', '/data/*/createdAt descending'],
  ['Newest first, by `start`.', '/data/*/start descending'],
  ['By start, the latest first.', '/data/*/start descending'],
])('%j is an order', (description, order) => {
  expect(ordersIn(description)).toEqual([order]);
});

test.each([
  'Sorted by relevance.',
  'Sorted by code, a text.',
  'If q is given, they are ordered by start.',
  'They can be ordered by start.',
  'Ordered by start, ascending or descending.',
  'The first page has the newest things.',
  'Newest first, by relevance.',
  'Sorted by relevance, newest first.',
  'Newest or oldest first.',
  'Usually newest first.',
  'Not necessarily newest first.',
])('%j is none', (description) => {
  expect(ordersIn(description)).toEqual([]);
});

test('a sort with a default says it better', () => {
  const [sort] = query;
  const usual = sort === undefined ? [] : [{ ...sort, schema: { type: 'string', default: 'code' } }];
  expect(ordersIn('Ordered by start.', usual)).toEqual([]);
});

const time = { type: 'string', format: 'date-time' };

test.each<[readonly string[], object, readonly string[]]>([
  [['started_at', 'ended_at'], time, ['/data/*/started_at descending']],
  [['started_at', 'submitted_at'], time, []],
  [['started_at'], { ...time, type: ['string', 'null'] }, []],
  [['start'], time, []],
  [['updated_at'], time, []],
])('the newest of what shows %j comes first by %j: %j', (names, schema, orders) => {
  const shown = { ...list, members: new Map(names.map((name) => [name, schema])) };
  expect(ordersIn('Newest first.', query, shown)).toEqual(orders);
});
