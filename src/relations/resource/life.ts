import type { CheckContext } from '../../check/check.ts';
import { isSuccess } from '../../check/judges.ts';
import { NotTested } from '../../check/verdict.ts';
import type { Exchange } from '../../http/exchange.ts';
import type { Body, Resource } from './declaration.ts';
import { refusedCreation } from './refusals.ts';
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
} from './things.ts';

/** A list, the ids that it has to hold once, and those that it may not hold any more. */
export interface Listing {
  readonly answer: Exchange;
  readonly living: readonly string[];
  readonly gone: readonly string[];
}

/** What was asked with a credential that was created, and when by our clock. */
export interface Use {
  readonly id: string;
  readonly who: string;
  readonly answer: Exchange;
  readonly from: number;
  readonly to: number;
}

/** What became of some things, on which every clause about their lives is judged: each costs requests by itself. */
export type Life = {
  readonly born: readonly Thing[];
  /** How many different values they have at each place that has to be unique. */
  readonly different: Readonly<Record<string, number>>;
  /** In order: before anything was deleted, and after changes. */
  readonly listings: readonly [Listing, ...Listing[]];
  /** Which of them is looked for in which list, as it was created. */
  readonly sought: readonly { readonly thing: Thing; readonly listing: Exchange }[];
  /** What they opened before the first was deleted, and what its neighbours did afterwards. */
  readonly uses: readonly Use[];
  readonly usesAfter: readonly Use[];
  readonly deletions: readonly After[];
  /** Deletions of what was deleted before. */
  readonly again: readonly After[];
  /** What was asked with deleted ones. */
  readonly dead: readonly After[];
};

/** What came of something that was done to one thing, or with it. */
export interface After {
  readonly id: string;
  readonly answer: Exchange;
}

/** The life of a resource, lived once per run. */
export function lifeOf(tools: CheckContext, resource: Resource): Promise<Life> {
  return tools.shared(`life ${resource.create.id}`, () =>
    resource.remove === undefined ? liveForGood(tools, resource) : live(tools, resource),
  );
}

/** Nothing takes it away: one beside that which every run creates to see creating work. */
async function liveForGood(tools: CheckContext, resource: Resource): Promise<Life> {
  const born = [await plainThing(tools, resource), await createThing(tools, resource, resource.bodies.at(-1))];
  const there = born.filter((one) => isThere(resource, one));
  const answer = await listThings(tools, resource, { living: idsOf(there) });
  return undying(resource, born, { answer, living: idsOf(there), gone: [] }, soughtIn(answer, there));
}

/** The life of things that are created and listed, and never deleted. */
function undying(resource: Resource, born: readonly Thing[], listing: Listing, sought: Life['sought']): Life {
  return {
    ...summary(resource, born),
    listings: [listing],
    sought,
    uses: [],
    usesAfter: [],
    deletions: [],
    again: [],
    dead: [],
  };
}

/** What came of it; nothing where the route turned out to be absent. */
async function afterwards({ id }: Thing, act: () => Promise<Exchange>): Promise<readonly After[]> {
  const answer = await act().catch(asWithoutRoute);
  return answer === undefined ? [] : [{ id, answer }];
}

/** Undefined where the route is known to be absent: what was created still shows what creations and lists promise. */
function asWithoutRoute(error: unknown): undefined {
  if (error instanceof NotTested && error.behind !== undefined) return undefined;
  throw error;
}

/**
 * Creates, lists, uses and deletes things of one resource. `plain` is the thing that every run creates. `victim` is deleted
 * first. `neighbours` are created at the same time as it, as many as the depth allows. `twins` have the same mark as `victim`.
 * `successors` are created after its deletion, from the same body.
 */
