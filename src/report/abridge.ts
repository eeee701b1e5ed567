import { defined } from '../defined.ts';
import { groupBy } from '../groups.ts';
import type { Answer, Body, Exchange } from '../http/exchange.ts';
import { isObject, joinPointer } from '../schema/pointer.ts';
import type { Steps } from '../turns.ts';
import type { Finding } from './model.ts';

/** Characters of a body that a report keeps whole: of an exchange that something cites, and of every other one. */
const EXCERPT = { cited: 16_000, other: 1_000 } as const;

/** Elements of a list, members of an object, and characters of a text, that are kept where nothing is at fault. */
const KEPT = { elements: 3, members: 200, characters: 200 } as const;

/**
 * Exchanges as a report carries them: the parsed twin of a body is left out, and a long body is cut, but never at a place
 * that a finding is about. Elements that are left out become `…`, so that pointers still lead where they led.
 */
export function* abridged(
  exchanges: readonly Exchange[],
  findings: readonly Finding[],
  cited: ReadonlySet<number>,
): Steps<readonly Exchange[]> {
  const placed = groupBy(findings, ({ exchanges: [shown], at }) => (at === undefined ? undefined : shown));
  const short: Exchange[] = [];
  for (const exchange of exchanges) {
    yield;
    const places = placed.get(exchange.seq)?.flatMap(({ at }) => at ?? []) ?? [];
    short.push(shortened(exchange, places, cited.has(exchange.seq) ? EXCERPT.cited : EXCERPT.other));
  }
  return short;
}

function shortened(
  { discardable: _discardable, ...exchange }: Exchange,
  places: readonly string[],
  excerpt: number,
): Exchange {
  const { outcome } = exchange;
  return outcome.kind === 'failure' ? exchange : withText(exchange, outcome, cut(outcome.body, places, excerpt));
}

/** A report has bodies as text alone. */
export function withoutJson(exchange: Exchange): Exchange {
  const { outcome } = exchange;
  return outcome.kind === 'failure' ? exchange : withText(exchange, outcome, outcome.body.text);
}

function withText(exchange: Exchange, outcome: Answer, text: string): Exchange {
  const { size, utf8, unread } = outcome.body;
  return { ...exchange, outcome: { ...outcome, body: { size, text, utf8, ...defined({ unread }) } } };
}

/** What the body says was read when it was judged: a long text is not parsed a second time. */
function cut(body: Body, places: readonly string[], excerpt: number): string {
  const { text } = body;
  if (text.length <= excerpt) return text;
  const { json } = body;
  const pruned = json === undefined ? text : JSON.stringify(prune(json.value, '', new Set(places.flatMap(wayTo))));
  return pruned.length > 2 * excerpt ? `${pruned.slice(0, excerpt)}…` : pruned;
}

/** The pointer, and those of everything around its place. */
function wayTo(pointer: string): readonly string[] {
  return pointer === '' ? [''] : [pointer, ...wayTo(pointer.slice(0, Math.max(0, pointer.lastIndexOf('/'))))];
}

function prune(value: unknown, at: string, ways: ReadonlySet<string>): unknown {
  if (Array.isArray(value))
    return value.map((item: unknown, index) => {
      const pointer = joinPointer(at, index);
      return index < KEPT.elements || ways.has(pointer) ? prune(item, pointer, ways) : '…';
    });
  if (isObject(value)) return Object.fromEntries(prunedMembers(value, at, ways));
  return typeof value === 'string' && value.length > KEPT.characters && !ways.has(at)
    ? `${value.slice(0, KEPT.characters)}…`
    : value;
}

function prunedMembers(
  value: Readonly<Record<string, unknown>>,
  at: string,
  ways: ReadonlySet<string>,
): readonly (readonly [string, unknown])[] {
  const names = Object.keys(value);
  const isKept = (name: string, index: number): boolean => index < KEPT.members || ways.has(joinPointer(at, name));
  const kept = names.length <= KEPT.members ? names : names.filter(isKept);
  const members = kept.map((name) => [name, prune(value[name], joinPointer(at, name), ways)] as const);
  return kept.length === names.length ? members : [...members, ['…', `${names.length - kept.length} more members`]];
}
