import { describe, expect, test } from 'vitest';
import { faultsOf } from '../../../src/relations/listing/faults.ts';
import { listing, type Manner, partsOf, tried } from './made-up.ts';

/** Faults of all of a service, or of one place of it, beside which others must not be lost. */
const GROSS: Readonly<Record<string, Manner>> = {
  'a member of the wrong type': {
    spoil: (body) => withItems(body, (part) => ({ ...part, weight: String(part['weight']) }), 0),
  },
  'an id of the wrong format': {
    spoil: (body) => withItems(body, (part) => ({ ...part, no: `#${String(part['no'])}` })),
  },
  'a server error on one sort': { refuse: (query) => (query['order'] === 'arrived' ? 500 : undefined) },
  'a member missing in one item': { spoil: (body) => withItems(body, ({ day: _day, ...part }) => part, 3) },
  'a valid filter refused': { refuse: (query) => (query['until'] === undefined ? undefined : 400) },
};

function withItems(
  body: Readonly<Record<string, unknown>>,
  change: (part: Readonly<Record<string, unknown>>) => unknown,
  only?: number,
) {
  const parts = body['parts'] as readonly Readonly<Record<string, unknown>>[];
  return { ...body, parts: parts.map((part, index) => (only === undefined || index === only ? change(part) : part)) };
}

const BESIDE = [
  'pages-rounded-down',
  'shelf-lost',
  'since-exclusive',
  'total-too-great',
  'order-weight-ignored',
  'search-lost',
];

/** What tells no total still tells its items, and its first page how many they are where it is not full. */
const NO_TOTAL: Manner = { spoil: ({ count: _count, ...body }) => body };

test.each([
  'shelf-lost',
  'since-exclusive',
  'until-loses-some',
  'order-weight-ignored',
  'search-lost',
  'search-name-not-searched',
  'overlap-instead',
])('beside a total that is missing %s is named', async (id) => {
  const fault = faultsOf(listing).find((one) => one.id === id);
  expect(fault, `no fault ${id}`).toBeDefined();
  const { slugs } = await tried(partsOf(90), { change: fault?.change ?? {}, manner: NO_TOTAL });
  expect(slugs).toContain(fault?.slug);
});

test('a total that is missing breaks nothing else of the listing', async () => {
  const { slugs } = await tried(partsOf(90), { manner: NO_TOTAL });
  expect(slugs).toEqual([]);
});

test.each([
  ['a member of the wrong type', []],
  ['an id of the wrong format', []],
  ['a member missing in one item', []],
  ['a server error on one sort', ['sort-by-arrived']],
  ['a valid filter refused', ['until-filters']],
])('%s breaks nothing of the listing but its own', async (what, expected) => {
  const { slugs } = await tried(partsOf(90), { manner: GROSS[what] ?? {} });
  expect(slugs).toEqual(expected);
});

describe.each(Object.entries(GROSS))('beside %s', (_what, manner) => {
  test.each(BESIDE)('%s is named', async (id) => {
    const fault = faultsOf(listing).find((one) => one.id === id);
    const { slugs } = await tried(partsOf(90), { change: fault?.change ?? {}, manner });
    expect(slugs).toContain(fault?.slug);
  });
});
