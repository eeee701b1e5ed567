import type { Contract } from '../../contract/contract.ts';
import { operationOf } from '../../contract/contract.ts';
import type { Filter, ListingNode } from '../../contract/listing-node.ts';
import { bare } from '../../contract/path-names.ts';
import type { Proposal } from '../../contract/recognise/proposal.ts';
import { lettersOf } from '../../nouns.ts';
import { atPointer, isObject } from '../../schema/pointer.ts';
import { idText } from '../../schema/traps.ts';
import type { Ask } from './admission.ts';

/** A proposal, and whether the service does what it says. */
export interface Tried {
  readonly proposal: Proposal;
  readonly result: 'fits' | 'contradicted' | 'not-tried';
  /** Why, in words without a full stop. */
  readonly why: string;
}

type Result = Omit<Tried, 'proposal'>;
type Item = Readonly<Record<string, unknown>>;
type Query = Readonly<Record<string, string | number>>;

/** A listing that answers: `pool` has the items without a query, `list` asks with one. */
interface Listing {
  readonly node: ListingNode;
  readonly pool: readonly Item[];
  readonly list: (query: Query) => Promise<readonly Item[] | Result>;
}

const FITS: Result = { result: 'fits', why: '' };
const contradicted = (why: string): Result => ({ result: 'contradicted', why });
const notTried = (why: string): Result => ({ result: 'not-tried', why });

/**
 * Tries each proposal with GET requests only. A listing is proposed before its parts: if it is contradicted, so are they, and
 * they are not tried.
 */
export async function verify(proposals: readonly Proposal[], contract: Contract, ask: Ask): Promise<readonly Tried[]> {
  const tried: Tried[] = [];
  const listings = new Map<string, Listing | Result>();
  const ids: KnownIds = new Map();
  for (const proposal of proposals) {
    const { operation } = proposal;
    const node = listingIn(proposal);
    if (node !== undefined) listings.set(operation, await listingOf(contract, ask, operation, node));
    const listing = listings.get(operation) ?? notTried('only writing shows it');
    noteIds(ids, contract, proposal, listing);
    const shown = shownIn(proposal);
    const result =
      shown === undefined ? await tryProposal(proposal, listing) : await tryShown(contract, ask, shown, ids);
    if (node !== undefined && result.result === 'contradicted')
      listings.set(operation, contradicted('its listing is dropped'));
    tried.push({ proposal, ...result });
  }
  return tried;
}

/** The listing that is proposed; undefined for a part of one, and for anything else. */
function listingIn({ update }: Proposal): ListingNode | undefined {
  const node = update['x-listing'] as Partial<ListingNode> | undefined;
  return node?.items === undefined ? undefined : (node as ListingNode);
}

/** The id of a listed item, by the path that opens it. */
type KnownIds = Map<string, string>;

/** Notes an id that the listing shows, if the proposal says what opens it. */
function noteIds(ids: KnownIds, contract: Contract, { update }: Proposal, listing: Listing | Result): void {
  if ('result' in listing) return;
  const opens = (update['x-listing'] as Partial<ListingNode> | undefined)?.opens;
  const [item] = listing.pool;
  if (opens === undefined || item === undefined) return;
  ids.set(bare(operationOf(contract, opens.operation).path), idText(item[listing.node.id]));
}

/** The place in the answer, or in each of its items, that is said to show an id of the path. */
interface Shown {
  readonly operation: string;
  readonly name: string;
  readonly member: string;
  readonly each: string | undefined;
}

function shownIn({ operation, update }: Proposal): Shown | undefined {
  const clauses = (update['x-clauses'] ?? {}) as Readonly<Record<string, { readonly invariant?: Belonging }>>;
  const [{ equal = [], each } = {}] = Object.values(clauses).flatMap((clause) => clause.invariant ?? []);
  const [member, other] = equal;
  return member === undefined || other?.path === undefined ? undefined : { operation, name: other.path, member, each };
}

interface Belonging {
  readonly each?: string;
  readonly equal?: readonly [string, { readonly path?: string }];
}

/** Does the answer for a listed item show its id? */
async function tryShown(
  contract: Contract,
  ask: Ask,
  { operation: id, name, member, each }: Shown,
  ids: KnownIds,
): Promise<Result> {
  const operation = operationOf(contract, id);
  const [before = ''] = operation.path.split(`{${name}}`);
  const known = ids.get(`${before}{${name}}`);
  const isAlone = operation.parameters.every(
    (one) => one.name === name || (one.in !== 'path' && one.required !== true),
  );
  if (known === undefined || operation.method !== 'GET' || !isAlone) return notTried('a run tries it');
  const outcome = await ask({ operation, path: { [name]: known } });
  const body = outcome.kind === 'response' && outcome.status < 300 ? outcome.body.json?.value : undefined;
  if (body === undefined) return notTried(`${id} with ${name} ${known} answered no JSON`);
  const items = [each === undefined ? body : atPointer(body, each.replace(/\/\*$/u, ''))].flat();
  const shown = items.map((item) => idText(atPointer(item, member))).filter((one) => one !== '');
  if (shown.length === 0) return notTried(TOO_FEW);
  const wrong = shown.find((one) => lettersOf(one) !== lettersOf(known));
  return wrong === undefined ? FITS : contradicted(`${name} ${known} shows ${member.slice(1)} ${wrong}`);
}

