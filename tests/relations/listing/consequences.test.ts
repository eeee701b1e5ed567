import { expect, test } from 'vitest';
import type { Ask, Listed } from '../../../src/relations/listing/answer.ts';
import type { Complaint } from '../../../src/relations/listing/complaint.ts';
import { consequencesOf } from '../../../src/relations/listing/consequences.ts';
import { listing } from './made-up.ts';

const words = { expected: 'one', actual: 'another' };

/** Complaints, each of an answer to its own request. */
function fallingOf(...told: readonly (Omit<Complaint, 'expected' | 'actual' | 'seq'> & { readonly ask: Ask })[]) {
  const answers = told.map(({ ask }, seq): Listed => ({ ask, rows: [], summaries: [], payload: '', seq }));
  const complaints = told.map(({ ask: _ask, ...complaint }, seq) => ({ ...words, ...complaint, seq }));
  return Object.fromEntries(consequencesOf(listing, complaints, answers));
}

const total = { slug: 'total-is-the-same-on-every-page', at: '/count' };
const until = { slug: 'until-filters', at: '/parts/3/day', ask: { until: '20' } };

test('a total beside several filters falls with the one that is broken by itself', () => {
  expect(fallingOf({ ...total, ask: { shelf: 'A', until: '30', p: '2' } }, until)).toEqual({
    [total.slug]: 'until-filters',
  });
});

test('a total that is wrong without that filter too, or beside a search, stands for itself', () => {
  expect(fallingOf({ ...total, ask: { until: '30' } }, { ...total, ask: { p: '2' } }, until)).toEqual({});
  expect(fallingOf({ ...total, ask: { until: '30', text: 'gasket' } }, until)).toEqual({});
  expect(fallingOf({ ...total, ask: { until: '30' } })).toEqual({});
});

const place = { slug: 'pages-do-not-overlap', at: '/parts/0/weight', ask: { order: 'weight', p: '2', n: '2' } };
const weight = { slug: 'sort-by-weight', at: '/parts/1/weight', ask: { order: 'weight' } };

test('a page that only by its sort begins with the wrong item falls with the sort', () => {
  expect(fallingOf(place, weight)).toEqual({ [place.slug]: 'sort-by-weight' });
});

test('an item that two pages show does not, nor what another sort orders', () => {
  expect(fallingOf(place, { ...place, at: '/parts', contradiction: true }, weight)).toEqual({});
  expect(fallingOf({ ...place, ask: { order: 'arrived', p: '2' } }, weight)).toEqual({});
});
