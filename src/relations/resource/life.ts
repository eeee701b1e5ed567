import type { CheckContext, LifeAnswers } from '../../check/check.ts';
import { isSuccess } from '../../check/judges.ts';
import { NotTested } from '../../check/verdict.ts';
import { defined } from '../../defined.ts';
import type { Exchange } from '../../http/exchange.ts';
import { atPointer } from '../../schema/pointer.ts';
import { oneByOne } from '../../turns.ts';
import type { Body, Resource } from './declaration.ts';
import type { Listed } from './list.ts';
import { refusedCreations } from './refusals.ts';
import {
  createThing,
  createTwin,
  deleteMissing,
  deleteThing,
  differentAt,
  entriesOf,
  idsOf,
  isThere,
  listThings,
  plainThing,
  requestAs,
  type Thing,
  thingOf,
} from './things.ts';

/** A list, the ids that it must hold once, and those that it must not hold any more. */
export interface Listing {
  readonly answer: Listed;
  readonly living: readonly string[];
  readonly gone: readonly string[];
}

/** A request with a created credential, and its begin and end by our clock. */
export type Use = LifeAnswers['uses'][number] & { readonly id: string };

/** What happened to some things. All clauses about their lives are judged on it, which saves requests. */
export type Life = {
  readonly born: readonly Thing[];
  /** The ids of all that was created while this life went on, also by other checks. */
  readonly made: readonly string[];
  /** How many different values they have at each place that must be unique. */
  readonly different: Readonly<Record<string, number>>;
  /** In order: before anything was deleted, and after changes. */
  readonly listings: readonly [Listing, ...Listing[]];
  /** Each thing with a list that must show it as it was created. `isAlone`: nothing else in the list has its mark. */
  readonly sought: readonly { readonly thing: Thing; readonly listing: Listed; readonly isAlone?: boolean }[];
  /** Uses of their credentials before the first deletion; `usesAfter`: those of its neighbours afterwards. */
  readonly uses: readonly Use[];
  readonly usesAfter: readonly Use[];
  readonly deletions: readonly After[];
  /** Deletions of what was deleted before. */
  readonly again: readonly After[];
  /** Requests with deleted credentials. */
  readonly dead: readonly After[];
};

/** The answer to a deletion or a use of one thing. */
export interface After {
  readonly id: string;
  readonly answer: Exchange;
}

/** The life of a resource, acted out once per run. */
export function lifeOf(tools: CheckContext, resource: Resource): Promise<Life> {
  return tools.shared(`life ${resource.create.id}`, () =>
    resource.remove === undefined ? liveWithoutDeletion(tools, resource) : live(tools, resource),
  );
}

/** For things that cannot be deleted: creates only one beside the one that every run creates. */
async function liveWithoutDeletion(tools: CheckContext, resource: Resource): Promise<Life> {
  const born = [await plainThing(tools, resource), await createThing(tools, resource, resource.bodies.at(-1))];
  await refusedCreations(tools, resource);
  const there = born.filter((one) => isThere(resource, one));
  const answer = await listThings(tools, resource, { living: idsOf(there) });
  return undeleted(tools, resource, born, { answer, there });
}

/** The life of things that are created and listed, and never deleted. `there`: those that the list must show. */
function undeleted(
  tools: CheckContext,
  resource: Resource,
  born: readonly Thing[],
  { answer, there }: { readonly answer: Listed; readonly there: readonly Thing[] },
): Life {
  const sought = soughtIn(answer, there, (thing) => isAlone(tools, resource, thing, there));
  const listings = [{ answer, living: idsOf(there), gone: [] }] as const;
  const none = { uses: [], usesAfter: [], deletions: [], again: [], dead: [] };
  return { ...summary(tools, resource, born), listings, sought, ...none };
}

/** The answer to an action on a thing; none if the route turns out to be absent. */
async function answerTo({ id }: Thing, act: () => Promise<Exchange>): Promise<readonly After[]> {
  const answer = await act().catch(undefinedIfNoRoute);
  return answer === undefined ? [] : [{ id, answer }];
}

