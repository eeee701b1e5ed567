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

/** The end of a value that names its direction: `price:desc`, `price_asc`, `price,asc`. */
export const DIRECTION = /[_:., -](?<way>asc|desc)$/iu;

/** The directions that values imply by their end, or by a minus: `-price` (JSON:API 1.1, section on sorting). */
export function directionsIn(values: readonly string[]): Pick<Sort, 'up' | 'down'> {
  const wayOf = (value: string) => DIRECTION.exec(value)?.groups?.['way']?.toLowerCase();
  const up = values.filter((value) => wayOf(value) === 'asc');
  const down = values.filter((value) => value.startsWith('-') || wayOf(value) === 'desc');
  return { ...(up.length === 0 ? {} : { up }), ...(down.length === 0 ? {} : { down }) };
}
