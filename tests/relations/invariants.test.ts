import { describe, expect, test } from 'vitest';
import { comparisonsOf } from '../../src/relations/invariants/comparisons.ts';
import type { Situation } from '../../src/relations/invariants/operands.ts';
import { faultOf, type Relation } from '../../src/relations/invariants/relation.ts';
import { Hidden, trapped, unlessHidden } from '../../src/schema/traps.ts';

/** An order of a shop that nobody runs: made up for these tests. */
const ORDER = {
  id: 'o-1',
  customer: ' Ann ',
  status: 'open',
  net: 80,
  tax: 20,
  total: 100,
  placed: '2026-01-01T00:00:00Z',
  due: '2026-01-04T00:30:00Z',
  shipped: null,
  lines: [
    { sku: 'a', count: 1, weights: [1, 2] },
    { sku: 'b', count: 4, weights: [3, 4] },
  ],
  tags: ['x', 'y'],
  prices: { a: 30, b: 50 },
};

const REQUEST = { customer: ' Ann ', days: 3, tags: ['y', 'x'], most: 2, skus: ['a', 'b'], fixed: { a: 30.0000001 } };

function situation(body: unknown = ORDER, request: unknown = REQUEST): Situation {
  return {
    body,
    headers: { date: 'Thu, 01 Jan 2026 00:05:00 GMT' },
    request: { body: request, query: { status: 'open' }, path: { id: 'O1' } },
    declared: (pointer) => (pointer === '/x-rates' ? { open: 100, closed: 5 } : undefined),
    defaultOf: (pointer) => (pointer === '/status' ? 'open' : undefined),
  };
}

function outcomes(relation: Relation, body?: unknown, request?: unknown): readonly string[] {
  return comparisonsOf(relation, situation(body, request)).map((compare) => {
    const outcome = unlessHidden(compare);
    return outcome instanceof Hidden ? `hidden behind ${outcome.clause}` : outcome.kind;
  });
}

const with_ = (change: object): unknown => ({ ...ORDER, ...change });

