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
