import type { Tools } from '../../check/check.ts';
import { isSuccess } from '../../check/judges.ts';
import { controlOf } from '../../check/positive-control.ts';
import { NotShown } from '../../check/verdict.ts';
import { SpecError } from '../../errors.ts';
import type { Exchange } from '../../http/exchange.ts';
import type { Resource } from './declaration.ts';
import {
  asThing,
  createThing,
  createTwin,
  deleteMissing,
  deleteThing,
  differentAt,
  entriesOf,
  isThere,
  listThings,
  type Thing,
  thingOf,
  withMark,
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
export function lifeOf(tools: Tools, resource: Resource): Promise<Life> {
  return tools.shared(`life ${resource.create.id}`, () => {
    if (resource.remove === undefined) return liveForGood(tools, resource);
    return tools.thrifty ? liveBriefly(tools, resource) : live(tools, resource);
  });
}

/** Nothing takes it away: one beside that which every run creates to see creating work. */
async function liveForGood(tools: Tools, resource: Resource): Promise<Life> {
  const born = [await plainThing(tools, resource), await createThing(tools, resource, resource.bodies.at(-1))];
  const there = born.filter((one) => isThere(resource, one));
  const listing = await listThings(tools, resource);
  return {
    ...summary(resource, born),
    listings: [{ answer: listing, living: idsOf(there), gone: [] }],
    sought: soughtIn(listing, there),
    uses: [],
    usesAfter: [],
    deletions: [],
    again: [],
    dead: [],
  };
}

/** Two that are odd in everything, the second created when the first has gone, beside the plain one. */
async function liveBriefly(tools: Tools, resource: Resource): Promise<Life> {
  const there = (one: Thing): boolean => isThere(resource, one);
  const plain = await plainThing(tools, resource);
  const first = await createAnyhow(tools, resource, resource.bodies.at(-1));
  const full = await listThings(tools, resource);
  const uses = await usesOf(tools, resource, [first, first]);
  const deletions = [{ id: first.id, answer: await deleteThing(tools, resource, first.id) }];
  const second = await createThing(tools, resource, resource.bodies[1]);
  const changed = await listThings(tools, resource);
  const again = [{ id: first.id, answer: await deleteMissing(tools, resource, first.id, AGAIN) }];
  const dead = await usesOfDead(tools, resource, first, 1);
  const added = [second].filter(there);
  for (const { id } of added) await deleteThing(tools, resource, id);
  // A target that lets anybody delete may have lost it to the check of just that.
  const others = [plain].filter(({ id }) => entriesOf(resource, full, id).length > 0);
  return {
    ...summary(resource, [...[plain].filter(there), first, ...added]),
    listings: [
      { answer: full, living: idsOf([...others, first]), gone: [] },
      { answer: changed, living: idsOf([...others, ...added]), gone: idsOf([first]) },
    ],
    sought: [...soughtIn(full, [...others, first]), ...soughtIn(changed, added)],
    uses,
    usesAfter: [],
    deletions,
    again,
    dead,
  };
}

/** Three at once at first, one that bears the name of the second, and one that is created like the second when that has gone. */
async function live(tools: Tools, resource: Resource): Promise<Life> {
  // At once, as callers do: what a service keeps of one request while it waits may not end up in the answer to another.
  const [first, second, third] = await Promise.all([
    createThing(tools, resource, resource.bodies[0]),
    createThing(tools, resource, resource.bodies[1]),
    createThing(tools, resource, resource.bodies[2]),
  ]);
  const failed = [first, second, third].filter((one) => !isThere(resource, one));
  if (failed.length > 0) throw unborn(tools, resource, failed);
  if (resource.refused !== undefined) await refusedThing(tools, resource);
  const twins = [await createTwin(tools, resource, second)].filter((one) => isThere(resource, one));
  const full = await listThings(tools, resource);
  const uses = await usesOf(tools, resource, [first, second, third, first]);
  const removal = { id: second.id, answer: await deleteThing(tools, resource, second.id) };
  const fourth = await createAgain(tools, resource);
  const changed = await listThings(tools, resource);
  // A twin is the one that a deletion by the mark would take with it, whatever the list says.
  const usesAfter = await usesOf(tools, resource, [first, third, ...twins]);
  const dead = await usesOfDead(tools, resource, second);
  const again = [{ id: second.id, answer: await deleteMissing(tools, resource, second.id, AGAIN) }];
  const deletions = [removal];
  for (const { id } of [first, third, ...twins, fourth].filter((one) => isThere(resource, one)))
    deletions.push({ id, answer: await deleteThing(tools, resource, id) });
  const all = [first, second, third, ...twins, fourth];
  return {
    ...summary(resource, all),
    listings: [
      { answer: full, living: idsOf([first, second, third, ...twins]), gone: [] },
      { answer: changed, living: idsOf([first, third, ...twins, fourth]), gone: idsOf([second]) },
      { answer: await listThings(tools, resource), living: [], gone: idsOf(all) },
    ],
    sought: soughtIn(full, [first, second, third, ...twins]),
    uses,
    usesAfter,
    deletions,
    again,
    dead: [...dead, ...(await usesOfDead(tools, resource, first, 1))],
  };
}

const AGAIN = 'one that was deleted before';

/** What the creations lack that is needed to go on; where they break the document there, hidden behind that. */
function unborn(tools: Tools, { name, id, opens }: Resource, creations: readonly Thing[]): NotShown {
  const places = [id, ...(opens === undefined ? [] : [opens.member])];
  const members = places.map((pointer) => pointer.slice(1));
  const behind = creations.map(({ answer }) => tools.hides(answer, places)).find((clause) => clause !== undefined);
  return new NotShown(
    'inconclusive',
    `no ${name} with ${members.join(' and ')} could be created`,
    undefined,
    behind === undefined ? {} : { behind },
  );
}

/** A creation that was refused, and the list after it. */
export type Refused = {
  readonly refusal: Exchange;
  /** What it would have been marked with. */
  readonly mark: unknown;
  readonly listing: Exchange;
};

export async function refusedCreation(tools: Tools, resource: Resource): Promise<Refused> {
  const before = tools.thrifty ? undefined : (await lifeOf(tools, resource)).listings[0].answer;
  return { ...(await refusedThing(tools, resource)), listing: before ?? (await listThings(tools, resource)) };
}

function refusedThing(tools: Tools, resource: Resource): Promise<Pick<Refused, 'refusal' | 'mark'>> {
  return tools.shared(`refused ${resource.create.id}`, async () => {
    const { body, what } = refusedOf(resource);
    const marked = withMark({ ...resource.plain, ...body }, tools.mark) as Readonly<Record<string, unknown>>;
    const request = tools.request(resource.create.id).json(marked);
    return {
      refusal: await tools.send(request.invalid('invalid-body', what)),
      mark: marked[resource.marked.slice(1)],
    };
  });
}

function refusedOf({ refused, create }: Resource): NonNullable<Resource['refused']> {
  if (refused === undefined) throw new SpecError(`${create.id}: x-resource names no body that is to be refused.`);
  return refused;
}

/** The one that every run creates to see creating work. */
async function plainThing(tools: Tools, resource: Resource): Promise<Thing> {
  return thingOf(resource, await controlOf(tools, resource.create.id));
}

async function createAnyhow(tools: Tools, resource: Resource, body: Thing['asked'] | undefined): Promise<Thing> {
  const odd = await createThing(tools, resource, body);
  const one = isSuccess(odd.answer) ? odd : await createThing(tools, resource);
  if (!isThere(resource, one)) throw unborn(tools, resource, [one]);
  return one;
}

/** Equal requests have to give different ones; where the name of a deleted one cannot be had again, by another name. */
async function createAgain(tools: Tools, resource: Resource): Promise<Thing> {
  const again = await createThing(tools, resource, resource.bodies[1]);
  return isSuccess(again.answer) ? again : createThing(tools, resource);
}

async function usesOf(tools: Tools, resource: Resource, things: readonly Thing[]): Promise<readonly Use[]> {
  const [operation] = resource.opens?.operations ?? [];
  const uses: Use[] = [];
  if (operation === undefined) return uses;
  for (const thing of things) {
    const from = tools.now();
    const answer = await tools.send(asThing(tools, resource, operation, thing));
    uses.push({ id: thing.id, who: `${resource.name} ${thing.id}`, answer, from, to: tools.now() });
  }
  return uses;
}

async function usesOfDead(
  tools: Tools,
  resource: Resource,
  thing: Thing,
  most = Number.POSITIVE_INFINITY,
): Promise<readonly After[]> {
  const answers: After[] = [];
  for (const operation of (resource.opens?.operations ?? []).slice(0, most)) {
    const request = asThing(tools, resource, operation, thing);
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

function idsOf(things: readonly Thing[]): readonly string[] {
  return things.map(({ id }) => id);
}