describe('each operator has an answer that it lets pass, one that it does not, and one that says nothing', () => {
  test.each<readonly [string, Relation, unknown, unknown]>([
    ['equal', { equal: ['/total', { sum: ['/net', '/tax'] }] }, with_({ total: 99 }), with_({ tax: undefined })],
    ['equal to a constant', { equal: ['/shipped', null] }, with_({ shipped: 'x' }), with_({ shipped: undefined })],
    [
      'equal to a documented value',
      { equal: ['/total', { declared: '/x-rates', by: '/status' }] },
      with_({ status: 'closed' }),
      with_({ status: 'odd' }),
    ],
    ['equal to a default', { equal: ['/status', { default: '/status' }] }, with_({ status: 'closed' }), {}],
    ['equal to the query', { equal: ['/status', { query: 'status' }] }, with_({ status: 'closed' }), {}],
    [
      'equal as text',
      { equal: ['/customer', { request: '/customer' }], as: 'text' },
      with_({ customer: 'Bob' }),
      with_({ customer: undefined }),
    ],
    ['equal as letters', { equal: ['/id', { path: 'id' }], as: 'letters' }, with_({ id: 'o-2' }), {}],
    ['equal as a set', { equal: ['/tags', { request: '/tags' }], as: 'set' }, with_({ tags: ['x'] }), {}],
    ['ascending', { ascending: ['/tax', '/net', '/total'] }, with_({ net: 101 }), with_({ net: undefined })],
    [
      'ascending in time',
      { ascending: ['/placed', '/due'] },
      with_({ due: '2025-01-01T00:00:00Z' }),
      with_({ due: 'soon' }),
    ],
    ['ascending, lists place by place', { ascending: ['/low', '/high'] }, { low: [1, 3], high: [2, 2] }, {}],
    ['below', { below: [0, '/tax'] }, with_({ tax: 0 }), with_({ tax: undefined })],
    [
      'near to a header',
      { near: ['/placed', { header: 'Date' }], within: 600_000 },
      with_({ placed: '2026-01-01T01:00:00Z' }),
      with_({ placed: 'soon' }),
    ],
    [
      'near',
      { near: ['/due', { sum: ['/placed', { days: { request: '/days' } }] }], within: 3_600_000 },
      with_({ due: '2026-01-05T00:00:00Z' }),
      with_({ due: undefined }),
    ],
    [
      'ordered',
      { ordered: '/lines/*/count', direction: 'ascending' },
      with_({ lines: [{ count: 2 }, { count: 1 }] }),
      with_({ lines: [] }),
    ],
    ['ordered strictly', { ordered: '/n', direction: 'ascending', strict: true }, { n: [1, 1] }, { n: [1] }],
    ['ordered by magnitude', { ordered: '/n', direction: 'descending', magnitude: true }, { n: [1, -2] }, { n: [-2] }],
    ['ordered either way', { ordered: '/n', direction: 'either' }, { n: [1, 3, 2] }, { n: [1, 3] }],
    [
      'distinct',
      { distinct: '/lines/*/sku' },
      with_({ lines: [{ sku: 'a' }, { sku: 'a' }] }),
      with_({ lines: [{ sku: 'a' }] }),
    ],
    ['sameLength', { sameLength: ['/lines', '/tags'] }, with_({ tags: ['x'] }), with_({ tags: [], lines: [] })],
    ['oneOf', { oneOf: [{ value: 'a' }, '/lines/*/sku'] }, with_({ lines: [{ sku: 'b' }] }), with_({ lines: [] })],
    ['keeps', { keeps: ['/prices', { request: '/fixed' }], tolerance: 1e-6 }, with_({ prices: { a: 50 } }), {}],
    ['names', { names: ['/prices', { request: '/skus' }] }, with_({ prices: { a: 1 } }), {}],
    ['count', { ascending: [{ count: '/lines' }, { request: '/most' }] }, with_({ lines: [1, 2, 3] }), {}],
    [
      'all',
      { all: [{ below: [0, '/net'] }, { below: [0, '/tax'] }] },
      with_({ tax: 0 }),
      with_({ tax: null, net: null }),
    ],
  ])('%s', (_name, relation, broken, silent) => {
    const good =
      'ordered' in relation && relation.ordered === '/n' ? { n: [-3, 2, 1, 0].toSorted(orderOf(relation)) } : undefined;
    const fine = 'ascending' in relation && relation.ascending[0] === '/low' ? { low: [1, 2], high: [1, 3] } : good;
    expect(new Set(outcomes(relation, fine))).toEqual(new Set(['holds']));
    expect(outcomes(relation, broken)).toContain('broken');
    expect(new Set(outcomes(relation, silent))).toEqual(new Set(['silent']));
  });

  test('any holds where one of them does, and is broken where none does', () => {
    const relation: Relation = { any: [{ equal: ['/total', 1] }, { equal: ['/total', 100] }] };
    expect(outcomes(relation)).toEqual(['holds']);
    expect(outcomes(relation, with_({ total: 3 }))).toEqual(['broken']);
    expect(outcomes(relation, {})).toEqual(['silent']);
  });

  test('present and absent', () => {
    expect(outcomes({ present: ['/total', '/net'] })).toEqual(['holds']);
    expect(outcomes({ present: ['/shipped'] })).toEqual(['broken']);
    expect(outcomes({ absent: ['/shipped', '/nothing'] })).toEqual(['holds']);
    expect(outcomes({ absent: ['/total'] })).toEqual(['broken']);
  });
});

function orderOf(relation: Relation): (a: number, b: number) => number {
  const size = (value: number): number => ('magnitude' in relation ? Math.abs(value) : value);
  const sign = 'direction' in relation && relation.direction === 'descending' ? -1 : 1;
  return (a, b) => sign * (size(a) - size(b));
}

