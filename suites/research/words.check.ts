import {
  answeredWith,
  at,
  check,
  enough,
  type Exchange,
  every,
  holds,
  isSuccess,
  operationOf,
  succeeded,
  successOf,
  textAt,
  type Tools,
} from '../../src/check/index.ts';
import { knownDetails } from './details.ts';
import { finds, type Hunt, huntByWords, pagesOfHunts } from './hunts.ts';
import { countIn, type Found, listing, papersOf, search } from './search-results.ts';
import { lostIn, narrowed, queryOf } from './filters.ts';
import { exactTypes } from './probes.ts';
import { knownPapers } from './walks.ts';
import { rareWord } from './words.ts';

type Hunts = { readonly hunts: readonly Hunt[] };

function allAnswered({ hunts }: Hunts): ReturnType<typeof succeeded>[] {
  return pagesOfHunts(hunts).map((page) => succeeded(page));
}

interface Sought {
  readonly paper: Found;
  readonly word: string;
}

async function huntsFor(tools: Tools, sought: readonly Sought[]): Promise<readonly Hunt[]> {
  const hunts: Hunt[] = [];
  for (const { paper, word } of sought) hunts.push(await huntByWords(tools, paper, word));
  return hunts;
}

/** A word that nobody writes. */
const NONSENSE = 'qzxwvkjhgqpfbx';

export const qNarrows = check({
  clause: 'searchPapers/q-narrows',
  act: async (tools) => ({ whole: await listing(tools), found: await search(tools, { q: NONSENSE }) }),
  given: ({ whole, found }) => [
    succeeded(whole),
    succeeded(found),
    enough(countIn(whole, 'totalCount') > 0, 'there are no papers'),
  ],
  judge: ({ whole, found }) => [
    holds(countIn(found, 'totalCount') < countIn(whole, 'totalCount'), found, {
      expected: `fewer than all ${countIn(whole, 'totalCount')} papers for a word that none has`,
      actual: countIn(found, 'totalCount'),
    }),
  ],
});

export const qFindsTitle = check({
  clause: 'searchPapers/q-finds-title',
  async act(tools) {
    return {
      hunts: await huntsFor(
        tools,
        papersOfAllKinds(await knownPapers(tools), tools.thrifty ? 1 : MOST_TITLES).map((paper) => ({
          paper,
          word: paper.title,
        })),
      ),
    };
  },
  given: allAnswered,
  judge: ({ hunts }) => [every(hunts, 'known paper', (one) => finds(one, 'its title'))],
});