/** Undefined if the route is absent: what was created still shows what creations and lists promise. Else throws. */
function undefinedIfNoRoute(error: unknown): undefined {
  if (error instanceof NotTested && error.behind !== undefined) return undefined;
  throw error;
}

/**
 * Creates, lists and uses things of one resource. `plain` is the thing that every run creates. `victim` is deleted first.
 * `neighbours` are created at the same time as it, as many as the depth allows. `twins` have the same mark as `victim`.
 */
async function live(tools: CheckContext, resource: Resource): Promise<Life> {
  const plain = await plainThing(tools, resource);
  const [victim, ...neighbours] = await createTogether(tools, resource);
  await refusedCreations(tools, resource);
  const twins = neighbours.length === 0 ? [] : ifThere(resource, await createTwin(tools, resource, victim));
  const full = await listThings(tools, resource, { living: idsOf([victim, ...neighbours, ...twins]) });
  // `plain` may be gone: if the target lets anybody delete, the check of that deleted it.
  const others = [...[plain].filter(({ id }) => entriesOf(resource, full, id).length > 0), ...neighbours, ...twins];
  const listed = [...others, victim];
  const uses = await usesOf(tools, resource, [victim, ...neighbours, victim]);
  const deletion = await deleteThing(tools, resource, victim.id).catch(undefinedIfNoRoute);
  const born = [...ifThere(resource, plain), victim, ...neighbours, ...twins];
  const before = { ...undeleted(tools, resource, born, { answer: full, there: listed }), uses };
  if (deletion === undefined) return before;
  return afterDeletion(tools, resource, before, { victim, neighbours, twins, others, deletion });
}

interface Deleted {
  readonly victim: Thing;
  readonly neighbours: readonly Thing[];
  readonly twins: readonly Thing[];
  /** All other things that are listed. */
  readonly others: readonly Thing[];
  readonly deletion: Exchange;
}

/** Creates `successors` from the body of `victim`, shows what the deletion changed, and deletes the rest. */
async function afterDeletion(
  tools: CheckContext,
  resource: Resource,
  before: Life,
  { victim, neighbours, twins, others, deletion }: Deleted,
): Promise<Life> {
  const successors = ifThere(resource, await createAgain(tools, resource, victim));
  const rest = [...neighbours, ...twins, ...successors];
  const changed = await listThings(tools, resource, { living: idsOf(rest), gone: [victim.id] });
  // A service that deletes by the mark deletes the twin as well, even if its list still shows it.
  const usesAfter = await usesOf(tools, resource, [...neighbours.slice(0, twins.length > 0 ? 1 : 2), ...twins]);
  const dead = [...(await usesOfDead(tools, resource, victim))];
  const again = await answerTo(victim, () => deleteMissing(tools, resource, victim.id, DELETED_BEFORE));
  const deletions = [{ id: victim.id, answer: deletion }];
  for (const one of rest) deletions.push(...(await answerTo(one, () => deleteThing(tools, resource, one.id))));
  const living = idsOf([...others, ...successors]);
  const listings: [Listing, ...Listing[]] = [...before.listings, { answer: changed, living, gone: [victim.id] }];
  const [neighbour] = neighbours;
  if (neighbour !== undefined) {
    const gone = idsOf([victim, ...rest]);
    listings.push({ answer: await listThings(tools, resource, { gone }), living: [], gone });
    dead.push(...(await usesOfDead(tools, resource, neighbour, 1)));
  }
  const sought = [...before.sought, ...soughtIn(changed, neighbour === undefined ? successors : [])];
  const all = summary(tools, resource, [...before.born, ...successors]);
  return { ...before, ...all, listings, sought, usesAfter, deletions, again, dead };
}

function ifThere(resource: Resource, thing: Thing): readonly Thing[] {
  return isThere(resource, thing) ? [thing] : [];
}

