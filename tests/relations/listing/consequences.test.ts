import { expect, test } from 'vitest';
import type { Answer, Query } from '../../../src/relations/listing/answer.ts';
import { fallsWithPart } from '../../../src/relations/listing/consequences.ts';
import type { Difference } from '../../../src/relations/listing/difference.ts';
import { listing } from './made-up.ts';

const words = { expected: 'one', actual: 'another' };

/** Complaints, each of an answer to its own request. */
function fallingOf(...told: readonly (Omit<Difference, 'expected' | 'actual' | 'seq'> & { readonly query: Query })[]) {
  const answers = told.map(({ query }, seq): Answer => ({ query, rows: [], summaries: [], payload: '', seq }));
  const differences = told.map(({ query: _query, ...difference }, seq) => ({ ...words, ...difference, seq }));
  return Object.fromEntries(fallsWithPart(listing, differences, answers));
}

const total = { slug: 'total-is-the-same-on-every-page', at: '/count' };
const until = { slug: 'until-filters', at: '/parts/3/day', query: { until: '20' } };

test('a total beside several filters falls with the one that is broken by itself', () => {
  expect(fallingOf({ ...total, query: { shelf: 'A', until: '30', p: '2' } }, until)).toEqual({
    [total.slug]: 'until-filters',
  });
});

test('a total that is wrong without that filter too, or beside a search, stands for itself', () => {
  expect(fallingOf({ ...total, query: { until: '30' } }, { ...total, query: { p: '2' } }, until)).toEqual({});
  expect(fallingOf({ ...total, query: { until: '30', text: 'gasket' } }, until)).toEqual({});
  expect(fallingOf({ ...total, query: { until: '30' } })).toEqual({});
});

const place = { slug: 'pages-do-not-overlap', at: '/parts/0/weight', query: { order: 'weight', p: '2', n: '2' } };
const weight = { slug: 'sort-by-weight', at: '/parts/1/weight', query: { order: 'weight' } };

test('a page that only by its sort begins with the wrong item falls with the sort', () => {
  expect(fallingOf(place, weight)).toEqual({ [place.slug]: 'sort-by-weight' });
});

test('an item that two pages show does not, nor what another sort orders', () => {
  expect(fallingOf(place, { ...place, at: '/parts', contradiction: true }, weight)).toEqual({});
  expect(fallingOf({ ...place, query: { order: 'arrived', p: '2' } }, weight)).toEqual({});
});
