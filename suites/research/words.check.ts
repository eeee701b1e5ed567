import { answeredWith, at, check, type Exchange, every, operationOf, succeeded, successOf, textAt, type Tools } from '../../src/check/index.ts';
import { knownDetails } from './details.ts';
import { finds, type Hunt, huntByWords, pagesOfHunts } from './hunts.ts';
import { type Found, papersOf, search } from './search-results.ts';
import { exactTypes } from './filters.ts';
import { knownPapers } from './walks.ts';
import { rareWord } from './words.ts';

type Hunts = { readonly hunts: readonly Hunt[] };

function allAnswered({ hunts }: Hunts): ReturnType<typeof succeeded>[] {
  return pagesOfHunts(hunts).map((page) => succeeded(page));
}

export const qFindsTitle = check({
  clause: 'searchPapers/q-finds-title',
  async act(tools) {
    const hunts: Hunt[] = [];
    for (const paper of papersOfAllKinds(await knownPapers(tools))) hunts.push(await huntByWords(tools, paper, paper.title));
    return { hunts };
  },
  given: allAnswered,
  judge: ({ hunts }) => [every(hunts, 'known paper', (one) => finds(one, 'its title'))],
});

/** Titles in which different things may go wrong: plain ones, with letters beyond ASCII, with quotes, with wildcard characters; early and late ones. */
function papersOfAllKinds(known: readonly Found[]): readonly Found[] {
  const titled = known.filter(({ title }) => title.trim() !== '');
  const kinds = [/^[A-Za-z ,.-]+$/u, /\P{ASCII}/u, /["“”]/u, /['’]/u, /%/u, /_/u];
  const ofKinds = kinds.map((kind) => titled.find(({ title }) => kind.test(title)));
  const chosen = [...ofKinds, titled.at(-1)].filter((paper) => paper !== undefined);
  return [...new Map(chosen.map((paper) => [paper.id, paper])).values()];
}

export const qFindsAbstract = check({
  clause: 'searchPapers/q-finds-abstract',
  async act(tools) {
    const known = await knownPapers(tools);
    const hunts: Hunt[] = [];
    for (const { paper, word } of wordsOfAbstracts(known)) hunts.push(await huntByWords(tools, paper, word));
    return { hunts };
  },
  given: allAnswered,
  judge: ({ hunts }) => [every(hunts, 'known paper with a word of its own in the abstract', (one) => finds(one, 'a word of its abstract'))],
});

/** An early word of the first paper's abstract, a late one of others': a search may read the beginning only. */
function wordsOfAbstracts(known: readonly Found[]): readonly { readonly paper: Found; readonly word: string }[] {
  const all = known.map(({ abstract }) => abstract);
  const pick = (paper: Found, late: boolean) => {
    const word = rareWord(paper.abstract, all, `${paper.title} ${paper.systemType}`, late);
    return word === undefined ? [] : [{ paper, word }];
  };
  const early = known.flatMap((paper) => pick(paper, false)).slice(0, 1);
  const late = known.toReversed().slice(0, 10).flatMap((paper) => pick(paper, true)).slice(0, 2);
  return [...early, ...late];
}

export const qFindsSystemType = check({
  clause: 'searchPapers/q-finds-system-type',
  async act(tools) {
    const known = await knownPapers(tools);
    const papers = exactTypes(known).slice(0, 3).flatMap((type) => known.find((paper) => paper.systemType === type && !`${paper.title} ${paper.abstract}`.includes(type)) ?? []);
    const hunts: Hunt[] = [];
    for (const paper of papers) hunts.push(await huntByWords(tools, paper, paper.systemType));
    return { hunts };
  },
  given: allAnswered,
  judge: ({ hunts }) => [every(hunts, 'known paper whose system type stands in neither title nor abstract', (one) => finds(one, 'its system type'))],
});

export const qFindsJournal = check({
  clause: 'searchPapers/q-finds-journal',
  async act(tools) {
    const known = await knownPapers(tools);
    const hunts: Hunt[] = [];
    for (const detail of await knownDetails(tools)) {
      if (hunts.length === 3) break;
      const paper = recordOf(detail, known) ?? (await recordByTitle(tools, detail));
      const journal = textAt(detail, '/data/journal') ?? '';
      const elsewhere = `${paper?.title} ${paper?.abstract}`.toLowerCase();
      if (paper !== undefined && journal !== '' && !elsewhere.includes(journal.toLowerCase())) hunts.push(await huntByWords(tools, paper, journal));
    }
    return { hunts };
  },
  given: allAnswered,
  judge: ({ hunts }) => [every(hunts, 'known paper with a journal', (one) => finds(one, 'its journal'))],
});

/** The search result of a detail. The two routes may name a paper by different ids; then title and year tell. */
function recordOf(detail: Exchange, known: readonly Found[]): Found | undefined {
  const same = known.find(({ id }) => id === at(detail, '/data/id'));
  return same ?? known.find(({ title, year }) => title === at(detail, '/data/title') && year === at(detail, '/data/year'));
}

async function recordByTitle(tools: Tools, detail: Exchange): Promise<Found | undefined> {
  const title = textAt(detail, '/data/title');
  if (title === undefined) return undefined;
  return recordOf(detail, papersOf(await search(tools, { q: title, pageSize: 100 })));
}

export const qTakesAnyText = check({
  clause: 'searchPapers/q-takes-any-text',
  async act(tools) {
    const operation = operationOf(tools.contract, 'searchPapers');
    const answers: Exchange[] = [];
    for (const [what, q] of Object.entries(ODD_TEXTS)) answers.push(await tools.send(tools.request('searchPapers').query({ q }).open(what)));
    return { answers, keys: [successOf(operation).key, operation.rejects['invalid-query'] ?? ''] };
  },
  judge: ({ answers, keys }) => answers.map((answer) => answeredWith(answer, ...keys)),
});

const ODD_TEXTS: Readonly<Record<string, string>> = {
  'text with accents': 'Größe naïve Ångström µΩ 測定',
  'text with quotes': `"it's" „so“ '`,
  'text with wildcard characters': '100%_*?',
  'text with signs of query languages': '\\ (a & !b | :* ) [+~^ -- ;',
  'text with emoji': '🔬⚡👩‍🔬',
  'a thousand characters': 'anode '.repeat(167).slice(0, 1000),
};
