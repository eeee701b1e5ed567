import type { CheckContext } from '../../check/check.ts';
import { at, createdIn, isSuccess, textAt } from '../../check/judges.ts';
import { forbiddenMembers } from '../../check/leeway.ts';
import { controlOf } from '../../check/positive-control.ts';
import type { RequestBuilder } from '../../check/request.ts';
import type { Contract } from '../../contract/contract.ts';
import { created } from '../../contract/roles.ts';
import { SpecError } from '../../errors.ts';
import { type Exchange, inThing, sentThing } from '../../http/exchange.ts';
import { getOrMake } from '../../memoize.ts';
import { atPointer, joinPointer, lastSegment } from '../../schema/pointer.ts';
import type { Schema } from '../../schema/schema.ts';
import { schemasAt } from '../../schema/schemas-at.ts';
import { Hidden, identity, idText, unlessHidden, where } from '../../schema/traps.ts';
import { isEqual } from '../invariants/operators.ts';
import type { Body, Resource } from './declaration.ts';
import { entriesIn, isWhole, type Listed, laterPages, pagesOf } from './list.ts';

/** One thing that this run created. Its secrets are read when it is used, and are never part of evidence. */
export interface Thing {
  readonly asked: Body;
  readonly answer: Exchange;
  readonly id: string;
}

/** A change of a thing: the answers to opening it before and after, and the list after it. */
export type Change = {
  readonly operation: string;
  readonly sent: Body;
  /** What the changes before it sent. */
  readonly earlier: Body;
  readonly before: Exchange;
  readonly answer: Exchange;
  readonly after: Exchange;
  readonly relisting?: Listed;
};

/** May a change name some members only? PUT replaces the thing. */
export function isPartial({ request }: Exchange): boolean {
  return request.method !== 'PUT';
}

/** Creates one from the plain body with these members changed, without those that the caller may not set. */
export async function createThing(tools: CheckContext, resource: Resource, change: Body = {}): Promise<Thing> {
  const body = withMark({ ...resource.plain, ...change }, tools.mark) as Body;
  const answer = await tools.send(tools.request(resource.create.id).thing(body));
  const forbidden = forbiddenMembers(answer, resource.create, tools.contract);
  if (!forbidden.some((name) => name in change)) return thingOf(resource, answer);
  const rest = Object.entries(change).filter(([name]) => !forbidden.includes(name));
  return createThing(tools, resource, Object.fromEntries(rest));
}

/** Creates one more with the mark of another. The contract leaves open whether that is accepted. */
export async function createTwin(tools: CheckContext, resource: Resource, { asked }: Thing): Promise<Thing> {
  const member = resource.marked.slice(1);
  const body = { ...(withMark(resource.plain, tools.mark) as Body), [member]: asked[member] };
  const request = tools.request(resource.create.id).thing(body);
  return thingOf(resource, await tools.send(request.open(`one more with the same ${member}`)));
}

/** The thing that every run creates to see that creating works. */
export async function plainThing(tools: CheckContext, resource: Resource): Promise<Thing> {
  return thingOf(resource, await controlOf(tools, resource.create.id));
}

export function thingOf({ id }: Resource, answer: Exchange): Thing {
  return { asked: (sentThing(answer) ?? {}) as Body, answer, id: idText(createdAt(answer, id)) };
}

function createdAt(answer: Exchange, place: string): unknown {
  const pointer = inThing(answer, place);
  return atPointer(createdIn(answer, pointer), pointer);
}

/** Was it created, with an id, and with its credential if the resource has one? */
export function isThere({ opens }: Resource, { answer, id }: Thing): boolean {
  return isSuccess(answer) && id !== '' && (opens === undefined || (textAt(answer, opens.member) ?? '') !== '');
}

export function deleteThing(tools: CheckContext, resource: Resource, id: string): Promise<Exchange> {
  return tools.send(deletion(tools, resource, id));
}

/** Tries to delete what no longer exists. A copy of the data may know that late. */
export function deleteMissing(tools: CheckContext, resource: Resource, id: string, what: string): Promise<Exchange> {
  return tools.send(
    deletion(tools, resource, id)
      .until((one) => !isSuccess(one))
      .open(what),
  );
}

/** What a list must hold, and what it must not hold. */
interface Wanted {
  readonly living?: readonly string[];
  readonly gone?: readonly string[];
  readonly isRight?: (listing: Listed) => boolean;
}

/** Is it useless to ask for the list again? Only a whole list with too little or too much in it may still change. */
function isFinal(
  resource: Resource,
  listing: Listed,
  { living = [], gone = [], isRight = () => true }: Wanted,
): boolean {
  if (!pagesOf(listing).every(isSuccess) || unlessHidden(() => isWhole(resource, listing)) === false) return true;
  // An entry whose id breaks the document may have any id.
  const isShown = (id: string) => unlessHidden(() => entriesOf(resource, listing, id).length > 0) !== false;
  return living.every(isShown) && !gone.some(isShown) && unlessHidden(() => isRight(listing)) !== false;
}

/**
 * Asks for the list until it shows everything in `living` and nothing in `gone`, and gives the last answer in any case. A list
 * that does not fit on its largest page is searched instead. Without a search it is read page by page. If it has too many
 * pages, it is asked for once, as waiting would not help.
 */
