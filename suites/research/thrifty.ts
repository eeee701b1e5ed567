import { isSuccess, type Tools } from '../../src/check/index.ts';
import { latePages } from '../late-pages.ts';
import { fulfilling } from './matching.ts';
import { exactTypes, usableYears, yearAt } from './probes.ts';
import { askedFor, countIn, type Found, LARGEST_PAGE, type Query } from './search-results.ts';
import { type Corpus, pageCount, stretch, type Walk, walk } from './walks.ts';
import { commonWord } from './words.ts';

/**
 * Where requests are few, all checks share a handful of searches. Each is for another system type and shows many things at
 * once: filters beside each other, the default page, a late page, words. Which filter is to blame is asked only where
 * something is odd.
 */
interface Probe {
  readonly query: Query;
  /** From the first page on, at most so many; or these pages. */
  readonly pages: number | readonly number[];
  /** So many known papers fit. */
  readonly expected: number;
}

/** The answers to those searches, one after the other. */
export async function fewWalks(tools: Tools, { papers, walk: { pages } }: Corpus): Promise<readonly Walk[]> {
  const total = pages[0] === undefined ? Number.NaN : countIn(pages[0], 'totalCount');
  const walks: Walk[] = [];
  for (const probe of probesFor(papers, total)) walks.push(await walkOf(tools, probe));
  return walks;
}

async function walkOf(tools: Tools, { query, pages, expected }: Probe): Promise<Walk> {
  const walked =
    typeof pages === 'number'
      ? await walk(tools, query, pages)
      : await stretch(
          tools,
          pages.map((page) => ({ ...query, page })),
        );
  return { ...walked, expected };
}

/** A page past the end shows nothing, nor does a refusal that may be one of the page or its size. */
export function isTelling({ pages }: Walk): boolean {
  return pages.every((page) => {
    const number = askedFor(page, 'page') ?? 1;
    const isPlain = number === 1 && askedFor(page, 'pageSize') === undefined;
    return isPlain || (isSuccess(page) && (number === 1 || number <= pageCount(pages[0] ?? page)));
  });
}

function probesFor(known: readonly Found[], total: number): readonly Probe[] {
  if (known.length === 0) return [];
  const types = exactTypes(known);
  const [first, second = first, third = first, fourth = third] = types;
  return [
    defaultPages(known, types, known.length / (total || known.length)),
    ...onLatePages(known, [third, second, first]),
    thirdPage(known, fourth),
    upToAYear(known, types.at(-1)),
    ...everything(known, first),
  ].filter(({ expected }) => expected > 0);
}

/** More than one page of the default size, and no more than two, hold about so many papers. */
const TWO_DEFAULT_PAGES = 60;

/** A type between two years, of which there are as many papers as fill two pages of the default size. */
function defaultPages(known: readonly Found[], types: readonly string[], share: number): Probe {
  const wanted = TWO_DEFAULT_PAGES * share;
  const [best = {}] = (types.length === 0 ? [undefined] : types)
    .map((systemType) => ({ systemType, ...windowOf(ofType(known, systemType), wanted) }))
    .toSorted((one, other) => distance(one, known, wanted) - distance(other, known, wanted));
  return probeOf(known, best, 2);
}

const LATE_PAGES = [6, 7] as const;

/**
 * A type with a word, on pages that are late enough to show what the first ones do not, and as small as can be: the first
 * type of which there are so many.
 */
function onLatePages(known: readonly Found[], types: readonly (string | undefined)[]): readonly Probe[] {
  const all = types
    .flatMap((systemType) => withWord(known, { systemType }, LATE_PAGES))
    .map((probe) => ({ ...probe, query: { ...probe.query, pageSize: 1 } }));
  return all
    .filter(({ expected }) => expected >= LATE_PAGES[1])
    .concat(all)
    .slice(0, 1);
}

/** From a year on after which fewer papers follow than came before: that it is forgotten shows on a small page too. */
function thirdPage(known: readonly Found[], systemType: string | undefined): Probe {
  const yearStart = yearAt(usableYears(ofType(known, systemType)), 0.6);
  return placed(known, { systemType, yearStart }, [3]);
}

function upToAYear(known: readonly Found[], systemType: string | undefined): Probe {
  const yearEnd = yearAt(usableYears(ofType(known, systemType)), 0.5);
  return probeOf(known, { systemType, yearEnd, pageSize: LARGEST_PAGE, page: 1 }, 1);
}

/** A type between two years with a word, on the second page. */
function everything(known: readonly Found[], systemType: string | undefined): readonly Probe[] {
  const papers = ofType(known, systemType);
  return withWord(known, { systemType, ...windowOf(papers, papers.length / 2) }, [2]);
}

function ofType(known: readonly Found[], systemType: string | undefined): readonly Found[] {
  return fulfilling({ systemType }, known);
}

function probeOf(known: readonly Found[], query: Query, pages: number): Probe {
  return { query, pages, expected: fulfilling(query, known).length };
}

/** With the word that the most titles have, spelt as it stands there. */
function withWord(known: readonly Found[], filters: Query, pages: readonly number[]): readonly Probe[] {
  const q = commonWord(known.map(({ title }) => title));
  const having = fulfilling(filters, known).filter(({ title }) => title.includes(q));
  return having.length === 0 ? [] : [placed(having, { q, ...filters }, pages)];
}

/** The pages, or the last that there are, in a size of which the known papers fill them. */
function placed(known: readonly Found[], query: Query, pages: readonly number[]): Probe {
  const expected = fulfilling(query, known).length;
  const there = latePages(pages, expected);
  const pageSize = Math.min(LARGEST_PAGE, Math.max(1, Math.floor(expected / Math.max(...there))));
  return { query: { ...query, pageSize }, pages: there, expected };
}

/** Two years with papers outside and about as many from one to the other. */
function windowOf(papers: readonly Found[], wanted: number): Query {
  const years = [...new Set(usableYears(papers))];
  const inner = years.slice(1, -1);
  const windows = inner.flatMap((yearStart) =>
    inner.filter((yearEnd) => yearEnd > yearStart).map((yearEnd) => ({ yearStart, yearEnd })),
  );
  const [best = { yearStart: years[0], yearEnd: years.at(-1) }] = windows.toSorted(
    (one, other) => distance(one, papers, wanted) - distance(other, papers, wanted),
  );
  return best;
}

function distance(query: Query, papers: readonly Found[], wanted: number): number {
  return Math.abs(fulfilling(query, papers).length - wanted);
}