/** Titles in which different things may go wrong: letters beyond ASCII, quotes, wildcard characters. */
const KINDS = [/\P{ASCII}/u, /["“”]/u, /['’]/u, /%/u, /_/u, /-/u] as const;

const MOST_TITLES = 3;

/** As few titles as can be that have something of each kind between them, late ones before early ones. */
function papersOfAllKinds(
  known: readonly Found[],
  most: number,
  left: readonly RegExp[] = KINDS,
  chosen: readonly Found[] = [],
): readonly Found[] {
  const titled = known.filter(({ title }) => title.trim() !== '').toReversed();
  const gain = ({ title }: Found) => left.filter((kind) => kind.test(title)).length;
  const [best] = titled.toSorted((a, b) => gain(b) - gain(a));
  if (best === undefined || chosen.length === most || (chosen.length > 0 && gain(best) === 0)) return chosen;
  return papersOfAllKinds(
    known,
    most,
    left.filter((kind) => !kind.test(best.title)),
    [...chosen, best],
  );
}

/** One title of each kind by itself, the first one and the last one. */
export const qFindsEachTitle = check({
  clause: 'searchPapers/q-finds-title',
  variant: 'thorough',
  depth: 'deep',
  async act(tools) {
    const known = (await knownPapers(tools)).filter(({ title }) => title.trim() !== '');
    const papers = [...KINDS.map((kind) => known.find(({ title }) => kind.test(title))), known[0], known.at(-1)].filter(
      (paper) => paper !== undefined,
    );
    return {
      hunts: await huntsFor(
        tools,
        [...new Set(papers)].map((paper) => ({ paper, word: paper.title })),
      ),
    };
  },
  given: allAnswered,
  judge: ({ hunts }) => [every(hunts, 'known paper', (one) => finds(one, 'its title'))],
});

export const qFindsAbstract = check({
  clause: 'searchPapers/q-finds-abstract',
  async act(tools) {
    return { hunts: await huntsFor(tools, wordsOfAbstracts(await knownPapers(tools))) };
  },
  given: allAnswered,
  judge: ({ hunts }) => [
    every(hunts, 'known paper with a word of its own in the abstract', (one) => finds(one, 'a word of its abstract')),
  ],
});

/** A late word of the last paper whose abstract has one of its own: a search may read the beginning only. */
function wordsOfAbstracts(known: readonly Found[]): readonly Sought[] {
  const all = known.map(({ abstract }) => abstract);
  const pick = (paper: Found) => {
    const word = rareWord(paper.abstract, all, `${paper.title} ${paper.systemType}`, true);
    return word === undefined ? [] : [{ paper, word }];
  };
  return known
    .toReversed()
    .slice(0, 10)
    .flatMap((paper) => pick(paper))
    .slice(0, 1);
}

/** The second most frequent type by itself; a type with its own name as the word where papers of it were lost there. */
export const qFindsSystemType = check({
  clause: 'searchPapers/q-finds-system-type',
  async act(tools) {
    const known = await knownPapers(tools);
    const silent = (type: string) =>
      known.find((paper) => paper.systemType === type && !`${paper.title} ${paper.abstract}`.includes(type));
    const [first, second, third] = exactTypes(known);
    const [usual] = [second, first, third].flatMap((type) => (type === undefined ? [] : (silent(type) ?? [])));
    const papers = [
      ...(usual === undefined ? [] : [usual]),
      ...(tools.thrifty ? [] : await lostUnderTheirType(tools)).flatMap((type) => silent(type) ?? []),
    ];
    return {
      hunts: await huntsFor(
        tools,
        papers.map((paper) => ({ paper, word: paper.systemType })),
      ),
    };
  },
  given: allAnswered,
  judge: ({ hunts }) => [
    every(hunts, 'known paper whose system type stands in neither title nor abstract', (one) =>
      finds(one, 'its system type'),
    ),
  ],
});

async function lostUnderTheirType(tools: Tools): Promise<readonly string[]> {
  const { walks, known } = await narrowed(tools);
  return walks
    .filter((one) => queryOf(one)['q'] === queryOf(one)['systemType'] && lostIn(one, known) !== undefined)
    .flatMap((one) => queryOf(one)['systemType'] ?? []);
}

export const qFindsJournal = check({
  clause: 'searchPapers/q-finds-journal',
  async act(tools) {
    const known = await knownPapers(tools);
    const hunts: Hunt[] = [];
    for (const detail of await knownDetails(tools)) {
      if (hunts.length > 0) break;
      const paper = recordOf(detail, known) ?? (await recordByTitle(tools, detail));
      const journal = textAt(detail, '/data/journal') ?? '';
      const elsewhere = `${paper?.title} ${paper?.abstract}`.toLowerCase();
      if (paper !== undefined && journal !== '' && !elsewhere.includes(journal.toLowerCase()))
        hunts.push(await huntByWords(tools, paper, journal));
    }
    return { hunts };
  },
  given: allAnswered,
  judge: ({ hunts }) => [every(hunts, 'known paper with a journal', (one) => finds(one, 'its journal'))],
});

/** The search result of a detail. The two routes may name a paper by different ids; then title and year tell. */
function recordOf(detail: Exchange, known: readonly Found[]): Found | undefined {
  const same = known.find(({ id }) => id === at(detail, '/data/id'));
  return (
    same ?? known.find(({ title, year }) => title === at(detail, '/data/title') && year === at(detail, '/data/year'))
  );
}

async function recordByTitle(tools: Tools, detail: Exchange): Promise<Found | undefined> {
  const title = textAt(detail, '/data/title');
  if (title === undefined) return undefined;
  return recordOf(detail, papersOf(await search(tools, { q: title, pageSize: 100 })));
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

/** All kinds at once; each by itself where that is refused, for then it shows nothing of the others. */
export const qTakesAnyText = check({
  clause: 'searchPapers/q-takes-any-text',
  async act(tools) {
    const together = await ask(tools, { ...ALL_AT_ONCE, ...LONG_TEXTS });
    const apart = together.slice(0, 1).every((answer) => isSuccess(answer)) ? [] : await ask(tools, ODD_TEXTS);
    return { answers: [...together, ...apart], plain: await search(tools, {}), keys: keysOf(tools) };
  },
  given: ({ plain }) => [succeeded(plain)],
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
  given: ({ plain }) => [succeeded(plain)],
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