function tryProposal(proposal: Proposal, listing: Listing | Result): Promise<Result> | Result {
  if ('result' in listing) return listing;
  if (proposal.target.endsWith('.filters')) return tryFilter(proposal.update as unknown as Filter, listing);
  return listingIn(proposal) === undefined ? notTried('a run tries it') : tryPaging(listing);
}

async function listingOf(contract: Contract, ask: Ask, id: string, node: ListingNode): Promise<Listing | Result> {
  const operation = operationOf(contract, id);
  const required = operation.parameters.find((one) => one.required === true || one.in === 'path');
  if (required !== undefined) return notTried(`${id} needs ${required.name}`);
  const list = async (query: Query) => {
    const outcome = await ask({ operation, query });
    const asked = `${id} with ${JSON.stringify(query)}`;
    if (outcome.kind === 'failure') return notTried(`${asked} was not answered: ${outcome.message}`);
    if (outcome.status >= 300) return notTried(`${asked} answered ${outcome.status}`);
    const items = atPointer(outcome.body.json?.value, node.items);
    if (items === null || outcome.body.json === undefined) return notTried(`${asked} answered no JSON list`);
    return Array.isArray(items) ? items.filter(isObject) : contradicted(`${asked} has no list at ${node.items || '/'}`);
  };
  const pool = await list({});
  if ('result' in pool) return pool;
  if (pool.some((item) => idText(item[node.id]) === ''))
    return notTried(`an item has no ${node.id} that is a text or a safe whole number`);
  return { node, pool, list };
}

/** Does the size parameter limit the page, and does the second page continue where the first ends? */
async function tryPaging({ node, list }: Listing): Promise<Result> {
  const { id, page, size } = node;
  if (size === undefined) return notTried('a run tries it');
  const first = await list({ [size.parameter]: 2 });
  if ('result' in first) return first;
  if (first.length > 2) return contradicted(`${size.parameter}=2 gives ${first.length} items`);
  if (page === undefined) return first.length < 2 ? notTried(TOO_FEW) : FITS;
  const both = await list({ [size.parameter]: 4 });
  const next = { offset: 2, 'page-from-0': 1, page: 2 }[page.as ?? 'page'];
  const second = await list({ [size.parameter]: 2, [page.parameter]: next });
  if ('result' in both) return both;
  if ('result' in second) return second;
  const ids = (items: readonly Item[]) => items.map((item) => idText(item[id])).join();
  if (both.length < 3) return notTried(TOO_FEW);
  if (ids(both.slice(0, 2)) !== ids(first)) return notTried('its order is another in each answer');
  return ids(both.slice(2)) === ids(second)
    ? FITS
    : contradicted(`${page.parameter}=${next} of 2 items does not go on where the first 2 end`);
}

const TOO_FEW = 'it lists too few items';

/** Does a filter by the value of one item return only items that match? */
async function tryFilter({ parameter, member, relation, open }: Filter, { pool, list }: Listing): Promise<Result> {
  const values = pool.flatMap((item) => [item[member]].flat()).filter(isScalar);
  if (pool.length === 0) return notTried(TOO_FEW);
  if (!pool.some((item) => member in item)) return contradicted(`no item has the member ${member}`);
  const ascending = values.toSorted((a, b) => (relation === 'equals' ? 0 : measure(a) - measure(b)));
  const value = ascending.at(relation === 'at-least' ? -1 : 0);
  if (value === undefined || values.every((one) => one === value)) return notTried(`no two items differ in ${member}`);
  const found = await list({ [parameter]: String(value) });
  if ('result' in found) return found;
  const asked = `${parameter}=${String(value)}`;
  const wrong = found.map((item) => item[member] ?? value).find((own) => !passes(own, value, relation));
  if (wrong !== undefined) return contradicted(`${asked} gives an item whose ${member} is ${JSON.stringify(wrong)}`);
  return found.length > 0 || open === true
    ? FITS
    : contradicted(`${asked} gives nothing, and an item has that ${member}`);
}

function isScalar(value: unknown): value is string | number | boolean {
  return ['string', 'number', 'boolean'].includes(typeof value) && value !== '';
}

function passes(own: unknown, value: unknown, relation: Filter['relation']): boolean {
  if (relation === 'equals') return [own].flat().includes(value);
  const [actual, bound] = [measure(own), measure(value)];
  return relation === 'at-least' ? !(actual < bound) : !(actual > bound);
}

/** The number or time of a value; NaN if it is neither. */
function measure(value: unknown): number {
  const number = Number(value);
  return Number.isNaN(number) ? Date.parse(String(value)) : number;
}
