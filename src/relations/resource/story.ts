import type { CheckContext } from '../../check/check.ts';
import { at, isSuccess } from '../../check/judges.ts';
import { operationOf } from '../../contract/contract.ts';
import { defined, pickMembers } from '../../defined.ts';
import { exampleBody } from '../../generate/base.ts';
import type { Exchange } from '../../http/exchange.ts';
import { atPointer, isObject, joinPointer } from '../../schema/pointer.ts';
import type { Schema } from '../../schema/schema.ts';
import { namesIn, schemasAt } from '../../schema/schemas-at.ts';
import { Hidden, unlessHidden } from '../../schema/traps.ts';
import { type Assigned, tryAssigning } from './assigned.ts';
import { type Body, type Resource } from './declaration.ts';
import { isAsOpened, isSameValue, isShown } from './kept.ts';
import type { Listed } from './list.ts';
import { type Repeated, repeatWithKey } from './repeated.ts';
import { fullBody, othersThan, tellingBody } from './telling.ts';
import {
  type Change,
  createThing,
  deleteThing,
  entriesOf,
  isThere,
  listThings,
  plainThing,
  type Thing,
  thingOf,
  withMark,
} from './things.ts';
import { type Guarded, tryOtherTags } from './versions.ts';

/** The answers to opening a thing, changing it and deleting it, as far as the resource allows these. */
export type Story = {
  readonly born: Thing;
  /** The answer to one more creation with the same body, where the document says that this is refused. */
  readonly twin?: Thing;
  readonly first?: Exchange;
  readonly changes: readonly Change[];
  readonly guarded: readonly Guarded[];
  readonly assigned: readonly Assigned[];
  readonly repeated?: Repeated;
  readonly deletion?: Exchange;
  readonly last?: Exchange;
};

/** Creates a thing, opens it, changes it in each way and opens it after each, deletes it and opens it again; once per run. */
export function storyOf(tools: CheckContext, resource: Resource): Promise<Story> {
  return tools.shared(`story ${resource.create.id}`, () => actOut(tools, resource));
}

async function actOut(tools: CheckContext, resource: Resource): Promise<Story> {
  const full = await createFull(tools, resource);
  const born = isThere(resource, full) ? full : await createThing(tools, resource, resource.bodies.at(-1));
  const { reads, remove, taken = [] } = resource;
  const none = { changes: [], guarded: [], assigned: [] };
  if (!isThere(resource, born)) return { born, ...none };
  const twin = taken.length === 0 ? undefined : await createSame(tools, resource, born);
  const repeated = await repeatWithKey(tools, resource);
  if (reads === undefined) return { born, ...defined({ twin, repeated }), ...none };
  const request = tools.request(reads.operation).path({ [reads.path]: born.id });
  const open: Open = (isUpToDate) => tools.send(request.until(isUpToDate));
  const first = await open(isSuccess);
  const changes = isSuccess(first) ? await changeInTurn(tools, resource, born, first, open) : [];
  const guarded = await tryOtherTags(tools, resource, born, changes);
  const assigned = isSuccess(first)
    ? await tryAssigning(tools, resource, { born, shown: first, changes }, () => open(isSuccess))
    : [];
  const deletion = remove === undefined ? undefined : await deleteThing(tools, resource, born.id);
  const last = deletion === undefined ? undefined : await open((one) => !isSuccess(one));
  return { born, first, changes, guarded, assigned, ...defined({ twin, repeated, deletion, last }) };
}

/** Opens the thing until the answer is up to date. */
type Open = (isUpToDate: (answer: Exchange) => boolean) => Promise<Exchange>;

/** Changes a thing with each operation that may, and opens it after each change. */
async function changeInTurn(
  tools: CheckContext,
  resource: Resource,
  born: Thing,
  first: Exchange,
  open: Open,
): Promise<readonly Change[]> {
  const changes: Change[] = [];
  let [state, earlier]: readonly [Body, Body] = [born.asked, {}];
  for (const { operation, path } of resource.changes)
    for (const sent of changesOf(tools, resource, operation, state, changes.at(-1)?.after ?? first)) {
      const before = changes.at(-1)?.after ?? first;
      const request = tools.request(operation).path({ [path]: born.id });
      const answer = await tools.send(request.json(sent));
      const after = await open((one) => placesOf(sent).every((place) => isShown(one, place, atPointer(sent, place))));
      const relisting = await relist(tools, resource, born, after);
      changes.push({ operation, sent, earlier, before, answer, after, ...defined({ relisting }) });
      [state, earlier] = [
        { ...state, ...sent },
        { ...earlier, ...sent },
      ];
    }
  return changes;
}

