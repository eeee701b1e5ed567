import type { Tools } from '../../check/check.ts';
import { unlessNotShown } from '../../check/verdict.ts';
import { operationOf } from '../../contract/contract.ts';
import type { Hidden, Listing } from '../../contract/listing.ts';
import { atPointer } from '../../schema/pointer.ts';
import { createReader, type Reader, type Row } from './answer.ts';
import type { Learnt } from './learn.ts';
import { hash } from './values.ts';

type Texts = Readonly<Record<string, readonly string[]>>;

/** What a search looks at and the listing does not show, of a few items, from the operation that tells it. */
export async function hiddenTexts(
  tools: Tools,
  listing: Listing,
  reader: Reader,
  { telling }: Learnt,
  count: number,
): Promise<Texts> {
  const hidden = listing.search?.hidden;
  if (hidden === undefined || count === 0) return {};
  const rows = telling.flatMap((exchange) => reader.read(exchange)?.rows ?? []);
  const pairs = await idsOf(tools, hidden, rows);
  const known: Record<string, readonly string[]> = {};
  for (const { key, id } of pairs.toSorted((a, b) => hash(a.key) - hash(b.key)).slice(0, count * 2)) {
    if (Object.keys(known).length === count) break;
    const texts = await textsOf(tools, hidden, id);
    if (texts.length > 0) known[key] = texts;
  }
  return known;
}

interface Pair {
  readonly key: string;
  /** The id under which the operation knows the item. */
  readonly id: string;
}

async function idsOf(tools: Tools, hidden: Hidden, rows: readonly Row[]): Promise<readonly Pair[]> {
  const takes = accepter(tools, hidden);
  const other = hidden['listed-by'];
  const own = rows.flatMap(({ key, odd }) => (key === undefined || odd === true ? [] : [{ key, id: key }]));
  if (other === undefined) return own.filter(({ id }) => takes(id));
  const told = onlyOnes(rows, other.same);
  const twins = onlyOnes(await listedElsewhere(tools, other.operation), other.same);
  return [...told].flatMap(([shown, { key }]) => {
    const id = twins.get(shown)?.key;
    return key === undefined || id === undefined || !takes(id) ? [] : [{ key, id }];
  });
}

/** The rows that no other is like in these members, by what they show there. A listing may be of any length: one pass. */
function onlyOnes(rows: readonly Row[], members: readonly string[]): ReadonlyMap<string, Row> {
  const single = new Map<string, Row>();
  const shared = new Set<string>();
  for (const row of rows) {
    const shown = shownIn(row, members);
    if (shown === undefined) continue;
    if (single.has(shown)) shared.add(shown);
    single.set(shown, row);
  }
  return new Map([...single].filter(([shown]) => !shared.has(shown)));
}

function shownIn({ values }: Row, members: readonly string[]): string | undefined {
  const shown = members.map((member) => values[member]);
  return shown.includes(undefined) ? undefined : JSON.stringify(shown);
}

/** The first page of the other listing, as large as it can be. */
async function listedElsewhere({ contract, request, send }: Tools, operation: string): Promise<readonly Row[]> {
  const listing = contract.listings.get(operation);
  if (listing === undefined) return [];
  const { page, size, schemas } = listing;
  const ask = {
    [page.parameter]: '1',
    [size.parameter]: String(schemas[size.parameter]?.maximum ?? listing.defaults[size.parameter]),
  };
  const inOrder = Object.fromEntries(
    Object.keys(schemas).flatMap((name) => (ask[name] === undefined ? [] : [[name, ask[name]]])),
  );
  const exchange = await unlessNotShown(() => send(request(operation).query(inOrder)));
  return exchange === undefined ? [] : (createReader({ contract, listing }).read(exchange)?.rows ?? []);
}

/** Whether the path parameter takes an id, as its schema says. */
export function accepter(
  { contract }: Tools,
  { operation, path }: Pick<Hidden, 'operation' | 'path'>,
): (id: string) => boolean {
  const schema = operationOf(contract, operation).parameters.find(
    ({ name, in: place }) => place === 'path' && name === path,
  )?.schema;
  return (id) => schema !== undefined && contract.validators.compile(schema)(id);
}

async function textsOf(
  { request, send }: Tools,
  { operation, path, members }: Hidden,
  id: string,
): Promise<readonly string[]> {
  const exchange = await unlessNotShown(() => send(request(operation).path({ [path]: id })));
  const body =
    exchange?.outcome.kind === 'response' && exchange.outcome.status < 300
      ? exchange.outcome.body.json?.value
      : undefined;
  return Object.values(members).flatMap((at) => {
    const value = atPointer(body, at);
    return typeof value === 'string' && /\p{L}{3}/u.test(value) && value === value.trim() ? [value] : [];
  });
}
