import {
  accepted,
  type Assertion,
  enough,
  type Exchange,
  every,
  holds,
  isSuccess,
  succeeded,
  type Tools,
} from '../../src/check/index.ts';
import { namedSystemTypes } from '../system-types.ts';
import { fewProbesFor, pageSizeFor, type Probe, probesFor } from './probes.ts';
import { fulfilling, fulfils } from './matching.ts';
import { eachPaper, type Found, LARGEST_PAGE, papersOf, type Query } from './search-results.ts';
import { type Corpus, corpus, isWholeWalk, papersIn, type Walk, walk } from './walks.ts';

/** The searches that a run narrows, and what is known of the papers that they should find. */
export interface Narrowed {
  readonly [name: string]: unknown;
  readonly walks: readonly Walk[];
  readonly known: readonly Found[];
}

/** All narrowed searches, once per run; where several filters at once go wrong, each of them alone as well. */
export function narrowed(tools: Tools): Promise<Narrowed> {
  return tools.shared('narrowed searches', async () => {
    const all = await corpus(tools);
    const walks: Walk[] = [];
    const probes = tools.thrifty ? fewProbesFor(all.papers) : probesFor(all.papers, namedSystemTypes(tools));
    for (const probe of probes) walks.push(await walkOf(tools, probe, all));
    const known = all.papers.map((paper) => outline(paper));
    const alone = await eachAlone(
      tools,
      walks.filter((one) => isOdd(one, known)),
    );
    return { walks: [...walks.filter((one) => !isExplainedBy(alone, one)), ...alone], known };
  });
}

/** The narrowed searches with exactly, or at least, some of the filters. */
export async function narrowedBy(tools: Tools, fits: (names: readonly string[]) => boolean): Promise<Narrowed> {
  const { walks, known } = await narrowed(tools);
  return { walks: walks.filter((one) => fits(filtersOf(one))), known };
}

function walkOf(tools: Tools, probe: Probe, { papers, whole }: Corpus): Promise<Walk> {
  const pageSize = pageSizeFor(probe, papers, whole);
  return walk(tools, { ...probe.filters, ...(pageSize === undefined ? {} : { pageSize }) }, probe.longest);
}

/** Facts of the known papers that judging needs; a whole result would only swell the evidence. */
function outline({ id, year, systemType }: Found): Found {
  return { id, year, systemType, title: '', abstract: '' };
}

const FILTERS = ['q', 'systemType', 'yearStart', 'yearEnd'] as const;

export function queryOf({ pages: [first] }: Walk): Readonly<Record<string, string>> {
  return first?.request.query ?? {};
}

export function filtersOf(one: Walk): readonly string[] {
  return FILTERS.filter((name) => queryOf(one)[name] !== undefined);
}

/** Something about it may be a breach: which of its filters is to blame shows only where each stands alone. */
function isOdd(one: Walk, known: readonly Found[]): boolean {
  const answered = one.pages.every((page) => isSuccess(page));
  const strange = one.pages.some((page) => papersOf(page).some((paper) => !fulfils(page)(paper)));
  const { q, systemType } = queryOf(one);
  return !answered || strange || ((q === undefined || q === systemType) && lostIn(one, known) !== undefined);
}

/** A filter that is refused alone says nothing of several at once. */
function isExplainedBy(alone: readonly Walk[], one: Walk): boolean {
  const refusals = alone.filter(({ pages }) => pages.some((page) => !isSuccess(page)));
  return refusals.some((single) => filtersOf(single).every((name) => queryOf(single)[name] === queryOf(one)[name]));
}

const PAGES_OF_ONE_ALONE = 3;

async function eachAlone(tools: Tools, odd: readonly Walk[]): Promise<readonly Walk[]> {
  const queries = odd
    .filter((one) => filtersOf(one).length > 1)
    .flatMap((one) =>
      filtersOf(one)
        .filter((name) => name !== 'q')
        .map((name): Query => ({ [name]: queryOf(one)[name] })),
    );
  const walks: Walk[] = [];
  for (const query of new Map(queries.map((one) => [JSON.stringify(one), one])).values())
    walks.push(await walk(tools, { ...query, pageSize: LARGEST_PAGE }, PAGES_OF_ONE_ALONE));
  return walks;
}

/** A known paper that fulfils the filters of a search that was seen whole, and does not stand in it. */
export function lostIn(
  one: Walk,
  known: readonly Found[],
  concerns: (paper: Found) => boolean = () => true,
): Found | undefined {
  if (!isWholeWalk(one)) return undefined;
  const ids = new Set(papersIn(one).map(({ id }) => id));
  return fulfilling(queryOf(one), known).find((paper) => concerns(paper) && !ids.has(paper.id));
}

/** Every paper of every answer fulfils what its request asked for; at least one answer has papers. */
export function filtered(answers: readonly Exchange[]): Assertion {
  const filled = answers.filter((answer) => papersOf(answer).length > 0);
  return every(filled, 'filtered result with papers in it', (answer) =>
    eachPaper(
      answer,
      fulfils(answer),
      `papers that fulfil ${JSON.stringify(answer.request.query)}`,
      ({ systemType, year }) => ({ systemType, year }),
    ),
  );
}

/** All answered, and from a corpus in which the filter has something to leave out. */
export function discerning({ walks, known }: Narrowed): readonly Assertion[] {
  const answers = pagesIn(walks).filter((answer) => isSuccess(answer));
  const shown = answers.some((answer) => known.some((paper) => !fulfils(answer)(paper)));
  return [
    ...answers.map((answer) => succeeded(answer)),
    enough(shown, 'no known paper lies outside the filters, so they show nothing'),
  ];
}

export function pagesIn(walks: readonly Walk[]): readonly Exchange[] {
  return walks.flatMap(({ pages }) => pages);
}

/** Each page was accepted, and its papers fulfil every filter. */
export function narrowing({ walks }: Narrowed): readonly Assertion[] {
  const pages = pagesIn(walks);
  return [...pages.map((page) => accepted(page)), filtered(pages)];
}

/** Each known paper that fulfils the filters of a search that was seen whole stands in it. */
export function keepsMatches(
  walks: readonly Walk[],
  known: readonly Found[],
  concerns?: (paper: Found) => boolean,
): Assertion {
  return every(
    walks.filter((one) => isWholeWalk(one)),
    'filtered result that was seen whole',
    (one) => {
      const [answer] = one.pages;
      const lost = lostIn(one, known, concerns);
      const words = {
        expected: `paper ${lost?.id ?? ''} among the results for ${JSON.stringify(queryOf(one))}`,
        actual: `${papersIn(one).length} results without it`,
      };
      return answer === undefined ? enough(false, 'nothing was asked') : holds(lost === undefined, answer, words);
    },
  );
}
