/** The parameter that orders the items: by a member, or by something that only the service knows. */
export interface Sort {
  readonly parameter: string;
  readonly by: Readonly<Record<string, string>>;
  readonly free?: readonly string[];
  /** The values that order from the smallest up, or from the largest down; of others either way is right, if it is kept. */
  readonly up?: readonly string[];
  readonly down?: readonly string[];
}

/** From the smallest up, or from the largest down. */
export type Direction = 1 | -1;

/** The directions that are declared. */
export function declaredDirections({ up = [], down = [] }: Partial<Sort> = {}): Map<string, Direction> {
  return new Map<string, Direction>([
    ...up.map((sort) => [sort, 1] as const),
    ...down.map((sort) => [sort, -1] as const),
  ]);
}

/** The directions that names tell: `-price` (JSON:API 1.1, section on sorting), `price:desc`, `price_asc`. */
export function directionsIn(values: readonly string[]): Pick<Sort, 'up' | 'down'> {
  const up = values.filter((value) => /[_:. -]asc$/iu.test(value));
  const down = values.filter((value) => /^-|[_:. -]desc$/iu.test(value));
  return { ...(up.length === 0 ? {} : { up }), ...(down.length === 0 ? {} : { down }) };
}
