import type { Listing } from '../../contract/listing.ts';
import type { Filter } from '../../contract/listing-node.ts';
import type { Direction } from '../../contract/sort.ts';
import type { Query, Row } from './row.ts';

/** The number by which a value is sorted: itself, or the time of a date. Undefined for values without a fixed order. */
export function measure(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d/u.test(value)) return undefined;
  const moment = Date.parse(value);
  return Number.isNaN(moment) ? undefined : moment;
}

/** The same for a member of an item, cached. */
export function measureOf({ values, measured }: Row, member: string): number | undefined {
  if (measured === undefined) return measure(values[member]);
  if (!(member in measured)) measured[member] = measure(values[member]);
  return measured[member];
}

/** The number by which a listing is sorted: the place of a text, if the texts of the known items have an order, or the measure. */
export function sortKey(row: Row, member: string): number | undefined {
  return row.ranks?.[member] ?? measureOf(row, member);
}

/**
 * Does an item pass a filter? `bound`: it equals the bound. `unknown`: its value cannot be read or may stand for others, or it is
 * the same instant as the filter's, written differently.
 */
export type Passing = 'yes' | 'bound' | 'no' | 'unknown';

export function passes(filter: Filter, value: string, row: Row): Passing {
  const { member, relation, open, loose, shown } = filter;
  const own = row.values[member];
  if (own === null && relation !== 'equals') return 'no';
  if (own === undefined || own === null) return 'unknown';
  if (filter.byWords === true) return byWords(elementsOf(row, member), value);
  if (Array.isArray(own)) return elementsOf(row, member).includes(value) ? 'yes' : 'no';
  const text = textOf(row, member);
  if (loose?.values.includes(text) === true) return 'unknown';
  if (relation === 'equals' && text === value) return 'yes';
  const [number, bound] = [measureOf(row, member), measure(value) ?? Number(value)];
  if (relation === 'equals') return number === bound || shown?.includes(value) === false ? 'unknown' : 'no';
  if (number === undefined || Number.isNaN(bound)) return 'unknown';
  if (number === bound) return open === true ? 'unknown' : 'bound';
  return number > bound === (relation === 'at-least') ? 'yes' : 'no';
}

/** A text that shares a word with the value may be found as well, whatever its case. */
function byWords(texts: readonly string[], value: string): Passing {
  if (texts.includes(value)) return 'yes';
  const words = value
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
  return texts.some((text) => words.some((word) => text.toLowerCase().includes(word))) ? 'unknown' : 'no';
}

/** The values of a member by which a filter finds its item, as texts: its own, or those of its elements. */
export function elementsOf({ values }: Pick<Row, 'values'>, member: string): readonly string[] {
  const scalars = [values[member]].flat().filter((one) => ['string', 'number', 'boolean'].includes(typeof one));
  return [...new Set(scalars.map(String))];
}

/** A member as text; empty if it is neither text, number nor boolean. */
export function textOf({ values }: Pick<Row, 'values'>, member: string): string {
  const value = values[member];
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

/** The texts of a member that a search looks at: its own, or those of its elements. */
export function searchTextsOf({ values }: Pick<Row, 'values'>, member: string): readonly string[] {
  return [values[member]].flat().filter((value) => typeof value === 'string');
}

/** Does the searched member contain the text, in any case if the document says that case is ignored? */
export function containsText({ search }: Listing, row: Pick<Row, 'values'>, member: string, text: string): boolean {
  const fold = (one: string) => (search?.ignoresCase === true ? one.toLowerCase() : one);
  return searchTextsOf(row, member).some((one) => fold(one).includes(fold(text)));
}

/** The filters that a request names. */
export function filtersOf({ filters }: Listing, query: Query): readonly Filter[] {
  return filters.filter(({ parameter }) => query[parameter] !== undefined);
}

/** The text that a request searches for. */
export function searchOf({ search }: Listing, query: Query): string | undefined {
  return search === undefined ? undefined : query[search.parameter];
}

/** The text that a request searches for. Undefined if it is that of the slice, which finds all known items. */
export function furtherText(
  { listing, slice }: { readonly listing: Listing; readonly slice: Query },
  query: Query,
): string | undefined {
  const text = searchOf(listing, query);
  return text === searchOf(listing, slice) ? undefined : text;
}

/** The sort of a request, or the default if it names none. */
export function sortOf({ sort, defaults }: Listing, query: Query): string | undefined {
  return sort === undefined ? undefined : (query[sort.parameter] ?? defaults[sort.parameter]);
}

/** The member that a request is sorted by; undefined if only the service knows the order. */
export function sortMember(listing: Listing, query: Query): string | undefined {
  return listing.sort?.by[sortOf(listing, query) ?? ''];
}

/** The declared direction of a sort. A correct service may use either for another one: here it is descending. */
export function directionOf({ sort }: Listing, value = ''): Direction {
  return sort?.up?.includes(value) === true ? 1 : -1;
}

export function pageOf({ page, defaults }: Listing, query: Query): number {
  return Number(query[page.parameter] ?? defaults[page.parameter] ?? 1);
}

/** The number of items before the page. */
export function offsetOf(listing: Listing, query: Query): number {
  return Math.round((pageOf(listing, query) - 1) * sizeOf(listing, query));
}

/** The page size that was asked for, or else the declared default; NaN if there is neither, or if 0 stands for none. */
export function sizeOf({ size, defaults }: Listing, query: Query): number {
  const asked = Number(query[size.parameter] ?? defaults[size.parameter]);
  return asked === 0 ? Number.NaN : asked;
}

/** Does the request ask for a size, or do all pages have one? */
export function isSized({ size }: Listing, query: Query): boolean {
  return size.parameter === '' || query[size.parameter] !== undefined;
}

/** If the document bounds no page and has no default: a larger page may be more than the service serves. */
const MODEST_SIZE = 50;

/** The largest page that may be asked for: what the document allows, or else what it has by default. */
export function largestSize({ schemas, size, defaults }: Listing): number {
  return Number(schemas[size.parameter]?.maximum ?? defaults[size.parameter] ?? MODEST_SIZE);
}

/** What decides which items a request finds: its filters and its search. Equal selections find the same. */
export function selectionOf(listing: Listing, query: Query): string {
  let key = listing.search === undefined ? '' : (query[listing.search.parameter] ?? '');
  // No filter value that a model uses contains a tab.
  for (const { parameter } of listing.filters) key += `\t${query[parameter] ?? ''}`;
  return key;
}

/** The selection with the order. Requests with the same sequence page through the same list. */
export function sequenceOf(listing: Listing, query: Query): string {
  return `${selectionOf(listing, query)} ${sortOf(listing, query) ?? ''}`;
}

/** The sequence with page and size, defaults filled in. Requests with the same identity must get the same items. */
export function identityOf(listing: Listing, query: Query): string {
  return `${sequenceOf(listing, query)} ${pageOf(listing, query)} ${sizeOf(listing, query)}`;
}

/** The query with its parameters in the order of the operation, so that every cache recognizes a repeated request. */
export function inOrder({ schemas }: Listing, query: Query): Query {
  return Object.fromEntries(
    Object.keys(schemas).flatMap((name) => (query[name] === undefined ? [] : [[name, query[name]]])),
  );
}

/** A stable, evenly spread number for a text. Sorting by it gives an order unrelated to any member. */
export function hash(text: string): number {
  let state = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1)
    state = Math.imul(state ^ text.charCodeAt(index), 0x01000193) >>> 0;
  return Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) >>> 0;
}
