import { type Exchange, isSuccess, type Tools } from '../../src/check/index.ts';
import { filtersOf, fits, fulfils, lostIn, queryOf } from './matching.ts';
import { askedFor, countIn, type Found, LARGEST_PAGE, papersOf, type Query } from './search-results.ts';
import { stretch, type Walk, walk } from './walks.ts';

/** Something about it may be a breach: which of its filters is to blame shows only where each stands alone. */
export function isOdd(one: Walk, known: readonly Found[]): boolean {
  const isShort = (page: Exchange) => countIn(page, 'totalCount') < (one.expected ?? 0);
  return one.pages.some((page) => isStrange(page) || isShort(page)) || lostIn(one, known) !== undefined;
}

/** Where requests are few, a search with several filters shows what each of them does, as long as nothing is odd about it. */
export function isSound({ thrifty }: Tools, one: Walk, known: readonly Found[]): boolean {
  return thrifty && !isOdd(one, known);
}

/** Refused, or with papers that do not fulfil what was asked for. */
function isStrange(page: Exchange): boolean {
  return !isSuccess(page) || papersOf(page).some((paper) => !fulfils(page)(paper));
}

/** A filter that is refused alone says nothing of several at once. */
export function isExplainedBy(alone: readonly Walk[], one: Walk): boolean {
  const refusals = alone.filter((other) => isRefused(other));
  return refusals.some((single) => filtersOf(single).every((name) => queryOf(single)[name] === queryOf(one)[name]));
}

const PAGES_OF_ONE_ALONE = 3;

/** Each filter of the odd searches by itself. */
export async function eachAlone(tools: Tools, odd: readonly Walk[]): Promise<readonly Walk[]> {
  const queries = odd
    .filter((one) => filtersOf(one).length > 1)
    .flatMap((one) =>
      filtersOf(one)
        .filter((name) => name !== 'q')
        .map((name): Query => ({ [name]: queryOf(one)[name] })),
    );
  const walks: Walk[] = [];
  for (const query of new Map(queries.map((one) => [JSON.stringify(one), one])).values())
    walks.push(await fromTheStart(tools, query));
  return walks;
}

function fromTheStart(tools: Tools, query: Query): Promise<Walk> {
  return walk(tools, { ...query, pageSize: LARGEST_PAGE }, PAGES_OF_ONE_ALONE);
}

/** Where requests are few, only what may be to blame, and no filter again that was odd by itself. */
export async function suspectsAlone(
  tools: Tools,
  odd: readonly Walk[],
  known: readonly Found[],
): Promise<readonly Walk[]> {
  const walks: Walk[] = [];
  for (const one of odd) {
    const isKnownOdd = (query: Query) => walks.some((other) => isLike(other, query) && isOdd(other, known));
    if (isRefused(one)) walks.push(...(await withoutPages(tools, one)));
    else
      for (const query of suspectsIn(one).filter((filter) => !isKnownOdd(filter)))
        walks.push(...(await aloneLike(tools, one, query, known)));
  }
  return walks;
}

function isRefused({ pages }: Walk): boolean {
  return pages.some((page) => !isSuccess(page));
}

/** It may be the page or its size that was refused; if it is none of the filters alone, it may be all of them at once. */
async function withoutPages(tools: Tools, one: Walk): Promise<readonly Walk[]> {
  const walks: Walk[] = [];
  for (const query of [...suspectsIn(one), filtersAs(one)])
    if (!walks.some((other) => isRefused(other))) walks.push(await stretch(tools, [query]));
  return walks;
}

/** From the start; where nothing is odd there, on the pages that were. */
async function aloneLike(tools: Tools, one: Walk, query: Query, known: readonly Found[]): Promise<readonly Walk[]> {
  const whole = await fromTheStart(tools, query);
  const places = one.pages
    .filter((page) => isStrange(page))
    .map((page) => ({ ...query, pageSize: askedFor(page, 'pageSize'), page: askedFor(page, 'page') }));
  return isOdd(whole, known) || places.length === 0 ? [whole] : [whole, await stretch(tools, places)];
}

function isLike(one: Walk, query: Query): boolean {
  return filtersOf(one).join(' ') === Object.keys(query).join(' ');
}

function filtersAs(one: Walk): Query {
  return Object.fromEntries(filtersOf(one).map((name) => [name, queryOf(one)[name]]));
}

/** The filters that a paper shown does not fulfil; where there is none each, and both years together. */
function suspectsIn(one: Walk): readonly Query[] {
  const { q, ...filters } = filtersAs(one);
  const single = Object.entries(filters).map(([name, value]): Query => ({ [name]: value }));
  if (q === undefined && single.length < 2) return [];
  const missed = single.filter((filter) =>
    one.pages.some((page) => papersOf(page).some((paper) => !fits(filter)(paper))),
  );
  const { yearStart, yearEnd } = filters;
  const years = single.length > 2 ? [{ yearStart, yearEnd }] : [];
  return missed.length > 0 ? missed : [...single, ...years];
}
