import type { Filter } from '../../contract/document.ts';
import type { Listing } from '../../contract/listing.ts';
import type { Query, Row } from './row.ts';

/** A number behind a value: itself, or the moment of a date. Undefined for whatever has no order that a contract fixes. */
export function measure(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d/u.test(value)) return undefined;
  const moment = Date.parse(value);
  return Number.isNaN(moment) ? undefined : moment;
}

/** The same of a member of an item. */
export function measureOf({ values, measured }: Row, member: string): number | undefined {
  if (measured === undefined) return measure(values[member]);
  if (!(member in measured)) measured[member] = measure(values[member]);
  return measured[member];
}

/** Whether an item passes a filter: `bound` is just so, `unknown` where its member cannot be read or may stand for others. */
export type Passing = 'yes' | 'bound' | 'no' | 'unknown';

export function passes({ member, relation, loose, shown }: Filter, value: string, row: Row): Passing {
  const own = row.values[member];
  if (own === undefined || own === null) return 'unknown';
  const text = textOf(row, member);
  if (loose?.values.includes(text) === true) return 'unknown';
  if (relation === 'equals') return text === value ? 'yes' : shown?.includes(value) === false ? 'unknown' : 'no';
  const [mine, bound] = [measureOf(row, member), measure(value) ?? Number(value)];
  if (mine === undefined || Number.isNaN(bound)) return 'unknown';
  if (mine === bound) return 'bound';
  return mine > bound === (relation === 'at-least') ? 'yes' : 'no';
}

/** A member as text; empty where it is none. */
export function textOf({ values }: Pick<Row, 'values'>, member: string): string {
  const value = values[member];
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

/** The texts of a member that a search looks at: its own, or those of its elements. */
export function searchTextsOf({ values }: Pick<Row, 'values'>, member: string): readonly string[] {
  return [values[member]].flat().filter((value) => typeof value === 'string');
}

/** The filters that a request names. */
export function filtersOf({ filters }: Listing, query: Query): readonly Filter[] {
  return filters.filter(({ parameter }) => query[parameter] !== undefined);
}

/** The text that a request searches for. */
export function searchOf({ search }: Listing, query: Query): string | undefined {
  return search === undefined ? undefined : query[search.parameter];
}

/** The text that a request searches for. Undefined where it is that of the slice: all known items are found by that one. */
export function furtherText(
  { listing, slice }: { readonly listing: Listing; readonly slice: Query },
  query: Query,
): string | undefined {
  const text = searchOf(listing, query);
  return text === searchOf(listing, slice) ? undefined : text;
}

/** The sort that a request is answered by, the default where it names none. */
export function sortOf({ sort, defaults }: Listing, query: Query): string | undefined {
  return sort === undefined ? undefined : (query[sort.parameter] ?? defaults[sort.parameter]);
}

/** The member that a request is sorted by; undefined where only the service knows the order. */
export function sortMember(listing: Listing, query: Query): string | undefined {
  return listing.sort?.by[sortOf(listing, query) ?? ''];
}

export function pageOf({ page, defaults }: Listing, query: Query): number {
  return Number(query[page.parameter] ?? defaults[page.parameter] ?? 1);
}

/** So many items come before the page. */
export function offsetOf(listing: Listing, query: Query): number {
  return Math.round((pageOf(listing, query) - 1) * sizeOf(listing, query));
}

/** The page size that was asked for, or else the declared default; NaN where there is neither. */
export function sizeOf({ size, defaults }: Listing, query: Query): number {
  return Number(query[size.parameter] ?? defaults[size.parameter]);
}

/** What decides which items a request finds: its filters and its search. Equal selections find the same. */
export function selectionOf(listing: Listing, query: Query): string {
  let key = listing.search === undefined ? '' : (query[listing.search.parameter] ?? '');
  // A tab stands in no value of a filter that a model knows.
  for (const { parameter } of listing.filters) key += `\t${query[parameter] ?? ''}`;
  return key;
}

/** The same with the order: requests that agree in it page through one and the same listing. */
export function sequenceOf(listing: Listing, query: Query): string {
  return `${selectionOf(listing, query)} ${sortOf(listing, query) ?? ''}`;
}

/** The same with page and size, defaults filled in: requests that agree in it are to be answered alike. */
export function identityOf(listing: Listing, query: Query): string {
  return `${sequenceOf(listing, query)} ${pageOf(listing, query)} ${sizeOf(listing, query)}`;
}

/** A query with its parameters in the order of the operation, so that a repetition is one for every cache. */
export function inOrder({ schemas }: Listing, query: Query): Query {
  return Object.fromEntries(
    Object.keys(schemas).flatMap((name) => (query[name] === undefined ? [] : [[name, query[name]]])),
  );
}

/** A number for a text, evenly spread and always the same: an order that nothing else follows. */
export function hash(text: string): number {
  let state = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1)
    state = Math.imul(state ^ text.charCodeAt(index), 0x01000193) >>> 0;
  return Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) >>> 0;
}
