import { describe, expect, test } from 'vitest';
import { type AnyCheck, type Check, isAnswerCheck } from '../../src/check/check.ts';
import type { Exchange } from '../../src/check/index.ts';
import { judgeEvidence } from '../../src/judge/evidence.ts';
import { limitDefaultsToForty, pageDefaultsToFirst } from '../../suites/papers/defaults.check.ts';
import { everyListing } from '../../suites/papers/every-answer.check.ts';
import { valuesOf } from '../../suites/papers/filter-values.ts';
import type { Paper } from '../../suites/papers/listing.ts';
import { noMoreThan } from '../../suites/papers/nonsense.ts';
import { leaveToGreaterDepth } from '../../suites/thrift.ts';
import { contractUnder } from '../support/contract.ts';
import { exchange, json } from '../support/exchanges.ts';
import { judgingUnder, suiteOf } from '../support/suites.ts';

const judging = judgingUnder();
const suite = suiteOf();

const id = (number: number) => `0b6f1c1e-0000-4000-8000-${String(number).padStart(12, '0')}`;

function paper(number: number, parts: Partial<Paper> = {}): Paper & Readonly<Record<string, unknown>> {
  return {
    id: id(number),
    title: `Anode ${number}`,
    abstract: 'An abstract.',
    authors: ['A. Author'],
    publicationDate: '2020-05-01T00:00:00Z',
    year: 2020,
    systemType: 'MFC',
    qualityScore: 50,
    citationCount: 3,
    verified: true,
    tags: [],
    ...parts,
  };
}

interface Listed {
  readonly query?: Readonly<Record<string, string>>;
  readonly papers?: readonly Paper[];
  readonly total?: number;
  readonly limit?: number;
  readonly types?: Readonly<Record<string, number>>;
}

function listing({ query = {}, papers = [], total = papers.length, limit, types = {} }: Listed): Exchange {
  const size = limit ?? Number(query['limit'] ?? 40);
  const page = Number(query['page'] ?? 1);
  return exchange({
    operation: 'listPapers',
    request: { query },
    outcome: json(200, {
      data: {
        papers,
        pagination: { page, limit: size, total, pages: Math.ceil(total / size) },
        stats: { totalResults: total, systemTypes: types, yearRange: { min: 2020, max: 2020 } },
        searchTime: 1,
      },
      error: null,
    }),
  });
}

const numbered = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => paper(from + index));

function brokenBy(answer: Exchange, checks: readonly AnyCheck[] = everyListing): readonly string[] {
  const asked = checks.filter((one) => isAnswerCheck(one));
  return asked
    .filter(({ judge }) => judge(answer).some((ask) => ask(judging)?.kind === 'violation'))
    .map(({ clause }) => clause.replace('listPapers/', ''));
}

const verdictOf = (check: Check, evidence: Readonly<Record<string, unknown>>) => judgeEvidence(suite, check, evidence);

describe('the order of every sorted listing', () => {
  const cited = (...counts: readonly number[]) => counts.map((citationCount, index) => paper(index, { citationCount }));
  const query = { sort: 'citations', yearStart: '2020' };

  test.each([
    ['upwards', cited(1, 2, 2, 5)],
    ['downwards', cited(5, 2, 2, 1)],
    ['all alike', cited(2, 2, 2)],
    ['disturbed by what the filter should have kept out', [...cited(1, 2), paper(8, { year: 1999, citationCount: 0 })]],
  ])('%s is one', (_, papers) => {
    expect(brokenBy(listing({ query, papers }))).not.toContain('sort-by-citations');
  });

  test('up and down is none, beside any filter', () => {
    expect(brokenBy(listing({ query, papers: cited(1, 5, 2) }))).toEqual(['sort-by-citations']);
  });
});

describe('the counts of types', () => {
  const ofType = { systemType: 'MFC' };
  const CLAUSE = 'system-type-counts-fit-the-total';

  test.each([
    ['of the result', { query: ofType, papers: numbered(1, 3), types: { MFC: 3 } }],
    [
      'of the corpus, of which the result is but the one type',
      { query: ofType, papers: numbered(1, 3), types: { MFC: 3, MEC: 9 } },
    ],
    [
      'of the corpus beside another filter',
      { query: { yearStart: '2020' }, papers: numbered(1, 3), types: { MFC: 9 } },
    ],
    ['of the corpus beside a search', { query: { search: 'anode' }, papers: numbered(1, 3), types: { MFC: 9 } }],
    ['of everything, each paper under two types', { papers: numbered(1, 3), types: { MFC: 3, BES: 3 } }],
  ])('%s fit', (_, listed: Listed) => {
    expect(brokenBy(listing(listed))).not.toContain(CLAUSE);
  });

  test.each([
    ['of the type asked for', { query: ofType, papers: numbered(1, 3), types: { MFC: 6 } }],
    ['of everything', { papers: numbered(1, 3), types: { MEC: 4 } }],
  ])('%s do not fit where they are more than the total', (_, listed: Listed) => {
    expect(brokenBy(listing(listed))).toEqual([CLAUSE]);
  });
});

