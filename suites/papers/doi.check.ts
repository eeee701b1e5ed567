import {
  type Assertion,
  accepted,
  at,
  bodyOf,
  type CheckContext,
  check,
  type Exchange,
  every,
  holds,
  isObject,
  isSuccess,
  numberAt,
} from '../../src/check/index.ts';
import { idsOf, largestPage, list, type Paper, papersOf, totalOf } from './listed.ts';

/** What the detail of a paper on the unversioned surface tells beyond the listing. */
interface Detail {
  readonly exchange: Exchange;
  readonly title: string;
  readonly year: number | undefined;
  readonly journal: string | undefined;
  readonly doi: string | undefined;
}

async function detailOf(tools: CheckContext, id: string): Promise<Detail | undefined> {
  const exchange = await tools.send(tools.request('getPaperDetail').path({ id }));
  const title = isSuccess(exchange) ? textOf(exchange, 'title') : undefined;
  return title === undefined
    ? undefined
    : {
        exchange,
        title,
        year: numberAt(exchange, '/data/year'),
        journal: textOf(exchange, 'journal'),
        doi: textOf(exchange, 'doi'),
      };
}

function textOf(exchange: Exchange, field: string): string | undefined {
  const value = at(exchange, `/data/${field}`);
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

/** Ids on the unversioned surface: the user's sample, or what a search lists, bare or wrapped. */
async function unversionedIds(tools: CheckContext): Promise<readonly string[]> {
  if (tools.samples.paperCuid !== undefined) return [tools.samples.paperCuid];
  const body = bodyOf(await tools.send(tools.request('searchPapers').query({ pageSize: 100, page: 1 })));
  const payload = isObject(body) && isObject(body['data']) ? body['data'] : body;
  const papers = isObject(payload) && Array.isArray(payload['papers']) ? (payload['papers'] as readonly unknown[]) : [];
  const listed = papers.flatMap((paper) => (isObject(paper) && typeof paper['id'] === 'string' ? [paper['id']] : []));
  return listed;
}

/** The one listed paper that has this title, of the year that the detail gives; undefined where several might be meant. */
async function listedPaper(tools: CheckContext, { title, year }: Detail): Promise<Paper | undefined> {
  const found = await list(tools, { search: title, page: 1, limit: largestPage(tools) });
  if (totalOf(found) > papersOf(found).length) return undefined;
  const [first, ...others] = papersOf(found).filter(
    (paper) => paper.title === title && (year === undefined || paper.year === year),
  );
  return others.length === 0 ? first : undefined;
}

/** A search for a DOI and for the same pieces in another order: a server that splits words answers both alike. */
interface DoiSearch {
  readonly doi: Exchange;
  readonly shuffled: Exchange;
}

/** The DOI of a paper whose every text is known, and which of its pieces those texts have. */
interface OwnDoi {
  readonly answer: Exchange;
  readonly paper: string;
}

export const searchDoesNotMatchDoi = check({
  clause: 'listPapers/search-does-not-match-doi',
  async act(tools) {
    const { doi } = tools.samples;
    const spellings = doi === undefined ? [] : [doi.toUpperCase(), doi];
    const searches: DoiSearch[] = [];
    const own: OwnDoi[] = [];
    for (const text of tools.sample([...spellings, undefined])) {
      if (text === undefined) own.push(...(await ownDois(tools)));
      else searches.push(await searchFor(tools, text));
    }
    return { searches, own };
  },
  given: ({ searches, own }) =>
    [...searches.flatMap(({ doi, shuffled: other }) => [doi, other]), ...own.map(({ answer }) => answer)].map(
      (answer) => accepted(answer),
    ),
  judge: ({ searches, own }) => [
    every(searches, 'DOI', (search) => noMoreThanShuffled(search)),
    ...own.map((one) => withoutOwnPaper(one)),
  ],
});

/** What finds nothing needs no second search. */
async function searchFor(tools: CheckContext, text: string): Promise<DoiSearch> {
  const search = (words: string) => list(tools, { search: words, page: 1, limit: largestPage(tools) });
  const doi = await search(text);
  return { doi, shuffled: isSuccess(doi) && totalOf(doi) === 0 ? doi : await search(shuffled(text)) };
}

function noMoreThanShuffled({ doi, shuffled: other }: DoiSearch): Assertion {
  return holds(totalOf(doi) <= totalOf(other), doi, {
    expected: `no more than its pieces find in another order: ${totalOf(other)}`,
    actual: `a search for a DOI finds ${totalOf(doi)}`,
    at: '/data/pagination/total',
  });
}

function withoutOwnPaper({ answer, paper }: OwnDoi): Assertion {
  return holds(!idsOf(answer).includes(paper), answer, {
    expected: 'no paper found by its DOI',
    actual: `paper ${paper}, in which no piece of the DOI stands`,
    at: '/data/papers',
  });
}

/** The pieces of a DOI turned round, with the separators left where they are. */
export function shuffled(doi: string): string {
  const separators = doi.match(SEPARATORS) ?? [];
  const pieces = doi.split(SEPARATORS).reverse();
  return pieces.map((piece, index) => piece + (separators[index] ?? '')).join('');
}

const SEPARATORS = /[^\p{L}\p{N}]+/gu;

/** Papers whose detail gives a DOI of which no piece stands in anything that a search looks at. */
async function ownDois(tools: CheckContext): Promise<readonly OwnDoi[]> {
  const own: OwnDoi[] = [];
  for (const id of (await unversionedIds(tools)).slice(0, 1)) {
    const detail = await detailOf(tools, id);
    if (detail?.doi === undefined || explains(detail)) continue;
    const paper = await listedPaper(tools, detail);
    if (paper === undefined || explains(detail, paper)) continue;
    own.push({
      answer: await list(tools, { search: detail.doi, page: 1, limit: largestPage(tools) }),
      paper: paper.id,
    });
  }
  return own;
}

/** Does a piece of the DOI stand in what is told of the paper, in its detail or where it is listed? */
function explains({ doi = '', journal = '', year, exchange }: Detail, paper?: Paper): boolean {
  const told = [JSON.stringify(paper), String(year), journal, JSON.stringify(bodyWithoutDoi(exchange))];
  const texts = told.join(' ').toLowerCase();
  return doi
    .toLowerCase()
    .split(SEPARATORS)
    .some((piece) => piece === '' || texts.includes(piece));
}

/** What the detail tells beside ids and the DOI itself. */
function bodyWithoutDoi(exchange: Exchange): unknown {
  return ['title', 'abstract', 'journal', 'authors', 'systemType', 'primarySystemType'].map((field) =>
    at(exchange, `/data/${field}`),
  );
}
