import { type Assertion, enough, type Exchange, every, holds, succeeded, type Tools } from '../../src/check/index.ts';
import { countIn, eachPaper, type Found, idsOf, LARGEST_PAGE, papersOf, type Query, search } from './search-results.ts';
import { knownPapers, typesByFrequency } from './walks.ts';
import { commonWord } from './words.ts';

/** What a search was narrowed to, read back from the request that it was sent with. */
export function fulfils(exchange: Exchange): (paper: Found) => boolean {
  const { systemType, yearStart, yearEnd } = exchange.request.query;
  return (paper) =>
    (systemType === undefined || paper.systemType === systemType) &&
    (yearStart === undefined || paper.year >= Number(yearStart)) &&
    (yearEnd === undefined || paper.year <= Number(yearEnd));
}

/** Every paper of every answer fulfils what its request asked for; at least one answer has papers. */
export function filtered(answers: readonly Exchange[]): Assertion {
  const filled = answers.filter((answer) => papersOf(answer).length > 0);
  return every(filled, 'filtered result with papers in it', (answer) =>
    eachPaper(answer, fulfils(answer), `papers that fulfil ${JSON.stringify(answer.request.query)}`, ({ systemType, year }) => ({ systemType, year })));
}

/** All answered, and from a corpus in which the filter has something to leave out. */
export function discerning(answers: readonly Exchange[], known: readonly Found[]): readonly Assertion[] {
  const shown = answers.some((answer) => known.some((paper) => !fulfils(answer)(paper)));
  return [...answers.map((answer) => succeeded(answer)), enough(shown, 'no known paper lies outside the filters, so they show nothing')];
}

/** The years that filters are tried with: near the first, the middle and the last known one, within the range of both bounds. */
export function telltaleYears(known: readonly Found[]): readonly number[] {
  const years = known.map(({ year }) => year).filter((year) => year >= 1990 && year <= 2100).toSorted((a, b) => a - b);
  const at = (share: number) => years[Math.min(years.length - 1, Math.floor(years.length * share))];
  return [...new Set([at(0.1), at(0.5), at(0.9)])].filter((year) => year !== undefined);
}

/** The umbrella under which a target that shows five types may file papers of a finer type, which it may filter by. */
const UMBRELLA = 'BES';

/** The shown types, the most frequent first, under which a target cannot show papers of another type. */
export function exactTypes(known: readonly Found[]): readonly string[] {
  return typesByFrequency(known).filter((type) => type !== UMBRELLA);
}

/** The first page of a result is all of it. */
export function isComplete(answer: Exchange): boolean {
  return countIn(answer, 'totalCount') <= LARGEST_PAGE && answer.request.query['page'] === undefined;
}

/** Each known paper that fulfils the filters of a complete answer stands in it. */
export function keepsMatches(answers: readonly Exchange[], known: readonly Found[]): Assertion {
  return every(answers.filter((answer) => isComplete(answer)), 'filtered result that was seen whole', (answer) => {
    const ids = new Set(idsOf(answer));
    const lost = known.find((paper) => fulfils(answer)(paper) && !ids.has(paper.id));
    return holds(lost === undefined, answer, { expected: `paper ${lost?.id ?? ''} among the results for ${JSON.stringify(answer.request.query)}`, actual: `${ids.size} results without it` });
  });
}

/** Filters that are tried together; each known paper fulfils some of them and not others. */
export interface Combination {
  readonly systemType: string;
  readonly yearStart: number;
  readonly yearEnd: number;
  readonly q: string;
}

export async function combination(tools: Tools): Promise<Combination | undefined> {
  const known = await knownPapers(tools);
  const [low, middle, high] = telltaleYears(known);
  const [first, second = first] = exactTypes(known);
  if (second === undefined || low === undefined) return undefined;
  return { systemType: second, yearStart: middle ?? low, yearEnd: high ?? middle ?? low, q: commonWord(known.map(({ title }) => title)) };
}

/** The answers to several queries, the second page of a small page size among them, where a filter may be forgotten. */
export async function answersTo(tools: Tools, queries: readonly Query[]): Promise<readonly Exchange[]> {
  const answers: Exchange[] = [];
  for (const query of queries) answers.push(await search(tools, { ...query, pageSize: LARGEST_PAGE }));
  return answers;
}
