/** Members that may be undefined become optional; the others stay required. */
type Defined<T> = { [Name in keyof T as undefined extends T[Name] ? never : Name]: T[Name] } & {
  [Name in keyof T as undefined extends T[Name] ? Name : never]?: Exclude<T[Name], undefined>;
};

/** The object without its undefined members, so that its keys are only those with a value. */
export function defined<const T extends object>(members: T): Defined<T> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Defined<T>;
}

/** The items that are neither false nor undefined: `present(first, isThere && second)`. */
export function present<const T>(...items: readonly (T | false | undefined)[]): readonly T[] {
  return items.filter((item): item is T => item !== false && item !== undefined);
}

type Values<T> = Readonly<Record<string, T>>;

export function mapMembers<T, R>(object: Values<T>, change: (value: T, name: string) => R): Values<R> {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value, name)]));
}

/** The object with only the members that are picked. */
export function pickMembers<T>(object: Values<T>, isPicked: (name: string, value: T) => boolean): Values<T> {
  return Object.fromEntries(Object.entries(object).filter(([name, value]) => isPicked(name, value)));
}

/** A JSON value with each element or member changed; a text, a number and the like as it is. */
export function mapBelow(node: unknown, change: (inner: unknown, name: string | number) => unknown): unknown {
  if (typeof node !== 'object' || node === null) return node;
  return Array.isArray(node) ? node.map(change) : mapMembers(node as Values<unknown>, change);
}
