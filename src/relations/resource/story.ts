import { isDeepStrictEqual } from 'node:util';
import type { CheckContext } from '../../check/check.ts';
import { isSuccess } from '../../check/judges.ts';
import { listedIds } from '../../check/listed-ids.ts';
import { defined } from '../../defined.ts';
import { type Exchange, saysNothingThere, sentThing } from '../../http/exchange.ts';
import { atPointer, isObject, joinPointer } from '../../schema/pointer.ts';
import { type Acted, tryActions } from './acted.ts';
import { type Assigned, tryAssigning } from './assigned.ts';
import { changesOf } from './changes.ts';
import { type Body, type Resource } from './declaration.ts';
import { changeToDouble, createDouble, type Doubled } from './doubled.ts';
import { isAsOpened, isShown } from './kept.ts';
import type { Listed } from './list.ts';
import { type Spared, tryRefused } from './refusals.ts';
import { type Repeated, repeatWithKey } from './repeated.ts';
import { fullBody, tellingBody } from './telling.ts';
import {
  type Change,
  createThing,
  deleteThing,
  entriesOf,
  isPartial,
  isThere,
  listThings,
  openingOf,
  type Thing,
  thingOf,
  withMark,
} from './things.ts';
import { type Guarded, tryOtherTags } from './versions.ts';

/** The answers to opening a thing, changing it and deleting it, as far as the resource allows these. */
export type Story = {
  readonly born: Thing;
  /** Where the document says that this is refused: what was to have the unique values of another. */
  readonly doubled: readonly Doubled[];
  readonly first?: Exchange;
  /** The answer to opening it below another parent than its own. */
  readonly elsewhere?: Exchange;
  readonly changes: readonly Change[];
  readonly guarded: readonly Guarded[];
  readonly assigned: readonly Assigned[];
  readonly acted: readonly Acted[];
  readonly repeated?: Repeated;
  readonly neighbour?: Neighbour;
  readonly spared?: Spared;
  readonly deletion?: Exchange;
  readonly last?: Exchange;
};

/** Another thing, and the answers to opening it before and after the first one was changed and deleted. */
export interface Neighbour {
  readonly thing: Thing;
  readonly before: Exchange;
  readonly after: Exchange;
}

/** Creates a thing, opens it, changes it in each way and opens it after each, deletes it and opens it again; once per run. */
export function storyOf(tools: CheckContext, resource: Resource): Promise<Story> {
  return tools.shared(`story ${resource.create.id}`, () => actOut(tools, resource));
}

async function actOut(tools: CheckContext, resource: Resource): Promise<Story> {
  const full = await createFull(tools, resource);
  const born = isThere(resource, full) ? full : await createThing(tools, resource, resource.bodies.at(-1));
  const { reads, remove } = resource;
  const none = { doubled: [], changes: [], guarded: [], assigned: [], acted: [] };
  if (!isThere(resource, born)) return { born, ...none };
  const created = await createDouble(tools, resource, born);
  const repeated = await repeatWithKey(tools, resource);
  if (reads === undefined) return { born, ...none, doubled: created, ...defined({ repeated }) };
  const open: Open = (isUpToDate) => tools.send(openingOf(tools, resource, born).until(isUpToDate));
  const first = await open(isSuccess);
  const elsewhere = isSuccess(first) ? await openElsewhere(tools, resource, born) : undefined;
  const other = await createOther(tools, resource);
  const changes = isSuccess(first) ? await changeInTurn(tools, resource, born, first, open) : [];
  const guarded = await tryOtherTags(tools, resource, born, changes);
  const assigned = isSuccess(first)
    ? await tryAssigning(tools, resource, { born, shown: first, changes }, () => open(isSuccess))
    : [];
  const changed = await changeToDouble(tools, resource, born, { owner: other?.thing, made: changes });
  const spared = isSuccess(first)
    ? await tryRefused(tools, resource, born, { changes, open: () => open(isSuccess) })
    : undefined;
  // What a refused deletion deleted is not deleted again.
  const isLost = spared !== undefined && saysNothingThere(spared.after.outcome);
  const deletion = isLost || remove === undefined ? undefined : await deleteThing(tools, resource, born.id);
  const last = deletion === undefined ? undefined : await open((one) => !isSuccess(one));
  const neighbour = other && { ...other, after: await tools.send(openingOf(tools, resource, other.thing).fresh()) };
  const acted = await tryActions(tools, resource);
  return {
    born,
    first,
    doubled: [...created, ...changed],
    changes,
    guarded,
    assigned,
    acted,
    ...defined({ repeated, elsewhere, neighbour, spared, deletion, last }),
  };
}

/** Opens the thing below another parent than its own, if it names its parent and the target lists others. */
async function openElsewhere(tools: CheckContext, resource: Resource, born: Thing): Promise<Exchange | undefined> {
  const { within } = resource;
  if (within === undefined) return undefined;
  const own = openingOf(tools, resource, born);
  const other = (await listedIds(tools, own, within)).find((id) => id !== own.draft.pathValues[within]);
  return other === undefined ? undefined : tools.send(own.path({ [within]: other }).open(`below another ${within}`));
}

/** Creates and opens another one, which the changes and the deletion of the first have to leave alone. */
async function createOther(tools: CheckContext, resource: Resource): Promise<Omit<Neighbour, 'after'> | undefined> {
  const thing = await createThing(tools, resource);
  if (!isThere(resource, thing)) return undefined;
  return { thing, before: await tools.send(openingOf(tools, resource, thing).until(isSuccess)) };
}

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
  const shown = () => changes.at(-1)?.after ?? first;
  for (const { operation, path } of resource.changes) {
    const target = tools.request(operation).path({ [path]: born.id });
    const proposed = changesOf(tools, resource, operation, { born: born.asked, state, shown: shown() });
    for (const { sent: body, what } of proposed) {
      const before = shown();
      const request = target.thing(body);
      const answer = await tools.send(what === undefined ? request : request.refusable(what));
      if (what !== undefined && !isSuccess(answer)) continue;
      // What the body names may be called otherwise here: ids of the example are replaced by ids that exist.
      const asked = sentThing(answer);
      const sent = isObject(asked) ? asked : body;
      const after = await open((one) => placesOf(sent).every((place) => isShown(one, place, atPointer(sent, place))));
      const relisting = await relist(tools, resource, born, after);
      changes.push({ operation, sent, earlier, before, answer, after, ...defined({ relisting }) });
      [state, earlier] = [isPartial(answer) ? { ...state, ...sent } : sent, { ...earlier, ...sent }];
    }
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
 * Creates one with all members of the schema, with the most telling values that the target takes. It may refuse some, as the
 * document may not say which go together.
 */
async function createFull(tools: CheckContext, resource: Resource): Promise<Thing> {
  const [bold, ...others] = [
    tellingBody(tools, resource, true),
    tellingBody(tools, resource),
    fullBody(tools, resource),
  ];
  const create = async (body: Body): Promise<Thing> => {
    const request = tools.request(resource.create.id).thing(withMark(body, tools.mark));
    return thingOf(resource, await tools.send(request.refusable('every member of the body')));
  };
  let [born, sent] = [await create(bold), bold];
  for (const body of others) {
    if (isSuccess(born.answer) || isDeepStrictEqual(body, sent)) continue;
    [born, sent] = [await create(body), body];
  }
  return born;
}

/** JSON Pointers to the members of what was sent. */
export function placesOf(sent: Body): readonly string[] {
  return Object.keys(sent).map((name) => joinPointer('', name));
}
