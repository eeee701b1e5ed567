import type { CheckContext } from '../../check/check.ts';
import { bodyOf, isSuccess } from '../../check/judges.ts';
import type { RequestBuilder } from '../../check/request.ts';
import { unlessNotTested } from '../../check/verdict.ts';
import { type Contract, operationOf } from '../../contract/contract.ts';
import type { ContractDocument } from '../../contract/document.ts';
import type { Listing } from '../../contract/listing.ts';
import type { Hidden } from '../../contract/listing-node.ts';
import { segmentIn } from '../../contract/path-names.ts';
import { atPointer, isObject } from '../../schema/pointer.ts';
import { follow } from '../../schema/reference.ts';
import type { Schema } from '../../schema/schema.ts';
import { createReader, keysIn, type Reader, type Row } from './answer.ts';
import { type Learnt, largestPage } from './learn.ts';
import { hash, inOrder } from './values.ts';
import { toWire } from './wire.ts';

type Texts = Readonly<Record<string, readonly string[]>>;

/**
 * Texts that a search looks at and the listing does not show, by the key of their item. Another operation shows them: for the
 * user's sample item, or without a sample for a few listed items. The run opens the listed items in any case, so that their
 * answers are judged too.
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
  // Some items have no such text, so at most twice the wanted number is opened.
  for (const { key, id } of ids.toSorted((a, b) => hash(a.key) - hash(b.key)).slice(0, count * 2)) {
    if (Object.keys(found).length === count) break;
    const texts = textsIn(await bodyFor(tools, tools.request(hidden.operation).path({ [hidden.path]: id })), hidden);
    if (texts.length > 0) found[key] = texts;
  }
  const sample = await textsOfSample(tools, hidden, rows);
  return Object.keys(sample).length > 0 ? sample : found;
}

/** The texts of the target's sample item, if exactly one listed item has the same values in the `same` members. */
async function textsOfSample(tools: CheckContext, hidden: Hidden, rows: readonly Row[]): Promise<Texts> {
  const sample = await unlessNotTested(() => tools.valid(hidden.operation));
  const body = sample === undefined ? undefined : await bodyFor(tools, sample);
  const item = atPointer(body, hidden.item);
  const signature = isObject(item) ? signatureOf(item, hidden.same) : undefined;
  const key = signature === undefined ? undefined : uniqueRows(rows, hidden.same).get(signature)?.key;
  const texts = textsIn(body, hidden);
  return key === undefined || texts.length === 0 ? {} : { [key]: texts };
}

interface ItemId {
  readonly key: string;
  /** The id under which the operation knows the item. */
  readonly id: string;
}

async function idsOf(tools: CheckContext, hidden: Hidden, rows: readonly Row[]): Promise<readonly ItemId[]> {
  const isAccepted = pathParameterAccepts(tools, hidden);
  const other = hidden['listed-by'];
  const own = keysIn(rows).map((key) => ({ key, id: key }));
  if (other === undefined) return own.filter(({ id }) => isAccepted(id));
  const elsewhere = uniqueRows(await listedElsewhere(tools, other), hidden.same);
  return [...uniqueRows(rows, hidden.same)].flatMap(([signature, { key }]) => {
    const id = elsewhere.get(signature)?.key;
    return key === undefined || id === undefined || !isAccepted(id) ? [] : [{ key, id }];
  });
}

/** The rows whose values in these members no other item shares, by those values. One pass, as a listing may be long. */
function uniqueRows(rows: readonly Row[], members: readonly string[]): ReadonlyMap<string, Row> {
  const bySignature = new Map<string, Row>();
  const shared = new Set<string>();
  for (const row of rows) {
    const signature = signatureOf(row.values, members);
    if (signature === undefined) continue;
    const before = bySignature.get(signature);
    // The same item may be on several pages.
    if (before !== undefined && (before.key === undefined || before.key !== row.key)) shared.add(signature);
    bySignature.set(signature, row);
  }
  return new Map([...bySignature].filter(([signature]) => !shared.has(signature)));
}

function signatureOf(values: Readonly<Record<string, unknown>>, members: readonly string[]): string | undefined {
  const signature = members.map((member) => values[member]);
  return signature.includes(undefined) ? undefined : JSON.stringify(signature);
}

/** The items on the first page of another listing, in the largest page size. */
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

/** Tells whether the schema of the path parameter accepts an id. */
export function pathParameterAccepts(
  { contract }: CheckContext,
  { operation, path }: Pick<Hidden, 'operation' | 'path'>,
): (id: string) => boolean {
  const opening = operationOf(contract, operation);
  const schema = opening.parameters.find(({ name, in: place }) => place === 'path' && name === path)?.schema;
  return (id) => takesText(contract, schema, segmentIn(opening.path, path, id));
}

/** Does a schema accept a text from a URL? By its type, the text is read as a number, a boolean, or the only item of a list. */
export function takesText({ document, validators }: Contract, schema: Schema | undefined, text: string): boolean {
  return schema !== undefined && validators.compile(schema)(readAs(document, schema, text));
}

/** The value that a text of a query stands for: by its type, alone in a list where a list is asked for. */
function readAs(document: ContractDocument, { type, items }: Schema, text: string): unknown {
  if (type === 'array')
    return [typeof items === 'object' ? readAs(document, follow<Schema>(document, items, '').target, text) : text];
  if (type === 'boolean') return text === 'true' || (text === 'false' ? false : text);
  return type === 'integer' || type === 'number' ? Number(text) : text;
}

/** The JSON body of the answer; undefined if it is no success. */
async function bodyFor({ send }: CheckContext, request: RequestBuilder): Promise<unknown> {
  const exchange = await unlessNotTested(() => send(request));
  return exchange !== undefined && isSuccess(exchange) ? bodyOf(exchange) : undefined;
}

function textsIn(body: unknown, { members }: Hidden): readonly string[] {
  return Object.values(members).flatMap((at) => {
    const value = atPointer(body, at);
    return typeof value === 'string' && /\p{L}{3}/u.test(value) && value === value.trim() ? [value] : [];
  });
}
