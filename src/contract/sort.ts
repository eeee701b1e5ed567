import { pickMembers } from '../defined.ts';

/** The sort parameter. Each value sorts by a member (`by`), or by something that only the service knows (`free`). */
export interface Sort {
  readonly parameter: string;
  readonly by: Readonly<Record<string, string>>;
  readonly free?: readonly string[];
  /** The values that sort ascending, or descending. For others both directions are right, if used consistently. */
  readonly up?: readonly string[];
  readonly down?: readonly string[];
  /** The parameter that gives the direction: with `asc` and `desc` as its values, in any case, or a flag called like one of them. */
  readonly direction?: string;
  /** What each direction is on the wire, if that is another word: `desc` is `true` for a flag `descending`. */
  readonly ways?: Readonly<Record<string, string>>;
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
export const DIRECTION = /(?:^|[_:., -])(?<way>asc|desc)$/iu;

/** The directions that values imply by their end, or by a minus: `-price` (JSON:API 1.1, section on sorting). */
export function directionsIn(values: readonly string[]): Pick<Sort, 'up' | 'down'> {
  const wayOf = (value: string) => DIRECTION.exec(value)?.groups?.['way']?.toLowerCase();
  const up = values.filter((value) => wayOf(value) === 'asc');
  const down = values.filter((value) => value.startsWith('-') || wayOf(value) === 'desc');
  return pickMembers({ up, down }, (_, { length }) => length > 0);
}

/** A sort value with the direction that another parameter gives. It is one value for the model, and two on the wire. */
export function directed(value: string, direction: string): string {
  return `${value} ${direction}`;
}

/** The values on the wire of a value from `directed`; undefined for any other value. */
export function splitDirection(value: string): readonly [value: string, direction: string] | undefined {
  const at = value.lastIndexOf(' ');
  return at < 0 || !DIRECTION.test(value) ? undefined : [value.slice(0, at), value.slice(at + 1)];
}

const FLAG = /^(?:is)?(?:(?:sort|order)(?:ing|by|ed)?)?(?:is)?(?<way>asc|desc)(?:ending)?(?:sort|order)?$/iu;

/** What each direction is on the wire for a flag called like one: `descending`, `sortDesc`. Undefined for other names. */
export function waysOfFlag(name: string): Readonly<Record<string, string>> | undefined {
  const way = FLAG.exec(name.replaceAll(/[^a-z]/giu, ''))?.groups?.['way']?.toLowerCase();
  return way === undefined ? undefined : { asc: String(way === 'asc'), desc: String(way === 'desc') };
}

/** A sort whose values have the directions of the other parameter with them. A value alone has one of unknown direction. */
export function withDirections(sort: Sort, directions: readonly string[], usual: string | undefined): Sort {
  const alone = Object.entries(sort.by);
  const both = alone.flatMap(([value, member]) => directions.map((one) => [directed(value, one), member] as const));
  const by = Object.fromEntries(usual === undefined ? [...alone, ...both] : both);
  const free = (sort.free ?? []).flatMap((value) => [value, ...directions.map((one) => directed(value, one))]);
  return { ...sort, by, free, ...directionsIn(both.map(([value]) => value)) };
}
