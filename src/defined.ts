/** What has a value for certain stays required; what may be undefined becomes optional. */
type Defined<T> = { [Name in keyof T as undefined extends T[Name] ? never : Name]: T[Name] } & {
  [Name in keyof T as undefined extends T[Name] ? Name : never]?: Exclude<T[Name], undefined>;
};

/**
 * The object without the members that are undefined: whoever looks at its names, or writes it down as JSON, sees those alone
 * that have a value.
 */
export function defined<const T extends object>(members: T): Defined<T> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Defined<T>;
}

/** Those that are there: `present(first, isThere && second)`. */
export function present<const T>(...items: readonly (T | false | undefined)[]): readonly T[] {
  return items.filter((item): item is T => item !== false && item !== undefined);
}
