import { splitPointer } from './pointer.ts';

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
 * `Hidden` where it breaks the document and is no id at all.
 */
export function identity(item: Readonly<Record<string, unknown>>, name: string): string {
  const value = unlessHidden(() => item[name]);
  const id = idText(value instanceof Hidden ? value.value : value);
  if (value instanceof Hidden && id === '') throw value;
  return id;
}

/** An id as it goes into a path; nothing where there is none. Of greater numbers than these JSON.parse makes others. */
export function idText(value: unknown): string {
  return typeof value === 'string' || Number.isSafeInteger(value) ? String(value) : '';
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

/** What a holder holds, without its traps: the original itself, for it may have a hundred thousand members. */
export function original(holder: { readonly value: unknown } | undefined): unknown {
  return holder !== undefined && ORIGINAL in holder ? holder[ORIGINAL] : holder?.value;
}

const ORIGINAL = Symbol('original');

/**
 * A value in a holder, with a trap at each of these places: reading one throws `Hidden`. What lies beside them is shared
 * with the original, and a trap at the root is sprung by reading the holder.
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
    const there = Object.hasOwn(value, segment);
    const child = there ? (value as Readonly<Record<string, unknown>>)[segment] : undefined;
    const own = inner.find(({ path }) => path.length === 0);
    if (own === undefined && !there) continue;
    Object.defineProperty(copy, segment, {
      configurable: true,
      enumerable: there,
      ...(own === undefined ? { value: withTraps(child, inner) } : { get: () => spring(own.place, child) }),
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