async function live(tools: CheckContext, resource: Resource): Promise<Life> {
  const there = (one: Thing): boolean => isThere(resource, one);
  const plain = await plainThing(tools, resource);
  const [victim, ...neighbours] = await createTogether(tools, resource);
  if (resource.refused !== undefined) await refusedCreation(tools, resource);
  const twins = neighbours.length === 0 ? [] : [await createTwin(tools, resource, victim)].filter(there);
  const full = await listThings(tools, resource, { living: idsOf([victim, ...neighbours, ...twins]) });
  // `plain` may be gone: where the target lets anybody delete, the check of that deleted it.
  const others = [...[plain].filter(({ id }) => entriesOf(resource, full, id).length > 0), ...neighbours, ...twins];
  const uses = await usesOf(tools, resource, [victim, ...neighbours, victim]);
  const deletion = await deleteThing(tools, resource, victim.id).catch(asWithoutRoute);
  if (deletion === undefined) {
    const all = [...[plain].filter(there), victim, ...neighbours, ...twins];
    const listing = { answer: full, living: idsOf([...others, victim]), gone: [] };
    return { ...undying(resource, all, listing, soughtIn(full, [...others, victim])), uses };
  }
  const deletions = [{ id: victim.id, answer: deletion }];
  const successors = [await createAgain(tools, resource, victim)].filter(there);
  const changed = await listThings(tools, resource, {
    living: idsOf([...neighbours, ...twins, ...successors]),
    gone: idsOf([victim]),
  });
  // A service that deletes by the mark deletes the twin as well, even where its list still shows it.
  const usesAfter = await usesOf(tools, resource, [...neighbours.slice(0, twins.length > 0 ? 1 : 2), ...twins]);
  const dead = await usesOfDead(tools, resource, victim);
  const again = await afterwards(victim, () => deleteMissing(tools, resource, victim.id, AGAIN));
  for (const one of [...neighbours, ...twins, ...successors])
    deletions.push(...(await afterwards(one, () => deleteThing(tools, resource, one.id))));
  const listings: [Listing, ...Listing[]] = [
    { answer: full, living: idsOf([...others, victim]), gone: [] },
    { answer: changed, living: idsOf([...others, ...successors]), gone: idsOf([victim]) },
  ];
  for (const one of neighbours.slice(0, 1)) {
    const gone = idsOf([victim, ...neighbours, ...twins, ...successors]);
    listings.push({ answer: await listThings(tools, resource, { gone }), living: [], gone });
    dead.push(...(await usesOfDead(tools, resource, one, 1)));
  }
  return {
    ...summary(resource, [...[plain].filter(there), victim, ...neighbours, ...twins, ...successors]),
    listings,
    sought: [...soughtIn(full, [...others, victim]), ...soughtIn(changed, neighbours.length === 0 ? successors : [])],
    uses,
    usesAfter,
    deletions,
    again,
    dead,
  };
}

/** At once, as callers do: what a service keeps of one request while it waits may not end up in the answer to another. */
async function createTogether(tools: CheckContext, resource: Resource): Promise<readonly [Thing, ...Thing[]]> {
  const [mostTelling, ...others] = tools.sample(resource.bodies.toReversed());
  // The one that dies has a neighbour on either side.
  const [before, victim, behind] = await Promise.all([
    Promise.all(others.slice(0, 1).map((body) => createAnyhow(tools, resource, body))),
    createAnyhow(tools, resource, mostTelling),
    Promise.all(others.slice(1).map((body) => createAnyhow(tools, resource, body))),
  ]);
  const all: readonly [Thing, ...Thing[]] = [victim, ...before, ...behind];
  const failed = all.filter((one) => !isThere(resource, one));
  if (failed.length > 0) throw unborn(tools, resource, failed);
  return all;
}

const AGAIN = 'one that was deleted before';

/** What the creations lack that is needed to go on; where they break the document there, hidden behind that. */
function unborn(tools: CheckContext, { name, id, opens }: Resource, creations: readonly Thing[]): NotTested {
  const places = [id, ...(opens === undefined ? [] : [opens.member])];
  const members = places.map((pointer) => pointer.slice(1));
  const behind = creations.map(({ answer }) => tools.hides(answer, places)).find((clause) => clause !== undefined);
  return new NotTested(
    'inconclusive',
    `no ${name} with ${members.join(' and ')} could be created`,
    undefined,
    behind === undefined ? {} : { behind },
  );
}

/** With these members, or where they are refused from the plain body. */
async function createAnyhow(tools: CheckContext, resource: Resource, body?: Body): Promise<Thing> {
  const odd = await createThing(tools, resource, body);
  return isSuccess(odd.answer) ? odd : createThing(tools, resource);
}

/** Equal requests have to give different ones; where the name of a deleted one cannot be had again, by another name. */
async function createAgain(tools: CheckContext, resource: Resource, { asked }: Thing): Promise<Thing> {
  const again = await createThing(tools, resource, asked);
  return isSuccess(again.answer) ? again : createThing(tools, resource);
}

async function usesOf(tools: CheckContext, resource: Resource, things: readonly Thing[]): Promise<readonly Use[]> {
  const [operation] = resource.opens?.operations ?? [];
  const uses: Use[] = [];
  if (operation === undefined) return uses;
  for (const thing of things) {
    const from = tools.now();
    const answer = await tools.send(requestAs(tools, resource, operation, thing).until(isSuccess));
    uses.push({ id: thing.id, who: `${resource.name} ${thing.id}`, answer, from, to: tools.now() });
  }
  return uses;
}

/** At each operation that it opened, or at the first few of them. */
async function usesOfDead(tools: CheckContext, resource: Resource, thing: Thing, atMost?: number): Promise<After[]> {
  const answers: After[] = [];
  for (const operation of tools.sample(resource.opens?.operations ?? []).slice(0, atMost)) {
    const request = requestAs(tools, resource, operation, thing).until((one) => !isSuccess(one));
    const answer = await tools.send(request.invalid('wrong-credential', `a ${resource.name} that was deleted`));
    answers.push({ id: thing.id, answer });
  }
  return answers;
}

function summary({ unique }: Resource, things: readonly Thing[]): Pick<Life, 'born' | 'different'> {
  return { born: things, different: Object.fromEntries(unique.map((place) => [place, differentAt(things, place)])) };
}

function soughtIn(listing: Exchange, things: readonly Thing[]): Life['sought'] {
  return things.map((thing) => ({ thing, listing }));
}
