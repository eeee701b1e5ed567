import type { CheckContext } from '../../check/check.ts';
import type { RequestBuilder } from '../../check/request.ts';
import { unlessNotTested } from '../../check/verdict.ts';
import { type Contract, operationOf } from '../../contract/contract.ts';
import type { Hidden } from '../../contract/document.ts';
import type { Listing } from '../../contract/listing.ts';
import { atPointer, isObject } from '../../schema/pointer.ts';
import type { Schema } from '../../schema/schema.ts';
import { createReader, keysIn, type Reader, type Row } from './answer.ts';
import { type Learnt, largestPage } from './learn.ts';
import { hash, inOrder } from './values.ts';
import { toWire } from './wire.ts';

type Texts = Readonly<Record<string, readonly string[]>>;

/**
 * Texts that a search looks at and the listing does not show, by the key of their item. Another operation shows them: for the
 * user's sample, or without one for a few listed items. The listed items are opened in any case, so that their answers are
 * judged as well.
 */
export async function hiddenTexts(
  tools: CheckContext,
  listing: Listing,
  reader: Reader,
  { telling }: Learnt,
  count: number,
): Promise<Texts> {
  const hidden = listing.search?.hidden;
  if (hidden === undefined || count === 0) return {};
  const rows = telling.flatMap((exchange) => reader.read(exchange)?.rows ?? []);
  const found: Record<string, readonly string[]> = {};
  const ids = await idsOf(tools, hidden, rows);
  // Not each item has such a text: twice as many are opened at most.
  for (const { key, id } of ids.toSorted((a, b) => hash(a.key) - hash(b.key)).slice(0, count * 2)) {
    if (Object.keys(found).length === count) break;
    const texts = textsIn(await bodyOf(tools, tools.request(hidden.operation).path({ [hidden.path]: id })), hidden);
    if (texts.length > 0) found[key] = texts;
  }
  const sample = await ofTheSample(tools, hidden, rows);
  return Object.keys(sample).length > 0 ? sample : found;
}

/** Of the item that the sample of the target names, where just one of those listed is like it. */
async function ofTheSample(tools: CheckContext, hidden: Hidden, rows: readonly Row[]): Promise<Texts> {
  const sample = await unlessNotTested(() => tools.valid(hidden.operation));
  const body = sample === undefined ? undefined : await bodyOf(tools, sample);
  const item = atPointer(body, hidden.item);
  const signature = isObject(item) ? signatureOf(item, hidden.same) : undefined;
  const key = signature === undefined ? undefined : onlyOnes(rows, hidden.same).get(signature)?.key;
  const texts = textsIn(body, hidden);
  return key === undefined || texts.length === 0 ? {} : { [key]: texts };
}

interface Pair {
  readonly key: string;
  /** The id under which the operation knows the item. */
  readonly id: string;
}

async function idsOf(tools: CheckContext, hidden: Hidden, rows: readonly Row[]): Promise<readonly Pair[]> {
  const takes = pathParameterAccepts(tools, hidden);
  const other = hidden['listed-by'];
  const own = keysIn(rows).map((key) => ({ key, id: key }));
  if (other === undefined) return own.filter(({ id }) => takes(id));
  const elsewhere = onlyOnes(await listedElsewhere(tools, other), hidden.same);
  return [...onlyOnes(rows, hidden.same)].flatMap(([signature, { key }]) => {
    const id = elsewhere.get(signature)?.key;
    return key === undefined || id === undefined || !takes(id) ? [] : [{ key, id }];
  });
}

/** The rows that no other is like in these members, by what they show there. A listing may be of any length: one pass. */
function onlyOnes(rows: readonly Row[], members: readonly string[]): ReadonlyMap<string, Row> {
  const single = new Map<string, Row>();
  const shared = new Set<string>();
  for (const row of rows) {
    const signature = signatureOf(row.values, members);
    if (signature === undefined) continue;
    const before = single.get(signature);
    // The same item may stand on several pages that were read.
    if (before !== undefined && (before.key === undefined || before.key !== row.key)) shared.add(signature);
    single.set(signature, row);
  }
  return new Map([...single].filter(([signature]) => !shared.has(signature)));
}

function signatureOf(values: Readonly<Record<string, unknown>>, members: readonly string[]): string | undefined {
  const signature = members.map((member) => values[member]);
  return signature.includes(undefined) ? undefined : JSON.stringify(signature);
}

/** The first page of another listing, as large as it can be. */
export async function listedElsewhere(
  { contract, request, send }: CheckContext,
  operation: string,
): Promise<readonly Row[]> {
  const listing = contract.listings.get(operation);
  if (listing === undefined) return [];
  const query = inOrder(listing, { ...largestPage(listing), [listing.page.parameter]: '1' });
  const exchange = await unlessNotTested(() => send(request(operation).query(toWire(listing, query))));
  return exchange === undefined ? [] : (createReader({ contract, listing }).read(exchange)?.rows ?? []);
}

/** Whether the path parameter takes an id, as its schema says. */
export function pathParameterAccepts(
  { contract }: CheckContext,
  { operation, path }: Pick<Hidden, 'operation' | 'path'>,
): (id: string) => boolean {
  const schema = operationOf(contract, operation).parameters.find(
    ({ name, in: place }) => place === 'path' && name === path,
  )?.schema;
  return (id) => takesText(contract, schema, id);
}

/** Whether a schema takes what a text of an address stands for. */
export function takesText({ validators }: Contract, schema: Schema | undefined, text: string): boolean {
  if (schema === undefined) return false;
  const { type } = schema;
  const flag = text === 'true' || (text === 'false' ? false : text);
  return validators.compile(schema)(
    type === 'integer' || type === 'number' ? Number(text) : type === 'boolean' ? flag : text,
  );
}

/** What the request is answered with, where that is a success. */
async function bodyOf({ send }: CheckContext, request: RequestBuilder): Promise<unknown> {
  const exchange = await unlessNotTested(() => send(request));
  return exchange?.outcome.kind === 'response' && exchange.outcome.status < 300
    ? exchange.outcome.body.json?.value
    : undefined;
}

function textsIn(body: unknown, { members }: Hidden): readonly string[] {
  return Object.values(members).flatMap((at) => {
    const value = atPointer(body, at);
    return typeof value === 'string' && /\p{L}{3}/u.test(value) && value === value.trim() ? [value] : [];
  });
}
