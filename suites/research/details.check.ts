import {
  type Assertion,
  accepted,
  answeredWith,
  applicable,
  at,
  bodyOf,
  type CheckContext,
  check,
  type Exchange,
  every,
  hasJson,
  holds,
  isObject,
  isUuid,
  notServed,
  refused,
  textAt,
} from '../../src/check/index.ts';
import { notFound } from '../not-found.ts';
import { type AbstractRule, clean, DE_HYPHENATED, hasAbstract, NORMALISED } from './abstracts.ts';
import {
  detail,
  identityOf,
  knownDetails,
  knownIds,
  letters,
  listedPapers,
  manyIds,
  revisited,
  someIds,
  unknown,
} from './details.ts';
import { listing, papersOf, relisted } from './search-results.ts';

interface Asked {
  readonly id: string;
  /** The title under which a search showed this id. */
  readonly title?: string;
  readonly answer: Exchange;
}

/** Where a title differs, somebody may have edited it since it was listed: then the same search again. */
async function openAll(
  tools: CheckContext,
  ids: readonly string[],
): Promise<{ readonly asked: readonly Asked[]; readonly again?: Exchange }> {
  const known = await listedPapers(tools);
  const asked: Asked[] = [];
  for (const id of ids) {
    const title = known.find((paper) => paper.id === id)?.title;
    asked.push({ id, ...(title === undefined ? {} : { title }), answer: await detail(tools, id) });
  }
  return asked.every(({ title, answer }) => isTitled(answer, title))
    ? { asked }
    : { asked, again: await relisted(tools) };
}

function isTitled(answer: Exchange, title: string | undefined): boolean {
  return title === undefined || letters(textAt(answer, '/data/title') ?? '') === letters(title);
}

function isThePaper({ id, title, answer }: Asked, again: Exchange | undefined): readonly Assertion[] {
  const later = again === undefined ? [] : papersOf(again).filter((paper) => paper.id === id);
  return [
    holds(at(answer, '/data/id') === id, answer, {
      at: '/data/id',
      expected: `the id asked for, ${id}`,
      actual: at(answer, '/data/id'),
    }),
    holds(
      [title, ...later.map((paper) => paper.title)].some((one) => isTitled(answer, one)),
      answer,
      {
        at: '/data/title',
        expected: `the paper ${title ?? ''}`,
        actual: at(answer, '/data/title'),
      },
    ),
  ];
}

export const idResolves = check({
  clause: 'getPaperDetail/id-resolves',
  act: async (tools) => openAll(tools, await someIds(tools)),
  given: ({ asked }) => asked.map(({ answer }) => accepted(answer)),
  judge: ({ asked, again }) => asked.flatMap((one) => isThePaper(one, again)),
});

export const eachIdResolves = check({
  clause: 'getPaperDetail/id-resolves',
  variant: 'each',
  depth: 'deep',
  act: async (tools) => openAll(tools, await manyIds(tools)),
  given: ({ asked }) => [applicable(asked.length > 0, 'the search shows no CUID')],
  judge: ({ asked, again }) => [
    every(asked, 'CUID among search results', ({ answer }) => accepted(answer)),
    ...asked.flatMap((one) => isThePaper(one, again)),
  ],
});

/** An answer that is kept per id must be kept under that id: others are asked for in between. */
export const answerIsRepeatable = check({
  clause: 'getPaperDetail/answer-is-repeatable',
  async act(tools) {
    const { first, second } = await revisited(tools);
    const isSame = identityOf(first) === identityOf(second) && abstractOf(first) === abstractOf(second);
    return { first, second, lists: isSame ? [] : [await listing(tools), await relisted(tools)] };
  },
  given: ({ first, second, lists }) => [
    accepted(first),
    accepted(second),
    applicable(!isEdited(textAt(first, '/data/id'), lists), 'the paper was edited during the run'),
  ],
  judge: ({ first, second }) => [
    holds(identityOf(first) === identityOf(second), second, {
      at: '/data',
      expected: identityOf(first),
      actual: identityOf(second),
    }),
    holds(abstractOf(first) === abstractOf(second), second, {
      at: '/data/abstract',
      expected: `the abstract that came before: ${textAt(first, '/data/abstract') ?? 'none'}`,
      actual: textAt(second, '/data/abstract') ?? 'none',
    }),
  ],
});

/** Does the later of two lists show other texts of this paper? */
function isEdited(id: string | undefined, lists: readonly Exchange[] = []): boolean {
  const listed = lists.flatMap(papersOf).filter((paper) => paper.id === id);
  return new Set(listed.map(({ title, abstract }) => letters(title + abstract))).size > 1;
}

