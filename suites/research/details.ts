import { at, type CheckContext, type Exchange, isCuid, NotTested, textAt } from '../../src/check/index.ts';
import { type Found, listing, papersOf } from './search-results.ts';

/**
 * Ids that details can be asked for: the user's, and those of search results where they are CUIDs; from all over the list,
 * where nobody looks into that beside.
 */
export async function knownIds(tools: CheckContext): Promise<readonly string[]> {
  const listed = (await listedPapers(tools)).filter(({ id }) => isCuid(id));
  const { paperCuid } = tools.samples;
  const shares = tools.isWanted('getPaperDetail/listed-id-resolves') ? [] : [0.5, 1];
  const spread = shares.flatMap((share) => listed[Math.round((listed.length - 1) * share)]?.id ?? []);
  return tools.sample([...new Set([...oddIds(listed, paperCuid ?? listed[0]?.id), ...spread])], 2);
}

/** So many papers are opened one by one, from all over the list. */
const MANY = 40;

/** Ids of search results where they are CUIDs, and the user's. */
export async function manyIds(tools: CheckContext): Promise<readonly string[]> {
  const listed = (await listedPapers(tools)).filter(({ id }) => isCuid(id));
  const step = Math.max(1, Math.ceil(listed.length / MANY));
  const spread = listed.filter((_, index) => index % step === 0).map(({ id }) => id);
  return [...new Set([...(await someIds(tools)), ...spread])];
}

/** What searches list on their largest page, which is asked for anyway. */
export async function listedPapers(tools: CheckContext): Promise<readonly Found[]> {
  return papersOf(await listing(tools));
}

/** An id that is asked for anyway, and that of the paper whose abstract is the most in need of cleaning. */
function oddIds(listed: readonly Found[], usual: string | undefined): readonly string[] {
  const faults = ({ abstract }: Found) => FAULTS.filter((fault) => fault.test(abstract)).length;
  const odd = listed
    .filter(({ id }) => id !== usual)
    .toSorted((a, b) => faults(a) - faults(b))
    .at(-1);
  return [usual, odd?.id].filter((id) => id !== undefined);
}

const FAULTS = [/[-\u2010\u00ad]\s*\n/u, /\s{2}/u, /[\n\t\r]/u, /^\s|\s$/u] as const;

/** At least one id; without one nothing can be said of details. */
export async function someIds(tools: CheckContext): Promise<readonly [string, ...string[]]> {
  const [first, ...rest] = await knownIds(tools);
  if (first === undefined)
    throw new NotTested(
      'skip',
      'no CUID of a paper is known: search results carry none',
      'give samples.paperCuid in the target file',
    );
  return [first, ...rest];
}

export function detail(tools: CheckContext, id: string): Promise<Exchange> {
  return tools.send(tools.request('getPaperDetail').path({ id }));
}

export async function knownDetails(tools: CheckContext): Promise<readonly Exchange[]> {
  const details: Exchange[] = [];
  for (const id of await someIds(tools)) details.push(await detail(tools, id));
  return details;
}

interface Revisited {
  readonly first: Exchange;
  readonly second: Exchange;
  readonly misses: readonly Exchange[];
}

/** Known papers, an unknown one, the first once more, the unknown one once more, and right after the first an id beside its own. */
export function revisited(tools: CheckContext): Promise<Revisited> {
  return tools.shared('details asked for again', async () => {
    const [id] = await someIds(tools);
    const [first] = await knownDetails(tools);
    const [near = id, other] = tools.sample([beside(id), tools.unknownId('cuid')]);
    const misses: Exchange[] = [];
    // The first time it may be one that was asked for before, as any unknown id is.
    if (other !== undefined)
      misses.push(
        await tools.send(tools.request('getPaperDetail').path({ id: other }).open('an id that does not exist')),
      );
    const second = await freshDetail(tools, id);
    if (other !== undefined) misses.push(await tools.send(unknown(tools, other)));
    misses.push(await tools.send(unknown(tools, near)));
    return { first: first ?? second, second, misses };
  });
}

function freshDetail(tools: CheckContext, id: string): Promise<Exchange> {
  return tools.send(tools.request('getPaperDetail').path({ id }).fresh());
}

export function unknown(tools: CheckContext, id: string) {
  return tools.request('getPaperDetail').path({ id }).open('a well-formed id that no paper has').fresh();
}

/** An id that differs from a known one in its last character. */
function beside(id: string): string {
  return `${id.slice(0, -1)}${id.endsWith('x') ? 'y' : 'x'}`;
}

/** What tells one paper from another, however blanks and signs are written. */
export function identityOf(exchange: Exchange): string {
  return `${at(exchange, '/data/id')} ${letters(textAt(exchange, '/data/title') ?? '')}`;
}

export function letters(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}
