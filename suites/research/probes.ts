import { fulfilling } from './matching.ts';
import { type Found, LARGEST_PAGE, type Query } from './search-results.ts';
import { typesByFrequency } from './walks.ts';
import { dividingWord } from './words.ts';

/**
 * The searches that are narrowed, few and rich: each value is tried once, beside other filters where it can be, on small
 * pages and large ones, early and late ones. What goes wrong under several filters is then tried with each alone.
 */
export interface Probe {
  readonly filters: Query;
  /** In about so many pages; in pages of the default size where it is not told. */
  readonly pages?: number;
  readonly longest: number;
}

/** Late enough for a page after the sixth. */
const MANY_PAGES = 7;

export function probesFor(known: readonly Found[], named: readonly string[]): readonly Probe[] {
  const [first, second, third] = exactTypes(known);
  const used = [first, second, third];
  return [
    ...(first === undefined ? [] : [{ filters: { systemType: first }, pages: MANY_PAGES, longest: MANY_PAGES }]),
    ...yearProbes(known),
    ...(second === undefined ? [] : [searchedProbe(known, typeAndYears(known, second))]),
    ...(third === undefined ? [] : [inTwo(typeAndYears(known, third))]),
    ...named
      .filter((type) => !used.includes(type))
      .map((type, index) => ({ filters: besideType(known, type, index), pages: 1, longest: 1 })),
  ];
}

/** With a word that some of the papers lack: where it is forgotten on a later page the total changes. */
function searchedProbe(known: readonly Found[], filters: Query): Probe {
  const q = dividingWord(fulfilling(filters, known).map(({ title }) => title));
  return inTwo({ q, ...filters });
}

function inTwo(filters: Query): Probe {
  return { filters, pages: 2, longest: 2 };
}

/** More papers than the first number fill the default page, and two pages hold as many as the second. */
const DEFAULT_PAGE = 40;
const TWO_DEFAULT_PAGES = 80;

/** The last year up to which papers fill more than one page of the default size, and no more than two; some are left out. */
function earlyYear(years: readonly number[]): number | undefined {
  const upTo = (year: number) => years.filter((other) => other <= year).length;
  const last = years.at(-1);
  return (
    years.findLast((year) => year !== last && upTo(year) > DEFAULT_PAGE && upTo(year) <= TWO_DEFAULT_PAGES) ??
    yearAt(years, 0.4)
  );
}

function yearProbes(known: readonly Found[]): readonly Probe[] {
  const years = usableYears(known);
  const [low, high, recent] = [0.4, 0.65, 0.6].map((part) => yearAt(years, part));
  if (low === undefined || high === undefined || recent === undefined) return [];
  return [
    inTwo({ yearStart: recent }),
    { filters: { yearEnd: earlyYear(years) }, longest: 2 },
    { filters: { yearStart: low, yearEnd: high }, pages: 1, longest: 3 },
    { filters: { yearStart: high, yearEnd: high }, pages: 1, longest: 1 },
  ];
}

function typeAndYears(known: readonly Found[], systemType: string): Query {
  const years = usableYears(known.filter((paper) => paper.systemType === systemType));
  const [yearStart, yearEnd] = [yearAt(years, 0.2), yearAt(years, 0.8)];
  return { systemType, ...(yearStart === undefined ? {} : { yearStart, yearEnd }) };
}

/** A type by itself, with one of the years, or with its own name as the word: each in turn. */
function besideType(known: readonly Found[], systemType: string, index: number): Query {
  const { yearStart, yearEnd } = typeAndYears(known, systemType);
  if (yearStart === undefined) return { systemType };
  const companions: readonly Query[] = [{ yearStart }, { q: systemType }, { yearEnd }, {}];
  return { systemType, ...companions[index % companions.length] };
}

/** In ascending order, within the range that both bounds of a search share. */
export function usableYears(known: readonly Found[]): readonly number[] {
  return known
    .map(({ year }) => year)
    .filter((year) => year >= 1990 && year <= 2100)
    .toSorted((a, b) => a - b);
}

export function yearAt(years: readonly number[], part: number): number | undefined {
  return years[Math.min(years.length - 1, Math.floor(years.length * part))];
}

/** The umbrella under which a target that shows five types may file papers of a finer type, which it may filter by. */
const UMBRELLA = 'BES';

/** The shown types, the most frequent first, under which a target cannot show papers of another type. */
export function exactTypes(known: readonly Found[]): readonly string[] {
  return typesByFrequency(known).filter((type) => type !== UMBRELLA);
}

/** Every search finds the word where it stands in the title. */
function sizeOfSearch(filters: Query, known: readonly Found[], pages: number): number {
  const having = fulfilling(filters, known).filter(({ title }) => title.includes(String(filters['q'])));
  return Math.min(LARGEST_PAGE, Math.max(1, Math.floor(having.length / pages)));
}

/** So many to a page that the expected papers fill the wanted pages; where nobody knows how many there are, a usual number. */
export function pageSizeFor({ filters, pages }: Probe, known: readonly Found[], whole: boolean): number | undefined {
  if (pages === undefined) return undefined;
  if (filters['q'] !== undefined && pages > 1) return sizeOfSearch(filters, known, pages);
  if (!whole) return pages > 2 ? 10 : LARGEST_PAGE;
  return pages === 1
    ? LARGEST_PAGE
    : Math.min(LARGEST_PAGE, Math.max(1, Math.ceil(fulfilling(filters, known).length / pages)));
}
