/** The members of a group, at least one. */
export type Members<T> = readonly [T, ...T[]];

/** Groups items by their keys, in order, like `Map.groupBy`, which Node 20 lacks. Items without a key are left out. */
export function groupBy<T, K>(
  items: Iterable<T>,
  keyOf: (item: T) => K | undefined,
): ReadonlyMap<Exclude<K, undefined>, Members<T>> {
  const groups = new Map<Exclude<K, undefined>, [T, ...T[]]>();
  for (const item of items) {
    const key = keyOf(item) as Exclude<K, undefined> | undefined;
    if (key === undefined) continue;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

/** How often each item occurs, in the order in which they first occur. */
export function countsOf<T>(items: Iterable<T>): ReadonlyMap<T, number> {
  const counts = new Map<T, number>();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  return counts;
}

/** A group of items with equal values of `common`, which may be an object. */
export interface Group<T, K> {
  readonly common: K;
  readonly members: Members<T>;
}

/** Groups items by the JSON of what `commonOf` returns. Items for which it returns undefined are left out. */
export function groupByValue<T, K>(items: Iterable<T>, commonOf: (item: T) => K | undefined): readonly Group<T, K>[] {
  const withCommon = [...items].flatMap((item) => {
    const common = commonOf(item);
    return common === undefined ? [] : [{ item, common }];
  });
  return [...groupBy(withCommon, ({ common }) => JSON.stringify(common)).values()].map((group) => ({
    common: group[0].common,
    members: group.map(({ item }) => item) as unknown as Members<T>,
  }));
}
