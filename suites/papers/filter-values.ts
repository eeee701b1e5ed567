import { everySystemType, isAskableScore, isAskableYear, type Paper, type Query } from './listing.ts';
import type { Tools } from '../../src/check/index.ts';
import { commonWord } from './words.ts';

/** Values for the filters, chosen so that known papers lie on both sides of each and exactly on it. */
export interface FilterValues {
  readonly years: Cuts;
  readonly scores: Cuts;
  /** A minimum with a fraction between two known scores: cut off or rounded, it would let in or lose one of them; so would they, if they can be such. */
  readonly between: number | undefined;
  /** The system types of known papers, the most frequent first. */
  readonly types: readonly string[];
  readonly word: string | undefined;
}

/** Values from a sorted list: at a quarter, the middle and three quarters, and such that few papers are above or below. */
export interface Cuts {
  readonly quarter: number;
  readonly middle: number;
  readonly threeQuarters: number;
  /** The least values with at most a page of papers at or above, the least of them and the greatest. */
  readonly high: readonly number[];
  readonly low: readonly number[];
}

const PAGE = 100;

/** The values of a set of papers, worked out once per run and set: many checks filter by them. */
export function valuesOf(tools: Tools, set: 'known' | 'known whole', papers: readonly Paper[]): Promise<FilterValues> {
  return tools.shared(`filter values of the papers ${set}`, async () => filterValues(tools, papers));
}

/** What no parameter may name is a matter of the paper alone. */
function filterValues(tools: Pick<Tools, 'contract'>, papers: readonly Paper[]): FilterValues {
  const scores = papers.map(({ qualityScore }) => qualityScore).filter((score) => isAskableScore(tools, score));
  const askable = new Set(everySystemType(tools));
  return {
    years: cutsOf(papers.map(({ year }) => year).filter((year) => isAskableYear(tools, year))),
    scores: scoreCuts(scores),
    between: betweenScores(scores),
    types: byFrequency(papers.map(({ systemType }) => systemType).filter((type) => askable.has(type))),
    word: commonWord(papers.map(({ title }) => title)),
  };
}

function cutsOf(values: readonly number[]): Cuts {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  const [tooLow, tooHigh] = [
    sorted.at(-PAGE - 1) ?? Number.NEGATIVE_INFINITY,
    sorted[PAGE] ?? Number.POSITIVE_INFINITY,
  ];
  const high = sorted.filter((value) => value > tooLow);
  const low = sorted.filter((value) => value < tooHigh);
  return { quarter: at(0.25), middle: at(0.5), threeQuarters: at(0.75), high: ends(high), low: ends(low) };
}

/** As for years; with the lowest whole score and the lowest with a fraction, for these are read in different ways. */
function scoreCuts(values: readonly number[]): Cuts {
  const cuts = cutsOf(values.filter((value) => value > 0));
  const few = values.filter((value) => value >= (cuts.high[0] ?? Number.POSITIVE_INFINITY)).sort((a, b) => a - b);
  const kinds = [
    few.find((value) => Number.isInteger(value)),
    few.find((value) => !Number.isInteger(value)),
    few.at(-1),
  ];
  return { ...cuts, high: [...new Set(kinds.filter((value) => value !== undefined))] };
}

function ends(values: readonly number[]): readonly number[] {
  return [...new Set([values[0], values.at(-1)].filter((value) => value !== undefined))];
}

function betweenScores(values: readonly number[]): number | undefined {
  const scores = [...new Set(values)].sort((a, b) => b - a);
  const gaps = scores
    .slice(1)
    .map((lower, index) => ({ lower, value: inside(lower, scores[index] ?? lower), upper: scores[index] ?? lower }));
  const telling = gaps.filter(
    ({ lower, upper, value }) =>
      value > lower && value < upper && !Number.isInteger(value) && Math.floor(value) <= lower,
  );
  const both = telling.filter(({ upper, value }) => upper < Math.ceil(value));
  const rounded = both.find(({ lower, upper, value }) => Math.round(lower) >= value || Math.round(upper) < value);
  return (rounded ?? both[0] ?? telling[0])?.value;
}

/** A short number between two others, nearer to the lower one. */
function inside(lower: number, upper: number): number {
  return Number((lower + (upper - lower) * 0.4).toFixed(2));
}

/** The system types of known papers, the rarest first. */
export function rarestTypes(papers: readonly Paper[]): readonly string[] {
  return [...byFrequency(papers.map(({ systemType }) => systemType))].reverse();
}

/** One that is neither the most common nor the rarest. */
export function middleType(papers: readonly Paper[]): string | undefined {
  const types = rarestTypes(papers);
  return types[Math.floor(types.length / 2)];
}

function byFrequency(values: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1]).map(([value]) => value);
}

/** Every filter at once. */
export function allFilters({ years, scores, types: [first] }: FilterValues): Query {
  const { quarter, threeQuarters } = years;
  return { systemType: first, yearStart: quarter, yearEnd: threeQuarters, qualityScoreMin: scores.quarter };
}

/** Requests with several filters at once, one with a search beside them; what one type or sort forgets another may not. */
export function combinations(values: FilterValues): readonly Query[] {
  const { years, word } = values;
  return [
    { ...allFilters(values), sort: 'date' },
    { yearStart: years.quarter, yearEnd: years.middle, sort: 'citations' },
    ...(word === undefined ? [] : [searched(values, word)]),
  ];
}

function searched({ scores, types: [first, second = first] }: FilterValues, search: string): Query {
  return { search, systemType: second, qualityScoreMin: scores.quarter, sort: 'citations' };
}

/** Two filters that leave enough papers for a second page. */
export function pair({ years, types: [first, , third = first] }: FilterValues): Query {
  return { systemType: third, yearStart: years.quarter, sort: 'citations' };
}

/** One year alone: what is above its start and below its end lies on both bounds. */
export function oneYear({ years }: FilterValues): Query {
  return { yearStart: years.middle, yearEnd: years.middle, sort: 'quality' };
}

/** Two types in a sort each: a sort may forget a filter, and a filter a sort. */
export function sortedTypes(second: string | undefined, third: string | undefined): readonly Query[] {
  const sorts = [
    { systemType: second, sort: 'quality' },
    { systemType: third, sort: 'citations' },
  ];
  return sorts.filter(({ systemType }) => systemType !== undefined);
}
