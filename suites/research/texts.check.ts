import {
  answeredWith,
  check,
  type Exchange,
  enough,
  holds,
  isSuccess,
  operationOf,
  accepted,
  successOf,
  type Tools,
} from '../../src/check/index.ts';
import { countIn, listing, search } from './search-results.ts';
import { corpus } from './walks.ts';
import { NONSENSE } from './words.ts';

/** With a letter beyond ASCII, where there are requests to see both kinds of text. */
const ACCENTED = `${NONSENSE}\u00F8`;

export const qNarrows = check({
  clause: 'searchPapers/q-narrows',
  async act(tools) {
    const whole = await wholeListing(tools);
    const odd = tools.thrifty ? await ask(tools, EVERYTHING) : [];
    const narrow = odd.find(
      (answer) => isSuccess(answer) && countIn(answer, 'totalCount') < countIn(whole, 'totalCount'),
    );
    return { whole, found: narrow ?? (await search(tools, { q: tools.thrifty ? NONSENSE : ACCENTED })) };
  },
  given: ({ whole, found }) => [
    accepted(whole),
    accepted(found),
    enough(countIn(whole, 'totalCount') > 0, 'there are no papers'),
  ],
  judge: ({ whole, found }) => [
    holds(countIn(found, 'totalCount') < countIn(whole, 'totalCount'), found, {
      expected: `fewer than all ${countIn(whole, 'totalCount')} papers for a word that none has`,
      actual: countIn(found, 'totalCount'),
    }),
  ],
});

async function wholeListing(tools: Tools): Promise<Exchange> {
  const [large] = tools.thrifty ? (await corpus(tools)).walk.pages : [];
  return large ?? listing(tools);
}

const ODD_TEXTS: Readonly<Record<string, string>> = {
  'text with accents': 'Größe naïve Ångström µΩ 測定',
  'text with quotes': `"it's" „so“ '`,
  'text with wildcard characters': '100%_*?',
  'text with emoji': '🔬⚡👩‍🔬',
  'text with signs of query languages': '\\ (a & !b | :* ) [+~^ -- ; \\',
};

const LONG_TEXTS: Readonly<Record<string, string>> = { 'a thousand characters': 'anode '.repeat(167).slice(0, 1000) };

const ALL_AT_ONCE: Readonly<Record<string, string>> = { 'text of every odd kind': Object.values(ODD_TEXTS).join(' ') };

/** So long that it is mostly a word that nobody writes, so that it narrows a search as that does. */
const EVERYTHING: Readonly<Record<string, string>> = {
  'a thousand characters of every odd kind': `${Object.values(ODD_TEXTS).join(' ')} ${NONSENSE} `.padEnd(
    1000,
    NONSENSE,
  ),
};

/** All kinds at once; each by itself where that is refused, for then it shows nothing of the others. */
export const qTakesAnyText = check({
  clause: 'searchPapers/q-takes-any-text',
  async act(tools) {
    const together = await ask(tools, tools.thrifty ? EVERYTHING : { ...ALL_AT_ONCE, ...LONG_TEXTS });
    const isTaken = together.slice(0, 1).every((answer) => isSuccess(answer));
    const apart = isTaken ? [] : await ask(tools, { ...ODD_TEXTS, ...(tools.thrifty ? LONG_TEXTS : {}) });
    return { answers: [...together, ...apart], plain: await search(tools, {}), keys: keysOf(tools) };
  },
  given: ({ plain }) => [accepted(plain)],
  judge: ({ answers, keys }) => answers.map((answer) => answeredWith(answer, ...keys)),
});

export const qTakesEachText = check({
  clause: 'searchPapers/q-takes-any-text',
  variant: 'thorough',
  depth: 'deep',
  act: async (tools) => ({
    answers: await ask(tools, { ...ODD_TEXTS, ...LONG_TEXTS }),
    plain: await search(tools, {}),
    keys: keysOf(tools),
  }),
  given: ({ plain }) => [accepted(plain)],
  judge: ({ answers, keys }) => answers.map((answer) => answeredWith(answer, ...keys)),
});

async function ask(tools: Tools, texts: Readonly<Record<string, string>>): Promise<readonly Exchange[]> {
  const answers: Exchange[] = [];
  for (const [what, q] of Object.entries(texts))
    answers.push(await tools.send(tools.request('searchPapers').query({ q }).open(what)));
  return answers;
}

function keysOf(tools: Tools): readonly string[] {
  const operation = operationOf(tools.contract, 'searchPapers');
  return [successOf(operation).key, operation.rejects['invalid-query'] ?? ''];
}
