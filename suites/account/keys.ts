import {
  type Exchange,
  identity,
  isSuccess,
  objectsAt,
  operationOf,
  type RequestBuilder,
  textAt,
  type Tools,
  where,
} from '../../src/check/index.ts';

/** A key that this run created: the answer that tells of it, and what is read from it. */
export interface NewKey {
  readonly answer: Exchange;
  readonly id: string;
  readonly key: string;
}

/** Creates a key; its name tells its owner where it comes from, and is its own. */
export async function createKey(tools: Tools, body: Readonly<Record<string, unknown>> = {}): Promise<NewKey> {
  return newKey(await tools.send(tools.request('createApiKey').json({ name: `${tools.mark} key $number`, ...body })));
}

export function newKey(answer: Exchange): NewKey {
  return { answer, id: textAt(answer, '/id') ?? '', key: textAt(answer, '/key') ?? '' };
}

/** The default that the document declares for a field of the request. */
export function declaredDefault(tools: Pick<Tools, 'contract'>, field: 'tier' | 'permissions'): unknown {
  return propertyOf(tools, field)?.default;
}

/** So many characters a name may have. */
export function longestName(tools: Pick<Tools, 'contract'>): number {
  return propertyOf(tools, 'name')?.maxLength ?? 0;
}

function propertyOf({ contract }: Pick<Tools, 'contract'>, field: string) {
  const schema = operationOf(contract, 'createApiKey').requestBody?.schema;
  const named = contract.document.components.schemas[schema?.$ref?.split('/').at(-1) ?? ''] ?? schema;
  const property = named?.properties?.[field];
  return typeof property === 'object' ? property : undefined;
}

/** An operation asked with a key that this run created. */
export function withKey(
  tools: Tools,
  operation: 'getRateLimit' | 'getUsage',
  { key }: Pick<NewKey, 'key'>,
): RequestBuilder {
  return tools.request(operation).presenting('created apiKey', { 'X-API-Key': key }).fresh();
}

export function deleteKey(tools: Tools, id: string): Promise<Exchange> {
  return tools.send(tools.request('deleteApiKey').path({ id }));
}

/** Deleting what is not there, or no longer. */
export function deleteMissing(tools: Tools, id: string, what: string): Promise<Exchange> {
  return tools.send(tools.request('deleteApiKey').path({ id }).open(what));
}

export function listKeys(tools: Tools): Promise<Exchange> {
  return tools.send(tools.request('listApiKeys').fresh());
}

/** The entries of the list with this id. */
export function entriesOf(listing: Exchange, id: string): readonly Readonly<Record<string, unknown>>[] {
  return isSuccess(listing) ? where(objectsAt(listing, ''), (entry) => identity(entry, 'id') === id) : [];
}

/** The exact refusals that the document declares for deleting: nothing has the id. */
export function nothingThere({ contract }: Tools): readonly string[] {
  return operationOf(contract, 'deleteApiKey')
    .responses.map(({ key }) => key)
    .filter((key) => /^4\d\d$/u.test(key));
}