describe('a relation', () => {
  test('asks each place by itself', () => {
    const relation: Relation = { each: '/lines/*', below: [0, '/count'] };
    expect(outcomes(relation, with_({ lines: [{ count: 1 }, { count: 0 }, {}] }))).toEqual([
      'holds',
      'broken',
      'silent',
    ]);
  });

  test('asks nothing where its condition does not hold', () => {
    const relation: Relation = { equal: ['/total', 1], when: { equal: ['/status', { value: 'closed' }] } };
    expect(outcomes(relation)).toEqual(['silent']);
    expect(outcomes(relation, with_({ status: 'closed' }))).toEqual(['broken']);
  });

  test('tells the place, what it wants, and what is there', () => {
    const [compare] = comparisonsOf(
      { each: '/lines/*', ascending: [{ request: '/most' }, '/count'] },
      situation(with_({ lines: [{ count: 1 }] })),
    );
    expect(compare?.()).toEqual({
      kind: 'broken',
      at: '/lines/0/count',
      expected: 'the requested most <= count',
      actual: 'the requested most 2 > count 1',
    });
  });

  test.each<[string, string, Relation]>([
    ['total 100', 'total 1', { equal: ['/total', 1] }],
    ['customer " Ann "', 'customer "open", as requested', { equal: ['/customer', { query: 'status' }] }],
    ['tax 20', 'tax 160 (net 80 + net 80)', { equal: ['/tax', { sum: ['/net', '/net'] }] }],
    ['net 80 + tax 20 = 100, net 80', 'net + tax = net', { equal: [{ sum: ['/net', '/tax'] }, '/net'] }],
    [
      'net 80 + tax 20 = 100, tax 20',
      'net + tax = tax, or total < net',
      { any: [{ equal: [{ sum: ['/net', '/tax'] }, '/tax'] }, { below: ['/total', '/net'] }] },
    ],
    ['total 100 > net 80', 'tax <= total <= net', { ascending: ['/tax', '/total', '/net'] }],
    ['tax 20 >= tax 20', 'tax < tax', { below: ['/tax', '/tax'] }],
    [
      'weights[1] 2 > weights[1] 0',
      'lines.0.weights <= lines.2.weights',
      { ascending: ['/lines/0/weights', '/lines/2/weights'] },
    ],
    ['2 tags, 3 lines', 'tags, lines of the same length', { sameLength: ['/tags', '/lines'] }],
    [
      '|count| 1, 4, 2',
      '|count| in descending order',
      { ordered: '/lines/*/count', direction: 'descending', magnitude: true },
    ],
    ['status "open", none of "x", "y"', 'status one of tags', { oneOf: ['/status', '/tags'] }],
    [
      'a 30 instead of 31',
      'prices with every member of the requested other',
      { keeps: ['/prices', { request: '/other' }] },
    ],
    [
      'no entry for "b" in lines[0]',
      'lines.0 with an entry for each of ["sku","b"]',
      { names: ['/lines/0', { value: ['sku', 'b'] }] },
    ],
    ['no shipped', 'total, shipped present', { present: ['/total', '/shipped'] }],
    ['tax 20', 'no shipped, no tax', { absent: ['/shipped', '/tax'] }],
    ['sku "a" twice', 'each of lines.*.sku once', { distinct: '/lines/*/sku' }],
  ])('is told in readable values: %s', (actual, expected, relation) => {
    const lines = [...ORDER.lines, { sku: 'a', count: 2, weights: [1, 0] }];
    const [compare] = comparisonsOf(relation, situation(with_({ lines }), { ...REQUEST, other: { a: 31 } }));
    expect(compare?.()).toMatchObject({ kind: 'broken', actual, expected });
  });

  test('is hidden at the place that breaks the document, and there alone', () => {
    const broken = trapped(ORDER, [{ clause: 'count/type', at: '/lines/1/count' }]).value;
    expect(outcomes({ each: '/lines/*', below: [0, '/count'] }, broken)).toEqual(['holds', 'hidden behind count/type']);
    expect(outcomes({ distinct: '/lines/*/sku' }, broken)).toEqual(['holds']);
  });
});

test.each([
  ['no operator', {}, /^one of equal/u],
  ['two operators', { equal: [1, 1], distinct: '/a' }, /^one of equal/u],
  ['an unknown word', { equal: [1, 1], unless: 3 }, /^unless is neither/u],
  ['an unknown word within', { all: [{ equal: [1, 1], wenn: 3 }] }, /^wenn is neither/u],
  ['no map', 'equal', /^an invariant is a map/u],
])('a declaration with %s is refused', (_name, node, fault) => {
  expect(faultOf(node)).toMatch(fault);
});
