/**
 * The chat's answer as a client reads it: text, with markers in it. Pure functions of the whole text of the answer, so
 * it does not matter how chunks or events cut it.
 */

export type Marker = 'tool-tick' | 'config';

interface Token {
  readonly marker: Marker;
  readonly side: 'opens' | 'closes';
}

const TOKENS: Readonly<Record<string, Token>> = {
  '[SVC_TOOL_TICK]': { marker: 'tool-tick', side: 'opens' },
  '[SVC_TOOL_TICK_END]': { marker: 'tool-tick', side: 'closes' },
  '[SVC_CONFIG_V2_START]': { marker: 'config', side: 'opens' },
  '[SVC_CONFIG_V2_END]': { marker: 'config', side: 'closes' },
};

const TOKEN = /\[SVC_TOOL_TICK\]|\[SVC_TOOL_TICK_END\]|\[SVC_CONFIG_V2_START\]|\[SVC_CONFIG_V2_END\]/gu;

/** What a pair of markers encloses. */
export interface Block {
  readonly marker: Marker;
  readonly content: string;
}

/** A marker that has no partner. */
export interface Stray {
  readonly marker: Marker;
  readonly what: string;
}

export interface Scan {
  readonly blocks: readonly Block[];
  readonly strays: readonly Stray[];
  /** The text outside of the pairs. */
  readonly prose: string;
}

interface Found extends Token {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

interface Pair {
  readonly from: Found;
  readonly to: Found;
}

/** Pairs up the markers of a text; each kind for itself, so that one kind's fault is not told of the other. */
export function scanMarkers(text: string): Scan {
  const found = tokensIn(text);
  const ticks = pairUp(found.filter(({ marker }) => marker === 'tool-tick'));
  const configs = pairUp(found.filter(({ marker }) => marker === 'config'));
  const pairs = [...ticks.pairs, ...configs.pairs].toSorted((a, b) => a.from.start - b.from.start);
  return {
    blocks: pairs.map(({ from, to }) => ({ marker: from.marker, content: text.slice(from.end, to.start) })),
    strays: [...ticks.strays, ...configs.strays, ...cutOff(text)],
    prose: outside(text, pairs),
  };
}

function tokensIn(text: string): readonly Found[] {
  return [...text.matchAll(TOKEN)].flatMap((match) => {
    const token = TOKENS[match[0]];
    return token === undefined
      ? []
      : [{ ...token, text: match[0], start: match.index, end: match.index + match[0].length }];
  });
}

function pairUp(tokens: readonly Found[]): { readonly pairs: readonly Pair[]; readonly strays: readonly Stray[] } {
  const pairs: Pair[] = [];
  const strays: Stray[] = [];
  let open: Found | undefined;
  for (const token of tokens) {
    if (token.side === 'opens') {
      if (open !== undefined) strays.push(unclosed(open));
      open = token;
    } else {
      if (open === undefined) strays.push({ marker: token.marker, what: `${token.text} closes nothing` });
      else pairs.push({ from: open, to: token });
      open = undefined;
    }
  }
  if (open !== undefined) strays.push(unclosed(open));
  return { pairs, strays };
}

function unclosed({ marker, text }: Found): Stray {
  return { marker, what: `${text} is never closed` };
}

// Far enough to tell one kind from the other.
const SHORTEST_START = '[SVC_T'.length;

/** A marker that the end of the text cuts in two. */
function cutOff(text: string): readonly Stray[] {
  const tail = text.slice(text.lastIndexOf('['));
  const token = Object.entries(TOKENS).find(
    ([name]) => tail.length >= SHORTEST_START && tail.length < name.length && name.startsWith(tail),
  );
  return token === undefined ? [] : [{ marker: token[1].marker, what: `the text ends within ${tail}` }];
}

function outside(text: string, pairs: readonly Pair[]): string {
  let prose = '';
  let from = 0;
  for (const pair of pairs) {
    prose += text.slice(from, Math.max(from, pair.from.start));
    from = Math.max(from, pair.to.end);
  }
  return prose + text.slice(from);
}
