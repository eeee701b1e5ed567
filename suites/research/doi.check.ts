import {
  type Assertion,
  accepted,
  applicable,
  at,
  type CheckContext,
  check,
  type Exchange,
  every,
  holds,
  textAt,
} from '../../src/check/index.ts';
import { knownDetails, letters } from './details.ts';
import { isWhole, LARGEST_PAGE, papersOf, search } from './search-results.ts';

/** A text with a telling part of a DOI in it, and the same text with that part replaced by one that no paper has. */
interface Pair {
  readonly owner: Exchange;
  readonly part: string;
  readonly asked: Exchange;
  /** Asked only where the paper was found. */
  readonly control?: Exchange;
}

export const qDoesNotMatchDoi = check({
  clause: 'searchPapers/search-does-not-match-doi',
  async act(tools) {
    const details = await knownDetails(tools);
    const pairs: Pair[] = [];
    for (const owner of papersWithDoi(tools, details)) pairs.push(...(await pairsFor(tools, owner)));
    return pairs.length > 0 ? { pairs } : { pairs, details };
  },
  given: ({ pairs }) =>
    pairs
      .flatMap(({ asked, control }) => [asked, ...(control === undefined ? [] : [control])])
      .map((answer) => accepted(answer)),
  judge: ({ pairs }) => [
    // Which papers are known by an id, and whether they have a DOI, is the corpus's affair.
    (judging) => applicable(pairs.some(tells), `there is no ${TELLING}`)(judging),
    every(
      pairs.filter((pair) => tells(pair)),
      TELLING,
      (pair) => notThroughDoi(pair),
    ),
  ],
});

const TELLING = 'paper that is known by its id and has a DOI of which no part stands in its text';

/** The paper of the user's DOI, or another one whose DOI is known. */
function papersWithDoi({ samples }: CheckContext, details: readonly Exchange[]): readonly Exchange[] {
  const known = details.filter((exchange) => textAt(exchange, '/data/doi') !== undefined);
  const given = known.filter((exchange) => textAt(exchange, '/data/doi')?.toLowerCase() === samples.doi?.toLowerCase());
  return [...given, ...known].slice(0, 1);
}

async function pairsFor(tools: CheckContext, owner: Exchange): Promise<readonly Pair[]> {
  const doi = textAt(owner, '/data/doi') ?? '';
  const part = tellingPart(doi);
  if (part === undefined) return [];
  const texts = tools.sample([doi, doi.slice(doi.indexOf('/') + 1), `https://doi.org/${doi}`]);
  const pairs: Pair[] = [];
  for (const text of texts) {
    const asked = await searchFor(tools, text);
    pairs.push({
      owner,
      part,
      asked,
      ...(includesOwner(asked, owner)
        ? { control: await searchFor(tools, text.replaceAll(part, otherThan(part))) }
        : {}),
    });
  }
  return pairs;
}

function searchFor(tools: CheckContext, q: string): Promise<Exchange> {
  return search(tools, { q, pageSize: LARGEST_PAGE });
}

/** The longest part between signs, the last of several: what a server that splits words at signs would take for a word. */
function tellingPart(doi: string): string | undefined {
  const parts = doi.split(/[^\p{L}\p{N}]+/u).filter((part) => part.length >= 4);
  return parts.reduce<string | undefined>(
    (longest, part) => (part.length >= (longest?.length ?? 0) ? part : longest),
    undefined,
  );
}

/** The same shape in other signs. */
function otherThan(part: string): string {
  return part.replaceAll(/\d/gu, (digit) => String((Number(digit) + 5) % 10)).replaceAll(/\p{L}/gu, 'q');
}

/** The whole result was seen, and neither the paper's text nor the rest of the words is what finds it. */
function tells(pair: Pair): boolean {
  return (
    isWhole(pair.asked) &&
    (pair.control === undefined || !includesOwner(pair.control, pair.owner)) &&
    !textOf(pair.owner).includes(letters(pair.part))
  );
}

function textOf(owner: Exchange): string {
  return letters(
    ['title', 'abstract', 'journal', 'systemType', 'primarySystemType']
      .map((name) => textAt(owner, `/data/${name}`) ?? '')
      .join(' '),
  );
}

function includesOwner(answer: Exchange, owner: Exchange): boolean {
  return papersOf(answer).some(
    ({ id, title, year }) =>
      id === at(owner, '/data/id') || (title === at(owner, '/data/title') && year === at(owner, '/data/year')),
  );
}

function notThroughDoi({ asked, owner, part }: Pair): Assertion {
  return holds(!includesOwner(asked, owner), asked, {
    expected: `no match of the DOI part ${part}, which stands nowhere else in paper ${String(at(owner, '/data/id'))}`,
    actual: 'that paper among the results',
  });
}
