import { at, check, every, type Exchange, accepted, textAt, type Tools } from '../../src/check/index.ts';
import { knownDetails } from './details.ts';
import { narrowed } from './filters.ts';
import { finds, type Hunt, huntByWords, huntInAllYears, pagesOfHunts } from './hunts.ts';
import { lostIn, queryOf } from './matching.ts';
import { exactTypes } from './probes.ts';
import { type Found, papersOf, search } from './search-results.ts';
import { knownPapers, papersIn } from './walks.ts';
import { rareWord } from './words.ts';

type Hunts = { readonly hunts: readonly Hunt[] };

function allAnswered({ hunts }: Hunts): ReturnType<typeof accepted>[] {
  return pagesOfHunts(hunts).map((page) => accepted(page));
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

export const qFindsTitle = check({
  clause: 'searchPapers/q-finds-title',
  async act(tools) {
    const papers = papersOfAllKinds(await titledPapers(tools), tools.thrifty ? 1 : MOST_TITLES);
    const [first] = papers;
    if (tools.thrifty && first !== undefined) return { hunts: [await huntInAllYears(tools, first, first.title)] };
    return {
      hunts: await huntsFor(
        tools,
        papers.map((paper) => ({ paper, word: paper.title })),
      ),
    };
  },
  given: allAnswered,
  judge: ({ hunts }) => [every(hunts, 'known paper', (one) => finds(one, 'its title'))],
});

/** Where requests are few, those of the narrowed searches are among them: they come from all over the corpus. */
async function titledPapers(tools: Tools): Promise<readonly Found[]> {
  const narrow = tools.thrifty ? (await narrowed(tools)).walks.flatMap((one) => papersIn(one)) : [];
  return [...(await knownPapers(tools)), ...narrow];
}

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
  for (const paper of known.toReversed().slice(0, 10)) {
    const word = rareWord(paper.abstract, all, `${paper.title} ${paper.systemType}`, true);
    if (word !== undefined) return [{ paper, word }];
  }
  return [];
}

/** The second most frequent type by itself; a type with its own name as the word where papers of it were lost there. */
export const qFindsSystemType = check({
  clause: 'searchPapers/q-finds-system-type',
  async act(tools) {
    const known = await knownPapers(tools);
    const [first, second, third] = exactTypes(known);
    const [usual] = [second, first, third].flatMap((type) => silent(known, type) ?? []);
    const papers = [
      ...(usual === undefined ? [] : [usual]),
      ...(tools.thrifty ? [] : await lostUnderTheirType(tools)).flatMap((type) => silent(known, type) ?? []),
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

function silent(papers: readonly Found[], type: string | undefined): Found | undefined {
  return papers.find((paper) => paper.systemType === type && !`${paper.title} ${paper.abstract}`.includes(type));
}

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
    for (const detail of inGoodOrder(tools, await knownDetails(tools))) {
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

/** The one that was taken from a search comes last, and needs no further search to be known. */
function inGoodOrder({ thrifty }: Tools, details: readonly Exchange[]): readonly Exchange[] {
  return thrifty ? details.toReversed() : details;
}

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