export async function listThings(tools: CheckContext, resource: Resource, wanted: Wanted = {}): Promise<Listed> {
  const { list, query = {}, search } = resource;
  if (list === undefined) throw new SpecError(`${resource.create.id}: x-resource names no list.`);
  const laterOf = new WeakMap<Exchange, Promise<readonly Exchange[]>>();
  const allPages = async (first: Exchange): Promise<Listed> => {
    if (search !== undefined) return first;
    const later = await getOrMake(laterOf, first, () => laterPages(tools, resource, first));
    return later.length === 0 ? first : [first, ...later];
  };
  const request = tools.request(list).query(query);
  const all = await tools.send(request.until(async (first) => isFinal(resource, await allPages(first), wanted)));
  if (search === undefined) return allPages(all);
  if (!isSuccess(all) || unlessHidden(() => isWhole(resource, all)) !== false) return all;
  return tools.send(request.query({ [search]: tools.mark }).until((found) => isFinal(resource, found, wanted)));
}

/** The first page of the list, or the only one. */
export async function firstPage(...wanted: Parameters<typeof listThings>): Promise<Exchange> {
  return pagesOf(await listThings(...wanted))[0];
}

/** A request with the credential that was created. */
export function requestAs(
  tools: CheckContext,
  { opens }: Resource,
  operation: string,
  { answer }: Thing,
): RequestBuilder {
  const scheme = tools.contract.document.components.securitySchemes?.[opens?.scheme ?? ''];
  const name = atPointer(scheme, '/name');
  const header = typeof name === 'string' ? name : 'authorization';
  const value = textAt(answer, opens?.member ?? '') ?? '';
  return tools
    .request(operation)
    .presenting(created(opens?.scheme ?? ''), { [header]: value })
    .fresh();
}

/** The id of an entry of a list. Throws `Hidden` if it breaks the document. */
export function idIn({ id }: Resource, entry: Body): unknown {
  return identity(entry, lastSegment(id));
}

/** The entries of a list with this id. Throws `Hidden` if there is none, but one whose id breaks the document. */
export function entriesOf(resource: Resource, listing: Listed, wanted: string): readonly Body[] {
  const pages = pagesOf(listing);
  if (!pages.every(isSuccess)) return [];
  const { items = '', id } = resource;
  const found = where(entriesIn(resource, listing), (entry) => isEqual([idIn(resource, entry), wanted], {}) === true);
  const name = lastSegment(id);
  const hidden = found.length > 0 ? undefined : pages.map((page) => hiddenId(at(page, items), name)).find(Boolean);
  if (hidden !== undefined) throw hidden;
  return found;
}

/** The page that shows the id; the first one if none does. */
export function pageWith(resource: Resource, listing: Listed, id: string): Exchange {
  const pages = pagesOf(listing);
  return pages.find((page) => unlessHidden(() => entriesOf(resource, page, id).length > 0) === true) ?? pages[0];
}

export function placeOf(entry: object, listing: Exchange, items: string): { readonly at?: string } {
  const list = at(listing, items);
  const index = Array.isArray(list) ? list.indexOf(entry) : -1;
  return index < 0 ? {} : { at: joinPointer(items, index) };
}

export function idsOf(things: readonly Pick<Thing, 'id'>[]): readonly string[] {
  return things.map(({ id }) => id);
}

/** The first id that breaks the document. */
function hiddenId(entries: unknown, name: string): Hidden | undefined {
  const ids = Array.isArray(entries)
    ? [...entries.keys()].map((index) => unlessHidden(() => atPointer(entries, joinPointer('', index, name))))
    : [];
  return ids.find((one) => one instanceof Hidden);
}

/** The schema of what opening a thing shows, or else of the answer to its creation. */
export function shownSchema({ document, operations }: Contract, { create, reads }: Resource): Schema {
  const operation = operations.get(reads?.operation ?? '') ?? create;
  const answer = operation.responses.find(({ key }) => key.startsWith('2'));
  const schema = Object.values(answer?.content ?? {})[0]?.schema ?? {};
  return schemasAt(document, schema, operation.node['x-payload'] ?? '')[0] ?? {};
}

/** How many different values the things have at a place. */
export function differentAt(things: readonly Thing[], pointer: string): number {
  return new Set(things.map(({ answer }) => JSON.stringify(createdAt(answer, pointer)))).size;
}

/** Replaces `$mark` in the texts of a body by the mark of the run. */
export function withMark(node: unknown, mark: string): unknown {
  return JSON.parse(JSON.stringify(node).replaceAll('$mark', mark)) as unknown;
}

/** The operations that changed a thing, each with the last change by it. */
export function changedBy({ changes }: Resource, made: readonly Change[]) {
  return changes.flatMap((one) => {
    const last = made.findLast(({ operation }) => operation === one.operation);
    return last === undefined ? [] : [{ ...one, last }];
  });
}

export function openingOf(tools: CheckContext, { reads }: Resource, { id }: Thing): RequestBuilder {
  return tools.request(reads?.operation ?? '').path({ [reads?.path ?? '']: id });
}

function deletion(tools: CheckContext, { remove }: Resource, id: string): RequestBuilder {
  return tools.request(remove?.operation.id ?? '').path({ [remove?.parameter ?? '']: id });
}