describe('the default page', () => {
  const first = listing({ query: { page: '1', limit: '100' }, papers: numbered(1, 61) });
  const judged = (...asked: readonly Exchange[]) =>
    verdictOf(pageDefaultsToFirst, { asked, first, others: [], expected: 1 }).kind;
  const page = (from: number) => listing({ papers: numbered(from, from + 39), total: 200 });

  test('shares papers with the first one', () => expect(judged(page(1), page(20))).toBe('pass'));

  test('that shares none is another one', () => expect(judged(page(41), page(1), page(41))).toBe('fail'));

  test('that shares none with itself shows nothing: others write', () =>
    expect(judged(page(41), page(1), page(141))).toBe('inconclusive'));

  test('is not the first where that is empty', () => {
    const empty = listing({ query: { page: '1', limit: '100' }, total: 61 });
    const asked = [page(1), page(1)];
    expect(verdictOf(pageDefaultsToFirst, { asked, first: empty, others: [], expected: 1 }).kind).toBe('fail');
  });
});

describe('the default limit', () => {
  const first = listing({ query: { page: '1', limit: '100' }, papers: numbered(1, 61) });
  const judged = (bare: Exchange, with_ = first) =>
    verdictOf(limitDefaultsToForty, { bare, answers: [bare], first: with_, expected: 40 }).kind;

  test('fills a page', () => expect(judged(listing({ papers: numbered(1, 40), total: 61 }))).toBe('pass'));

  test('holds all that there is', () => expect(judged(listing({ papers: numbered(1, 9) }))).toBe('pass'));

  test('does not fill it', () => expect(judged(listing({ papers: numbered(1, 20), total: 61 }))).toBe('fail'));

  test('is another one', () => expect(judged(listing({ papers: numbered(1, 40), total: 61, limit: 20 }))).toBe('fail'));

  test('is not what is wrong where pages are counted from zero', () => {
    const empty = listing({ query: { page: '1', limit: '100' }, total: 61 });
    expect(judged(listing({ papers: numbered(41, 61), total: 61 }), empty)).toBe('pass');
  });

  test('is not told by the last page', () => {
    const last = listing({ query: { page: '2' }, papers: numbered(41, 61), total: 61, limit: 21 });
    expect(brokenBy(last)).not.toContain('limit-defaults-to-forty');
  });
});

test('a word that nobody writes finds no more beside filters than by itself', () => {
  const [none, some] = [listing({}), listing({ papers: numbered(1, 2) })];
  expect(noMoreThan([some], some)(judging)).toBeUndefined();
  expect(noMoreThan([none], some)(judging)?.kind).toBe('violation');
});

describe('values for filters', () => {
  const tools = { contract: contractUnder(), shared: <T>(_: string, make: () => Promise<T>) => make() };
  const values = (papers: readonly Paper[]) =>
    valuesOf(tools as unknown as Parameters<typeof valuesOf>[0], 'known', papers);
  const scored = (...scores: readonly number[]) => scores.map((qualityScore, index) => paper(index, { qualityScore }));

  test('are such that a parameter may name them', async () => {
    const odd = [...scored(50, 60.5, 100.5), paper(9, { systemType: 'MRB', year: 3000 })];
    const { scores, types, years } = await values(odd);
    expect(scores.high).not.toContain(100.5);
    expect(types).toEqual(['MFC']);
    expect(years.high).toEqual([2020]);
  });

  test('have a minimum that shows whether scores are rounded before they are compared', async () => {
    const { between = Number.NaN } = await values(scored(90.1, 90.2, 70.3, 70.45, 70.6, 50));
    expect([70.3, 70.45, 70.6, 90.1, 90.2].some((score) => score >= between !== Math.round(score) >= between)).toBe(
      true,
    );
  });
});

describe('where requests are few', () => {
  test('what is not shown is left to a greater depth, in the words for a budget that is used up', () => {
    expect(() => leaveToGreaterDepth({ thrifty: true }, false)).toThrow(/request budget/u);
  });

  test.each([
    [true, true],
    [false, false],
  ])('but not what is shown, nor at that depth (%s, %s)', (thrifty, isShown) => {
    expect(() => leaveToGreaterDepth({ thrifty }, isShown)).not.toThrow();
  });
});
