import type { Answer, Exchange } from '../http/exchange.ts';
import { isObject, splitPointer } from '../schema/pointer.ts';

/**
 * Evidence by place: a judge depends on the places of an answer that it reads, and on nothing else. What judges see is a
 * copy of each answer in which the places that break the document are traps: reading one throws `Hidden`, and the
 * comparison that read it falls behind the clause that is broken there. Everything else is judged as it stands.
 */

/** One place of a body that breaks the document, as a JSON Pointer, and the clause that says so. */
export interface BrokenPlace {
  readonly clause: string;
  readonly at: string;
}

/** Thrown where a judge reads a place that breaks the document: what it wanted to know is hidden behind that. */
export class Hidden extends Error {
  override readonly name = 'Hidden';
  readonly clause: string;
  /** What stands there all the same; undefined where nothing does. */
  readonly value: unknown;
  constructor({ clause, at }: BrokenPlace, value: unknown) {
    super(`${at === '' ? 'the body' : at} breaks ${clause}`);
    this.clause = clause;
    this.value = value;
  }
}

/** What the work brings, or what it was hidden behind. */
export function unlessHidden<T>(work: () => T): T | Hidden {
  try {
    return work();
  } catch (error) {
    if (error instanceof Hidden) return error;
    throw error;
  }
}

/**
 * What can be read of each item; an item in which a place that is read breaks the document is left out. Throws `Hidden`
 * where that leaves none.
 */
export function readable<T, R>(items: readonly T[], read: (item: T) => R): readonly R[] {
  const values = items.map((item) => unlessHidden(() => read(item)));
  const told = values.filter((value): value is Exclude<typeof value, Hidden> => !(value instanceof Hidden));
  const hidden = values.find((value) => value instanceof Hidden);
  if (told.length === 0 && hidden !== undefined) throw hidden;
  return told;
}

/** The items of which this can be read, and is so. */
export function where<T>(items: readonly T[], isSo: (item: T) => boolean): readonly T[] {
  return readable(items, (item) => ({ item, kept: isSo(item) }))
    .filter(({ kept }) => kept)
    .map(({ item }) => item);
}

/**
 * A member that serves as a name, whatever its format: an id that is no uuid still tells one record from another. Throws
 * `Hidden` where it is no string at all.
 */
export function identity(item: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const value = unlessHidden(() => item[name]);
  if (value instanceof Hidden && typeof value.value !== 'string') throw value;
  const text = value instanceof Hidden ? value.value : value;
  return typeof text === 'string' ? text : undefined;
}

/** A value for the eye alone, with what stands at its broken places. */
export function untrapped(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.keys(value).map((name) => {
    const member = unlessHidden(() => (value as Readonly<Record<string, unknown>>)[name]);
    return [name, untrapped(member instanceof Hidden ? member.value : member)] as const;
  });
  return Array.isArray(value) ? members.map(([, member]) => member) : Object.fromEntries(members);
}

/** The exchange as judges see it: itself where its answer breaks nothing. */
export function guarded(exchange: Exchange, broken: readonly BrokenPlace[]): Exchange {
  const { outcome } = exchange;
  if (broken.length === 0 || outcome.kind === 'failure') return exchange;
  return { ...exchange, outcome: withTraps(outcome, broken) };
}

function withTraps(answer: Answer, broken: readonly BrokenPlace[]): Answer {
  const holder = trapped({ value: answer.body.json?.value }, broken.map(asTrap));
  return { ...answer, body: { ...answer.body, json: holder as { readonly value: unknown } } };
}

interface Trap {
  readonly path: readonly string[];
  readonly place: BrokenPlace;
}

function asTrap(place: BrokenPlace): Trap {
  return { path: ['value', ...splitPointer(place.at)], place };
}

/** A copy of the value in which reading these places throws; what lies beside them is shared with the original. */
function trapped(value: unknown, traps: readonly Trap[]): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const copy: object = Array.isArray(value) ? [...(value as readonly unknown[])] : { ...value };
  for (const [segment, inner] of bySegment(traps)) {
    const there = Object.hasOwn(value, segment);
    const child = there ? (value as Readonly<Record<string, unknown>>)[segment] : undefined;
    const own = inner.find(({ path }) => path.length === 0);
    if (own === undefined && !there) continue;
    Object.defineProperty(copy, segment, {
      configurable: true,
      enumerable: there,
      ...(own === undefined ? { value: trapped(child, inner) } : { get: () => spring(own.place, child) }),
    });
  }
  return copy;
}

function spring(place: BrokenPlace, value: unknown): never {
  throw new Hidden(place, value);
}

function bySegment(traps: readonly Trap[]): ReadonlyMap<string, readonly Trap[]> {
  const groups = new Map<string, Trap[]>();
  for (const { path, place } of traps) {
    const [segment = '', ...rest] = path;
    groups.set(segment, [...(groups.get(segment) ?? []), { path: rest, place }]);
  }
  return groups;
}

/** Evidence in which every exchange is replaced; what holds none of them stays the same value. */
export function replaceExchanges<E>(evidence: E, replace: (exchange: Exchange) => Exchange): E {
  return replaced(evidence, replace) as E;
}

function replaced(node: unknown, replace: (exchange: Exchange) => Exchange): unknown {
  if (isExchange(node)) return replace(node);
  if (Array.isArray(node))
    return unlessSame(
      node,
      node.map((item) => replaced(item, replace)),
    );
  if (!isObject(node)) return node;
  const copy = Object.entries(node).map(([name, value]) => [name, replaced(value, replace)] as const);
  return copy.some(([name, value]) => value !== node[name]) ? Object.fromEntries(copy) : node;
}

function unlessSame(list: readonly unknown[], copy: readonly unknown[]): readonly unknown[] {
  return copy.some((item, index) => item !== list[index]) ? copy : list;
}

export function isExchange(value: unknown): value is Exchange {
  return typeof value === 'object' && value !== null && 'seq' in value && 'outcome' in value && 'intent' in value;
}
