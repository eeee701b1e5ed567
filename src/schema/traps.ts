import { splitPointer } from './pointer.ts';

/** A place of a body that breaks the document, as a JSON Pointer, and the clause that it breaks. */
export interface BrokenPlace {
  readonly clause: string;
  readonly at: string;
}

/** Thrown when a judge reads a place that breaks the document: what the judge needs is hidden behind that clause. */
export class Hidden extends Error {
  override readonly name = 'Hidden';
  readonly clause: string;
  /** The value at that place; undefined if there is none. */
  readonly value: unknown;
  constructor({ clause, at }: BrokenPlace, value: unknown) {
    super(`${at === '' ? 'the body' : at} breaks ${clause}`);
    this.clause = clause;
    this.value = value;
  }
}

/** The result of the work, or the `Hidden` that it throws. */
export function unlessHidden<T>(work: () => T): T | Hidden {
  try {
    return work();
  } catch (error) {
    if (error instanceof Hidden) return error;
    throw error;
  }
}

/**
 * Reads each item. An item is left out if a place that is read breaks the document. Throws `Hidden` if that leaves out all
 * items.
 */
export function readable<T, R>(items: readonly T[], read: (item: T) => R): readonly R[] {
  const values = items.map((item) => unlessHidden(() => read(item)));
  const visible = values.filter((value): value is Exclude<typeof value, Hidden> => !(value instanceof Hidden));
  const hidden = values.find((value) => value instanceof Hidden);
  if (visible.length === 0 && hidden !== undefined) throw hidden;
  return visible;
}

/** The items for which `isSo` can be read and is true. */
export function where<T>(items: readonly T[], isSo: (item: T) => boolean): readonly T[] {
  return readable(items, (item) => ({ item, kept: isSo(item) }))
    .filter(({ kept }) => kept)
    .map(({ item }) => item);
}

/**
 * A member that identifies an item, whatever its format: an id that is no uuid still distinguishes records. Throws `Hidden` if
 * it breaks the document and is no id at all.
 */
export function identity(item: Readonly<Record<string, unknown>>, name: string): string {
  const value = unlessHidden(() => item[name]);
  const id = idText(value instanceof Hidden ? value.value : value);
  if (value instanceof Hidden && id === '') throw value;
  return id;
}

/** An id as text for a path; '' if it is none. An unsafe integer is none, because JSON.parse changes it. */
export function idText(value: unknown): string {
  return typeof value === 'string' || Number.isSafeInteger(value) ? String(value) : '';
}

/** A copy of a value for display only, with the values at its broken places. */
export function untrapped(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.keys(value).map((name) => {
    const member = unlessHidden(() => (value as Readonly<Record<string, unknown>>)[name]);
    return [name, untrapped(member instanceof Hidden ? member.value : member)] as const;
  });
  return Array.isArray(value) ? members.map(([, member]) => member) : Object.fromEntries(members);
}

/** The value of a holder without traps. It is the original and no copy, because it may have a hundred thousand members. */
export function original(holder: { readonly value: unknown } | undefined): unknown {
  return holder !== undefined && ORIGINAL in holder ? holder[ORIGINAL] : holder?.value;
}

const ORIGINAL = Symbol('original');

/**
 * A value in a holder, with a trap at each of these places: reading one throws `Hidden`. Everything beside them is shared
 * with the original. If the root is broken, reading `value` of the holder throws.
 */
export function trapped(value: unknown, broken: readonly BrokenPlace[]): { readonly value: unknown } {
  const holder = withTraps(
    { value },
    broken.map((place) => ({ path: ['value', ...splitPointer(place.at)], place })),
  ) as { readonly value: unknown };
  return Object.defineProperty(holder, ORIGINAL, { value });
}

interface Trap {
  readonly path: readonly string[];
  readonly place: BrokenPlace;
}

function withTraps(value: unknown, traps: readonly Trap[]): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const copy: object = Array.isArray(value) ? [...(value as readonly unknown[])] : { ...value };
  for (const [segment, inner] of bySegment(traps)) {
    const isPresent = Object.hasOwn(value, segment);
    const child = isPresent ? (value as Readonly<Record<string, unknown>>)[segment] : undefined;
    const own = inner.find(({ path }) => path.length === 0);
    if (own === undefined && !isPresent) continue;
    Object.defineProperty(copy, segment, {
      configurable: true,
      enumerable: isPresent,
      ...(own === undefined ? { value: withTraps(child, inner) } : { get: () => throwHidden(own.place, child) }),
    });
  }
  return copy;
}

function throwHidden(place: BrokenPlace, value: unknown): never {
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
