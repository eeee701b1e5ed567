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
function ordersIn(description: string, parameters = query): readonly string[] {
  const node = { operationId: 'list', description, responses: {} };
  const proposals = orderOf({ key: '/things', path: '/things', method: 'get', node }, list, parameters);
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
])('%j is none', (description) => {
  expect(ordersIn(description)).toEqual([]);
});

test('a sort with a default says it better', () => {
  const [sort] = query;
  const usual = sort === undefined ? [] : [{ ...sort, schema: { type: 'string', default: 'code' } }];
  expect(ordersIn('Ordered by start.', usual)).toEqual([]);
});
