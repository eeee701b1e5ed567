import { defined } from '../defined.ts';
import { groupBy } from '../groups.ts';
import type { Body, Exchange } from '../http/exchange.ts';
import { isObject, joinPointer } from '../schema/pointer.ts';
import { mapInSteps, type Steps } from '../turns.ts';
import { clipped } from './escape.ts';
import type { Finding } from './model.ts';

/** Bodies up to this many characters are kept whole: of exchanges that the report cites, and of all others. */
const EXCERPT = { cited: 16_000, other: 1_000 } as const;

/**
 * What pruning keeps besides the places at fault (`pinned`): list elements, object members, characters of a text. The first
 * that makes the body short enough is taken.
 */
const KEPT = [
  { elements: 3, members: 200, characters: 200 },
  { elements: 1, members: 5, characters: 50 },
] as const;

type Kept = (typeof KEPT)[number] & { readonly pinned: ReadonlySet<string> };

/**
 * Exchanges as a report carries them: without the parsed body, and with long bodies pruned around the places that findings
 * are about. A list element that is left out becomes `…`, so that pointers stay valid.
 */
export function* abridged(
  exchanges: readonly Exchange[],
  findings: readonly Finding[],
  cited: ReadonlySet<number>,
): Steps<readonly Exchange[]> {
  const findingsBySeq = groupBy(findings, ({ exchanges: [shown], at }) => (at === undefined ? undefined : shown));
  return yield* mapInSteps(exchanges, (exchange) => {
    const places = findingsBySeq.get(exchange.seq)?.flatMap(({ at }) => at ?? []) ?? [];
    return shortened(exchange, places, cited.has(exchange.seq) ? EXCERPT.cited : EXCERPT.other);
  });
}

function shortened(
  { discardable: _discardable, ...exchange }: Exchange,
  places: readonly string[],
  excerpt: number,
): Exchange {
  const { outcome } = exchange;
  if (outcome.kind === 'failure') return exchange;
  const { size, utf8, unread } = outcome.body;
  const text = cut(outcome.body, places, excerpt);
  return { ...exchange, outcome: { ...outcome, body: { size, text, utf8, ...defined({ unread }) } } };
}

/** Prunes a long body, which was parsed for judging. If no pruning makes it short enough, it is cut off. */
function cut({ text, json }: Body, places: readonly string[], excerpt: number): string {
  if (text.length <= excerpt) return text;
  const pinned = new Set(places.flatMap(ancestry));
  const pruned = json && KEPT.map((kept) => JSON.stringify(prune(json.value, '', { ...kept, pinned })));
  const short = [...(pruned ?? []), text].find(({ length }) => length <= 2 * excerpt);
  return short ?? `${(pruned?.at(-1) ?? text).slice(0, excerpt)}…`;
}

/** The pointer, and those of all values that contain its place. */
function ancestry(pointer: string): readonly string[] {
  return pointer === '' ? [''] : [pointer, ...ancestry(pointer.slice(0, Math.max(0, pointer.lastIndexOf('/'))))];
}

function prune(value: unknown, at: string, kept: Kept): unknown {
  if (Array.isArray(value))
    return value.map((item: unknown, index) => {
      const pointer = joinPointer(at, index);
      return index < kept.elements || kept.pinned.has(pointer) ? prune(item, pointer, kept) : '…';
    });
  if (isObject(value)) return Object.fromEntries(prunedMembers(value, at, kept));
  return typeof value === 'string' && !kept.pinned.has(at) ? clipped(value, kept.characters) : value;
}

function prunedMembers(
  value: Readonly<Record<string, unknown>>,
  at: string,
  kept: Kept,
): readonly (readonly [string, unknown])[] {
  const names = Object.keys(value);
  const shown = names.filter((name, index) => index < kept.members || kept.pinned.has(joinPointer(at, name)));
  const members = shown.map((name) => [name, prune(value[name], joinPointer(at, name), kept)] as const);
  return shown.length === names.length ? members : [...members, ['…', `${names.length - shown.length} more members`]];
}
