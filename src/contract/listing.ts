import { defined } from '../defined.ts';
import { hint, SpecError } from '../errors.ts';
import { getOrMake } from '../memoize.ts';
import { isObject, joinPointer } from '../schema/pointer.ts';
import { follow } from '../schema/reference.ts';
import { listedValues, type Schema } from '../schema/schema.ts';
import { schemasAt } from '../schema/schemas-at.ts';
import type { ContractDocument } from './document.ts';
import type { Filter, ListingNode, Summary } from './listing-node.ts';
import { type Operation, successOf } from './operations.ts';
import { directed, waysOfFlag, withDirections } from './sort.ts';

/** A listing that was checked against its operation, with the defaults of its parameters. */
export interface Listing extends Omit<ListingNode, 'total' | 'page' | 'size'> {
  readonly operation: Operation;
  /** The place of the total in the answer, if it has one. */
  readonly total?: string;
  /** The response header with the total, in lower case. */
  readonly totalHeader?: string;
  /** `as`: a page number from 1 or from 0, or an offset. The parameter is '' if there is only one page. */
  readonly page: NonNullable<ListingNode['page']>;
  /** The parameter is '' if the service alone decides on the size. Then `defaults` has it under '' once it is known. */
  readonly size: NonNullable<ListingNode['size']>;
  /** Pointers into a successful answer. All places are relative to them. */
  readonly payloads: readonly string[];
  readonly filters: readonly Filter[];
  readonly summaries: readonly Summary[];
  /** Resolved schemas of the parameters by name. */
  readonly schemas: Readonly<Record<string, Schema>>;
  readonly defaults: Readonly<Record<string, string>>;
  /** The schemas of a declared place; `items/*` is one item. */
  readonly shapes: (place: string) => readonly Schema[];
  /** The schemas of a member of an item; `attributes/name` is one of an object in it. */
  readonly ofMember: (member: string) => readonly Schema[];
}

const KEYS =
  'recognised payload items id total pages page size cursor filters sort search summaries opens section'.split(' ');

/** Reads and checks the `x-listing` of an operation; undefined if it has none. Throws a SpecError with the operation. */
export function readListing(
  document: ContractDocument,
  operations: ReadonlyMap<string, Operation>,
  operation: Operation,
): Listing | undefined {
  const node = operation.node['x-listing'];
  if (node === undefined) return undefined;
  const fail = (what: string): never => {
    throw new SpecError(`x-listing of ${operation.id}: ${what}.`);
  };
  for (const key of Object.keys(node)) if (!KEYS.includes(key)) fail(`unknown key ${key}${hint(key, KEYS)}`);
  const schemas = parameterSchemas(document, operation);
  const payloads = (node.payload ?? [{ at: '' }]).map(({ at }) => at);
  const shapes = shapesOf(document, operation, payloads);
  const ofMember = (member: string): readonly Schema[] => {
    const own = shapes(joinPointer(node.items, '*', member));
    return own.length > 0 ? own : shapes(joinPointer(node.items, '*', ...member.split('/')));
  };
  const { total, page = { parameter: '' }, size = { parameter: '' }, ...rest } = node;
  const listing: Listing = {
    ...rest,
    ...(typeof total === 'object' ? { totalHeader: total.header.toLowerCase() } : defined({ total })),
    page,
    size,
    operation,
    schemas,
    payloads,
    filters: (node.filters ?? []).map((filter) => withShown(filter, ofMember(filter.member))),
    summaries: node.summaries ?? [],
    defaults: defaultsOf(schemas, page, size),
    shapes,
    ofMember,
  };
  assertParameters(listing, fail);
  assertMembers(listing, fail);
  assertOpening(listing, operations, fail);
  return withSortDirections(listing);
}

/** A listing with a parameter for the direction of its sort: each value with each direction is a value of its own. */
function withSortDirections(listing: Listing): Listing {
  const { sort, schemas, defaults } = listing;
  if (sort?.direction === undefined) return listing;
  const { enum: values = [], default: usualWay } = schemas[sort.direction] ?? {};
  const ways = values.some((one) => typeof one === 'string') ? undefined : waysOfFlag(sort.direction);
  const directions = ways === undefined ? values.map(String) : Object.keys(ways);
  const direction = directions.find((one) => (ways?.[one] ?? one) === String(usualWay));
  const value = defaults[sort.parameter];
  const usual = value === undefined || direction === undefined ? value : directed(value, direction);
  return {
    ...listing,
    sort: { ...withDirections(sort, directions, direction), ...defined({ ways }) },
    defaults: {
      ...defaults,
      ...(usual === undefined ? {} : { [sort.parameter]: usual }),
      ...(direction === undefined ? {} : { [sort.direction]: direction }),
    },
  };
}

function parameterSchemas(document: ContractDocument, { parameters }: Operation): Listing['schemas'] {
  return Object.fromEntries(
    parameters
      .filter((parameter) => parameter.in === 'query')
      .map(({ name, schema, pointer }) => [name, follow<Schema>(document, schema, pointer).target]),
  );
}

/**
 * Each default as text; that of a list if it has one value. For a page that is not counted from 1 it is '1': the first page. A
 * size of which the service may give fewer tells nothing of the page without one.
 */
