import type { Paper, Query } from './listing.ts';

/** Filters as they go over the wire; other parameters beside them do not matter. */
export type Filters = Readonly<Record<string, string>>;

/** One test per filter of a request, read back from the request that it was sent with. */
const TESTS: Readonly<Record<string, (paper: Paper, value: string) => boolean>> = {
  systemType: ({ systemType }, value) => systemType === value,
  yearStart: ({ year }, value) => year >= Number(value),
  yearEnd: ({ year }, value) => year <= Number(value),
  qualityScoreMin: ({ qualityScore }, value) => qualityScore >= Number(value),
};

const NAMES = Object.keys(TESTS);

/** The filter that the paper does not pass. */
export function missed(paper: Paper, filters: Filters): string | undefined {
  return NAMES.find((name) => filters[name] !== undefined && TESTS[name]?.(paper, filters[name]) === false);
}

export function fitting(papers: readonly Paper[], query: Query): readonly Paper[] {
  const filters = asked(query);
  return papers.filter((paper) => missed(paper, filters) === undefined);
}

/** The paper passes every filter, and lies on the bound of none. */
function isWellWithin(paper: Paper, filters: Filters): boolean {
  const onBound =
    [filters['yearStart'], filters['yearEnd']].includes(String(paper.year)) ||
    Number(filters['qualityScoreMin']) === paper.qualityScore;
  return missed(paper, filters) === undefined && !onBound;
}

export type Kept = 'well within' | 'on the bound';

/** The papers that the filters have to keep, by where they lie. */
export function keptOf(papers: readonly Paper[], kept: Kept, query: Query): readonly Paper[] {
  const filters = asked(query);
  return fitting(papers, query).filter((paper) => isWellWithin(paper, filters) === (kept === 'well within'));
}

export function asked(query: Query): Filters {
  return Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]));
}

/** Which filters, and whether a search beside them: listings of the same kind show the same clauses. */
export function kindOf(query: Query): string {
  return [...NAMES, 'search'].filter((name) => Object.hasOwn(query, name)).join(' ');
}