function abstractOf(answer: Exchange): string {
  return letters(textAt(answer, '/data/abstract') ?? '');
}

/** Asked for twice, with a known paper between: a miss that was kept, or a hit that was kept under the wrong id. */
export const unknownIdIsNotFound = check({
  clause: 'getPaperDetail/unknown-id-is-not-found',
  rejected: 'unknown-id',
  async act(tools) {
    const known = await knownIds(tools);
    const misses =
      known.length > 0 ? (await revisited(tools)).misses : [await tools.send(unknown(tools, tools.unknownId('cuid')))];
    return {
      misses,
      listing: await listing(tools),
      keys: notFound(tools, 'getPaperDetail'),
    };
  },
  given: ({ listing }) => [accepted(listing)],
  judge: ({ misses, keys }) => [
    ...misses.map((miss) => answeredWith(miss, ...keys)),
    every(misses, 'miss', (miss) =>
      holds(!hasPaper(miss), miss, { at: '/data', expected: 'no paper', actual: at(miss, '/data') }),
    ),
  ],
});

function hasPaper(exchange: Exchange): boolean {
  const body = bodyOf(exchange);
  return isObject(body) && isObject(body['data']);
}

/** Refusals of ids that no reader of CUIDs takes: of a paper's id on the other surface, where there is one, and of words. */
export const malformedIdIsRefused = check({
  clause: 'getPaperDetail/malformed-id-is-refused',
  rejected: 'invalid-path',
  async act(tools) {
    const [uuid = tools.unknownId('uuid')] = await listedUuids(tools);
    return {
      answers: await askFor(tools, tools.sample([uuid, WORDS])),
      listing: await listing(tools),
    };
  },
  given: ({ listing }) => [accepted(listing)],
  judge: ({ answers }) => answers.map((answer) => refused(answer)),
});

export const eachMalformedIdIsRefused = check({
  clause: 'getPaperDetail/malformed-id-is-refused',
  variant: 'thorough',
  depth: 'deep',
  act: async (tools) => ({
    answers: await askFor(tools, [...MALFORMED, tools.unknownId('uuid')]),
    lookups: await lookUp(tools, tools.samples.doi),
    listing: await listing(tools),
  }),
  given: ({ listing }) => [accepted(listing)],
  // What reads the slash of a DOI as that of a path may not find the address, and a website may answer any with its page.
  // oxlint-disable-next-line typescript/no-useless-default-assignment -- a record of an older suite does not have it
  judge: ({ answers, lookups = [] }) => [
    ...answers.map((answer) => refused(answer)),
    ...lookups.filter(hasJson).map(notServed),
  ],
});

/** The contract says that there is no lookup by DOI. */
async function lookUp(tools: CheckContext, doi: string | undefined): Promise<readonly Exchange[]> {
  if (doi === undefined) return [];
  const address = `/api/papers/doi/${encodeURIComponent(doi)}`;
  return [...(await askFor(tools, [doi])), await tools.send(tools.outside('GET', address))];
}

async function askFor(tools: CheckContext, ids: readonly string[]): Promise<readonly Exchange[]> {
  const answers: Exchange[] = [];
  for (const id of ids)
    answers.push(
      await tools.send(
        tools
          .request('getPaperDetail')
          .path({ id })
          .invalid('invalid-path', `the id ${id.slice(0, 40)}, which is no CUID`),
      ),
    );
  return answers;
}

const WORDS = 'not a cuid';

/** No length is stated, and a common validator takes any `c` with eight or more characters behind it that are neither blank nor hyphen. */
const MALFORMED = ['12345', WORDS, 'paper-of-2021'] as const;

/** The versioned surface knows its papers by uuids: they are no ids here. */
async function listedUuids(tools: CheckContext): Promise<readonly string[]> {
  const list = await tools.send(tools.request('listPapers'));
  const id = textAt(list, '/data/papers/0/id');
  return id !== undefined && isUuid(id) ? [id] : [];
}

/** Of known papers at least one has an abstract; of all that anybody opens each is asked besides. */
function abstractCheck(rule: AbstractRule) {
  return check({
    clause: rule.clause,
    act: async (tools) => ({ details: await knownDetails(tools) }),
    given: ({ details }) => [
      ...details.map((exchange) => accepted(exchange)),
      applicable(details.some(hasAbstract), 'the papers that are known have no abstract'),
    ],
    judge: ({ details }) => [
      every(details.filter(hasAbstract), 'known paper with an abstract', (exchange) => clean(exchange, rule)),
    ],
  });
}

export const abstractIsDeHyphenated = abstractCheck(DE_HYPHENATED);

export const abstractWhitespaceIsNormalised = abstractCheck(NORMALISED);
