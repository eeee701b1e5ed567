import { at, type Exchange, isCuid, NotShown, textAt, type Tools } from '../../src/check/index.ts';
import { knownPapers } from './walks.ts';

/** Ids that details can be asked for: the user's, and those of search results where they are CUIDs, from all over the list. */
export async function knownIds(tools: Tools): Promise<readonly string[]> {
  const listed = (await knownPapers(tools)).map(({ id }) => id).filter((id) => isCuid(id));
  const spread = (tools.thrifty ? [1] : [0, 0.5, 1]).flatMap(
    (share) => listed[Math.round((listed.length - 1) * share)] ?? [],
  );
  const { paperCuid } = tools.samples;
  return [...new Set([...(paperCuid === undefined ? [] : [paperCuid]), ...spread])];
}

/** At least one id; without one nothing can be said of details. */
export async function someIds(tools: Tools): Promise<readonly [string, ...string[]]> {
  const [first, ...rest] = await knownIds(tools);
  if (first === undefined)
    throw new NotShown(
      'skip',
      'no CUID of a paper is known: search results carry none',
      'give samples.paperCuid in the target file',
    );
  return [first, ...rest];
}

export function detail(tools: Tools, id: string): Promise<Exchange> {
  return tools.send(tools.request('getPaperDetail').path({ id }));
}

export async function knownDetails(tools: Tools): Promise<readonly Exchange[]> {
  const details: Exchange[] = [];
  for (const id of await someIds(tools)) details.push(await detail(tools, id));
  return details;
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
