import { expect, test } from 'vitest';
import type { Answer, Query } from '../../../src/relations/listing/answer.ts';
import { fallsWithEnd, fallsWithPart } from '../../../src/relations/listing/consequences.ts';
import type { Difference } from '../../../src/relations/listing/difference.ts';
import { listing } from './made-up.ts';

const words = { expected: 'one', actual: 'another' };

type Told = Omit<Difference, 'expected' | 'actual' | 'seq'> & { readonly query: Query };

/** Complaints, each of an answer to its own request. */
function complaints(told: readonly Told[]) {
  const answers = told.map(({ query }, seq): Answer => ({ query, rows: [], summaries: [], payload: '', seq }));
  const differences = told.map(({ query: _query, ...difference }, seq) => ({ ...words, ...difference, seq }));
  return [differences, answers] as const;
}

function fallingOf(...told: readonly Told[]) {
  return Object.fromEntries(fallsWithPart(listing, ...complaints(told)));
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

const [success] = listing.operation.responses;
const ending = {
  ...listing,
  operation: { ...listing.operation, responses: success === undefined ? [] : [success, { ...success, key: '404' }] },
};
const endingOf = (of: typeof listing, ...told: readonly Told[]) =>
  Object.fromEntries(fallsWithEnd(of, ...complaints(told)));
const end = { slug: 'text-finds-name', status: 404, query: { text: 'gasket', p: '3' } };

test('a later page that is documented to be missing falls with what else is wrong', () => {
  expect(endingOf(ending, end, until)).toEqual({ [end.slug]: 'until-filters' });
});

test('it does not where nothing else is wrong, the first page is missing, or nothing says that a page may be', () => {
  expect(endingOf(ending, end)).toEqual({});
  expect(endingOf(ending, { ...end, query: { text: 'gasket' } }, until)).toEqual({});
  expect(endingOf(listing, end, until)).toEqual({});
  expect(endingOf(ending, end, { ...until, slug: end.slug })).toEqual({});
});