/** Creates things concurrently, as callers do: a service must not mix up the data of concurrent requests. */
async function createTogether(tools: CheckContext, resource: Resource): Promise<readonly [Thing, ...Thing[]]> {
  const [mostTelling, ...others] = tools.sample(resource.bodies.toReversed());
  // The requests of the neighbours begin before and after that of the victim.
  const [before, victim, after] = await Promise.all([
    Promise.all(others.slice(0, 1).map((body) => createOrPlain(tools, resource, body))),
    createOrPlain(tools, resource, mostTelling),
    Promise.all(others.slice(1).map((body) => createOrPlain(tools, resource, body))),
  ]);
  const all: readonly [Thing, ...Thing[]] = [victim, ...before, ...after];
  const failed = all.filter((one) => !isThere(resource, one));
  if (failed.length > 0) throw creationFailure(tools, resource, failed);
  return all;
}

const DELETED_BEFORE = 'one that was deleted before';

/** The reason why the life cannot go on: an id or a credential is missing. It names the clause that this is hidden behind. */
function creationFailure(tools: CheckContext, { name, id, opens }: Resource, creations: readonly Thing[]): NotTested {
  const places = [id, ...(opens === undefined ? [] : [opens.member])];
  const members = places.map((pointer) => pointer.slice(1));
  const behind = creations.map(({ answer }) => tools.hides(answer, places)).find((clause) => clause !== undefined);
  const why = `no ${name} with ${members.join(' and ')} could be created`;
  return new NotTested('inconclusive', why, undefined, defined({ behind }));
}

/** Creates one with these members, or if that is refused, from the plain body. */
async function createOrPlain(tools: CheckContext, resource: Resource, body?: Body): Promise<Thing> {
  const attempt = await createThing(tools, resource, body);
  return isSuccess(attempt.answer) ? attempt : createThing(tools, resource);
}

/** Creates one from the same body, as equal requests must give different things. If the name stays taken, uses another. */
async function createAgain(tools: CheckContext, resource: Resource, { asked }: Thing): Promise<Thing> {
  const again = await createThing(tools, resource, asked);
  return isSuccess(again.answer) ? again : createThing(tools, resource);
}

async function usesOf(tools: CheckContext, resource: Resource, things: readonly Thing[]): Promise<readonly Use[]> {
  const [operation] = resource.opens?.operations ?? [];
  if (operation === undefined) return [];
  return oneByOne(things, async (thing) => {
    const from = tools.now();
    const answer = await tools.send(requestAs(tools, resource, operation, thing).until(isSuccess));
    return { id: thing.id, who: `${resource.name} ${thing.id}`, answer, from, to: tools.now() };
  });
}

/** Tries a deleted credential at each operation that it opened, or at the first `atMost` of them. */
function usesOfDead(tools: CheckContext, resource: Resource, thing: Thing, atMost?: number): Promise<readonly After[]> {
  return oneByOne(tools.sample(resource.opens?.operations ?? []).slice(0, atMost), async (operation) => {
    const request = requestAs(tools, resource, operation, thing).until((one) => !isSuccess(one));
    const answer = await tools.send(request.invalid('wrong-credential', `a ${resource.name} that was deleted`));
    return { id: thing.id, answer };
  });
}

function summary(
  tools: CheckContext,
  resource: Resource,
  born: readonly Thing[],
): Pick<Life, 'born' | 'made' | 'different'> {
  const { create, unique } = resource;
  const made = idsOf(tools.created(create.id).map((answer) => thingOf(resource, answer)));
  return { born, made, different: Object.fromEntries(unique.map((place) => [place, differentAt(born, place)])) };
}

function soughtIn(
  listing: Listed,
  things: readonly Thing[],
  alone: (thing: Thing) => boolean = () => false,
): Life['sought'] {
  return things.map((thing) => ({ thing, listing, isAlone: alone(thing) }));
}

/** Was its mark sent once only? A request that was repeated may have been carried out before. */
function isAlone(tools: CheckContext, { marked }: Resource, { asked, answer }: Thing, all: readonly Thing[]): boolean {
  const mark = atPointer(asked, marked);
  const isOwn = typeof mark === 'string' && mark.includes(tools.mark);
  return (
    isOwn && (answer.attempts ?? 1) === 1 && all.filter((one) => atPointer(one.asked, marked) === mark).length === 1
  );
}
