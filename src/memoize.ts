/** A function that makes a value on its first call, and later returns the same value. */
export function memoize<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

/** The value under a key. If there is none it is made and stored. A stored `undefined` counts as a value. */
export function getOrMake<K, V>(known: Store<K, V>, key: K, make: () => V): V {
  const before = known.get(key);
  if (before !== undefined || known.has(key)) return before as V;
  const made = make();
  known.set(key, made);
  return made;
}

/** A Map or a WeakMap. */
interface Store<K, V> {
  has(key: K): boolean;
  get(key: K): V | undefined;
  set(key: K, value: V): unknown;
}

/** Keeps the value. A large one is held weakly, and made again if it was collected. */
export function memoizeWeakly<T extends object>(make: () => T, isLarge: (value: T) => boolean): () => T {
  let kept: T | WeakRef<T> | undefined;
  return () => {
    const before = kept instanceof WeakRef ? kept.deref() : kept;
    const value = before ?? make();
    if (before === undefined) kept = isLarge(value) ? new WeakRef(value) : value;
    return value;
  };
}
