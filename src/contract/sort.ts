/** The sort parameter. Each value sorts by a member (`by`), or by something that only the service knows (`free`). */
export interface Sort {
  readonly parameter: string;
  readonly by: Readonly<Record<string, string>>;
  readonly free?: readonly string[];
  /** The values that sort ascending, or descending. For others both directions are right, if used consistently. */
  readonly up?: readonly string[];
  readonly down?: readonly string[];
}

/** Ascending (1) or descending (-1). */
export type Direction = 1 | -1;

/** The declared direction of each value. */
export function declaredDirections({ up = [], down = [] }: Partial<Sort> = {}): Map<string, Direction> {
  return new Map<string, Direction>([
    ...up.map((sort) => [sort, 1] as const),
    ...down.map((sort) => [sort, -1] as const),
  ]);
}

/** The directions that the names of values imply: `-price` (JSON:API 1.1, section on sorting), `price:desc`, `price_asc`. */
export function directionsIn(values: readonly string[]): Pick<Sort, 'up' | 'down'> {
  const up = values.filter((value) => /[_:. -]asc$/iu.test(value));
  const down = values.filter((value) => /^-|[_:. -]desc$/iu.test(value));
  return { ...(up.length === 0 ? {} : { up }), ...(down.length === 0 ? {} : { down }) };
}
