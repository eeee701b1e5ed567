import {
  accepted,
  type Assertion,
  enough,
  type Exchange,
  every,
  holds,
  isSuccess,
  type Tools,
} from '../../src/check/index.ts';
import { namedSystemTypes } from '../system-types.ts';
import { eachAlone, isExplainedBy, isOdd, isSound, suspectsAlone } from './blame.ts';
import { filtersOf, fulfils, isExact, lostIn, queryOf } from './matching.ts';
import { pageSizeFor, type Probe, probesFor } from './probes.ts';
import { eachPaper, type Found, papersOf } from './search-results.ts';
import { fewWalks, isTelling } from './thrifty.ts';
import { type Corpus, corpus, papersIn, type Walk, walk } from './walks.ts';

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
    const walks = await (tools.thrifty ? fewWalks(tools, all) : manyWalks(tools, all));
    const known = all.papers.map((paper) => outline(paper));
    const odd = walks.filter((one) => isOdd(one, known));
    const alone = await (tools.thrifty ? suspectsAlone(tools, odd, known) : eachAlone(tools, odd));
    const telling = tools.thrifty ? walks.filter((one) => isTelling(one)) : walks;
    return { walks: [...telling.filter((one) => !isExplainedBy(alone, one)), ...alone], known };
  });
}

async function manyWalks(tools: Tools, all: Corpus): Promise<readonly Walk[]> {
  const walks: Walk[] = [];
  for (const probe of probesFor(all.papers, namedSystemTypes(tools))) walks.push(await walkOf(tools, probe, all));
  return walks;
}

/** The narrowed searches with exactly, or at least, some of the filters. */
export async function narrowedBy(tools: Tools, fits: (names: readonly string[]) => boolean): Promise<Narrowed> {
  const { walks, known } = await narrowed(tools);
  return { walks: walks.filter((one) => fits(filtersOf(one))), known };
}

/** Those with one filter alone, or else beside others. */
export async function narrowedByOne(tools: Tools, name: string): Promise<Narrowed> {
  const { walks, known } = await narrowed(tools);
  const mine = walks.filter((one) => filtersOf(one).includes(name));
  return { walks: mine.filter((one) => filtersOf(one).length === 1 || isSound(tools, one, known)), known };
}

function walkOf(tools: Tools, probe: Probe, { papers, whole }: Corpus): Promise<Walk> {
  const pageSize = pageSizeFor(probe, papers, whole);
  return walk(tools, { ...probe.filters, ...(pageSize === undefined ? {} : { pageSize }) }, probe.longest);
}

/** Facts of the known papers that judging needs; a whole result would only swell the evidence. */
function outline({ id, year, systemType }: Found): Found {
  return { id, year, systemType, title: '', abstract: '' };
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
    ...answers.map((answer) => accepted(answer)),
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
    walks.filter((one) => isExact(one)),
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