function defaultsOf(
  schemas: Listing['schemas'],
  { parameter, as = 'page' }: Listing['page'],
  size: Listing['size'],
): Listing['defaults'] {
  return Object.fromEntries(
    Object.entries(schemas).flatMap(([name, schema]) => {
      const [value, ...others] = [schema.default].flat();
      if (name === size.parameter && size.fewer === true) return [];
      return (typeof value === 'string' || typeof value === 'number') && others.length === 0
        ? [[name, name === parameter && as !== 'page' ? '1' : String(value)]]
        : [];
    }),
  );
}

function shapesOf(document: ContractDocument, operation: Operation, payloads: Listing['payloads']): Listing['shapes'] {
  const schema = Object.values(successOf(operation).content ?? {})[0]?.schema;
  if (schema === undefined) return () => [];
  const known = new Map<string, readonly Schema[]>();
  return (place) => getOrMake(known, place, () => payloads.flatMap((at) => schemasAt(document, schema, at + place)));
}

/** Adds all values of the member, if each variant lists its values or one under a branch does (it may be the one followed). */
function withShown(filter: Filter, member: readonly Schema[]): Filter {
  const variants = member.filter(({ anyOf }) => anyOf === undefined);
  const named = variants.filter((one) => one.enum !== undefined);
  const isClosed = named.length === variants.length || named.some((one) => one['x-branch'] !== undefined);
  if (filter.relation !== 'equals' || named.length === 0 || !isClosed) return filter;
  return { ...filter, shown: [...new Set(named.flatMap((one) => (listedValues(one) ?? []).map(String)))] };
}

type Fail = (what: string) => never;

function assertParameters({ schemas, page, size, cursor, filters, sort, search }: Listing, fail: Fail): void {
  const named = [
    ...[page, size].filter(({ parameter }) => parameter !== ''),
    ...(cursor?.parameter === undefined ? [] : [{ parameter: cursor.parameter }]),
    ...filters,
    ...(sort ? [sort] : []),
    ...(sort?.direction === undefined ? [] : [{ parameter: sort.direction }]),
    ...(search ? [search] : []),
  ];
  if (page.parameter === '' && size.parameter === '') fail('it has neither a page nor a size; give one of them');
  for (const { parameter } of named)
    if (schemas[parameter] === undefined)
      fail(`the operation has no query parameter ${parameter}${hint(parameter, Object.keys(schemas))}`);
  if (page.as !== undefined && !['page', 'page-from-0', 'offset'].includes(page.as))
    fail(`the page is told as ${page.as}; it is page, page-from-0 or offset`);
  for (const { parameter, relation } of filters)
    if (!['equals', 'at-least', 'at-most'].includes(relation))
      fail(`the filter ${parameter} has the relation ${relation}; it is equals, at-least or at-most`);
  const values = sort === undefined ? [] : [...Object.keys(sort.by), ...(sort.free ?? [])];
  const declared = (sort === undefined ? undefined : schemas[sort.parameter]?.enum) ?? values;
  for (const value of declared)
    if (!values.includes(String(value))) fail(`the sort ${String(value)} is neither by a member nor free`);
  for (const value of values)
    if (!declared.includes(value)) fail(`the schema of ${sort?.parameter} does not know ${value}`);
}

function assertMembers(listing: Listing, fail: Fail): void {
  const { items, total, pages, page, size, cursor, summaries, shapes, ofMember } = listing;
  const next = typeof cursor?.next === 'object' && 'item' in cursor.next ? cursor.next.more : cursor?.next;
  const places = [items, total, pages, page.echo, size.echo, next, ...summaries.map(placeOf)];
  for (const place of places)
    if (typeof place === 'string' && shapes(place).length === 0) fail(`the schema of its success has no ${place}`);
  for (const member of membersIn(listing))
    if (ofMember(member).length === 0) fail(`the schema of its items has no member ${member}`);
}

/** The members of its items that a listing speaks of. */
export function membersIn({ id, filters, sort, search, summaries }: Listing): readonly string[] {
  return [
    id,
    ...filters.map(({ member }) => member),
    ...Object.values(sort?.by ?? {}),
    ...(search?.members ?? []),
    ...summaries.flatMap((one) => ('member' in one ? [one.member] : [])),
  ];
}

/** The place of a summary in the payload. */
export function placeOf(summary: Summary): string {
  return 'total' in summary ? summary.total : 'counts' in summary ? summary.counts : summary.range;
}

function assertOpening({ opens, search }: Listing, operations: ReadonlyMap<string, Operation>, fail: Fail): void {
  const hidden = search?.hidden;
  for (const one of [opens, hidden]) {
    if (one === undefined) continue;
    const operation = operations.get(one.operation);
    if (operation === undefined)
      return fail(`there is no operation ${one.operation}${hint(one.operation, operations.keys())}`);
    if (!operation.parameters.some(({ name, in: place }) => place === 'path' && name === one.path))
      fail(`${one.operation} has no path parameter ${one.path}`);
  }
  const other = hidden?.['listed-by'];
  if (other !== undefined && !isObject(operations.get(other)?.node['x-listing']))
    fail(`${other}, which lists the hidden members, is no listing`);
}