/** Asks for the list until it shows the thing as it was opened last. */
async function relist(tools: CheckContext, resource: Resource, { id }: Thing, opened: Exchange) {
  if (resource.list === undefined || !isSuccess(opened)) return undefined;
  const isRight = (listing: Listed): boolean =>
    entriesOf(resource, listing, id).every((entry) => resource.kept.every((place) => isAsOpened(entry, opened, place)));
  return listThings(tools, resource, { living: [id], isRight });
}

/**
 * Creates one with all members of the schema, with telling values or else with small ones. The target may refuse it, as the
 * document may not say which go together.
 */
async function createFull(tools: CheckContext, resource: Resource): Promise<Thing> {
  const bodies = [tellingBody(tools, resource), fullBody(tools, resource)].map((one) => withMark(one, tools.mark));
  const create = async (body: unknown): Promise<Thing> =>
    thingOf(
      resource,
      await tools.send(tools.request(resource.create.id).json(body).refusable('every member of the body')),
    );
  const [telling, small] = bodies;
  const born = await create(telling);
  return isSuccess(born.answer) || JSON.stringify(telling) === JSON.stringify(small) ? born : create(small);
}

/** Creates one from the very same body. The control comes first: a unique value that was not sent before is sent as it is. */
async function createSame(tools: CheckContext, resource: Resource, { asked }: Thing): Promise<Thing> {
  await plainThing(tools, resource);
  const request = tools.request(resource.create.id).json(asked);
  return thingOf(resource, await tools.send(request.open('one more with the same values')));
}

/**
 * Valid changes of what was created or last changed as `state`, and is `shown` so. Each member gets another value if one is
 * known. PUT sends all members. PATCH sends one half of them after the other if it may, so that each change shows that the rest
 * stays. What only PATCH can set comes first, so that the second half shows that it stays.
 */
function changesOf(
  tools: CheckContext,
  resource: Resource,
  operationId: string,
  state: Body,
  shown: Exchange,
): readonly Body[] {
  const { contract } = tools;
  const { method, requestBody } = operationOf(contract, operationId);
  if (requestBody === undefined) return [];
  const fits = contract.validators.compile(requestBody.schema);
  const names = namesIn(contract.document, requestBody.schema);
  const known = pickMembers(state, (name) => names.includes(name));
  const example = exampleBody(contract, operationId);
  const given = isObject(example) ? Object.entries(example) : [];
  const added = Object.fromEntries(given.filter(([name]) => !(name in known)));
  const base = method === 'PUT' ? state : { ...added, ...known, ...Object.fromEntries(given) };
  const present = { ...presentIn(shown, Object.keys(added)), ...state };
  const changed = changedBody(tools, resource, requestBody.schema, base, present);
  const halves = [0, 1].map((half) =>
    Object.fromEntries(Object.entries(changed).filter((_entry, index) => index % 2 === half)),
  );
  const isSplit = method === 'PATCH' && halves.every((half) => Object.keys(half).length > 0 && fits(half));
  return (isSplit ? halves : [changed]).filter(fits);
}

/** The values of members that an answer shows. */
function presentIn(shown: Exchange, names: readonly string[]): Body {
  const values = names.map((name) => [name, unlessHidden(() => at(shown, joinPointer('', name)))] as const);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined && !(value instanceof Hidden)));
}

/** The body with another value for each member, if one is known that leaves the whole body valid. */
function changedBody(
  { contract, mark }: CheckContext,
  { create, marked }: Resource,
  schema: Schema,
  base: Body,
  present: Body,
): Body {
  const fits = contract.validators.compile(schema);
  const changed = Object.entries(base).reduce<Body>((body, [name, value]) => {
    const [own] = schemasAt(contract.document, schema, joinPointer('', name));
    const isSame = name in present && isSameValue(value, present[name], 0);
    const others = own === undefined || !isSame ? [] : othersThan(contract.document, own, value);
    return { ...body, [name]: others.find((one) => one !== value && fits({ ...body, [name]: one })) ?? value };
  }, base);
  const name = marked.slice(1);
  if (!(name in changed)) return changed;
  const texts = [`$mark ${create.id} changed`, '$mark changed', '$mark once more'].map((text) => withMark(text, mark));
  return (
    texts.map((text) => ({ ...changed, [name]: text })).find((body) => body[name] !== present[name] && fits(body)) ??
    changed
  );
}

/** JSON Pointers to the members of what was sent. */
export function placesOf(sent: Body): readonly string[] {
  return Object.keys(sent).map((name) => joinPointer('', name));
}
