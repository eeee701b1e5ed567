/** Things that have something in common: there is one of them at least. */
export type Members<T> = readonly [T, ...T[]];

/** `Map.groupBy`, which Node 20 does not have: items by their keys, in order. What has no key is left out. */
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

/** What is common to the members of a group, by value, so that it may have parts. */
export interface Group<T, K> {
  readonly common: K;
  readonly members: Members<T>;
}

/** Items that are alike in all parts of what a function says of each. What it says nothing of is left out. */
export function groupByValue<T, K>(items: Iterable<T>, commonOf: (item: T) => K | undefined): readonly Group<T, K>[] {
  const told = [...items].flatMap((item) => {
    const common = commonOf(item);
    return common === undefined ? [] : [{ item, common }];
  });
  return [...groupBy(told, ({ common }) => JSON.stringify(common)).values()].map((group) => ({
    common: group[0].common,
    members: group.map(({ item }) => item) as unknown as Members<T>,
  }));
}
