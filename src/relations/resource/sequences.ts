import type { Assertion, CheckContext } from '../../check/check.ts';
import { accepted, answeredWith, isSuccess, notServed, objectsAt } from '../../check/judges.ts';
import { type Played, playSequences } from '../../check/sequences.ts';
import type { Action } from '../../generate/sequences.ts';
import type { Exchange } from '../../http/exchange.ts';
import { listsExactly } from './aspects.ts';
import { nothingThere, type Resource } from './declaration.ts';
import { createThing, deleteMissing, deleteThing, idsOf, listThings, requestAs, type Thing } from './things.ts';

/** What an answer shows; of a creation and a deletion other clauses tell whether they are answered rightly. */
export type StepEvidence = 'list' | 'opens' | 'opens after a deletion' | 'closed' | 'deleted once' | 'nothing';

/** One action of a sequence, how it was answered, and what had to be there then. */
export interface Step {
  /** The operation that creates what it is about. */
  readonly about: string;
  readonly shows: StepEvidence;
  /** What was done so far, this action last. */
  readonly trail: string;
  readonly answer: Exchange;
  readonly living: readonly string[];
  readonly gone: readonly string[];
}

interface Lettered extends Thing {
  readonly letter: string;
}

/** What there is of one resource; what nothing can delete outlives a sequence. */
interface State {
  readonly resource: Resource;
  living: readonly Lettered[];
  gone: readonly Lettered[];
}

interface Model {
  trail: readonly string[];
  readonly coming: readonly State[];
  readonly lasting: readonly Lasting[];
}

/** What nothing can delete: one thing for all sequences, and for all runs with the same seed. */
interface Lasting {
  readonly resource: Resource;
  ids: readonly string[];
  canCreate: boolean;
  /** What led to its creation, in whichever sequence that was. */
  trail: string;
}

/** So many sequences of so many actions; some cannot be done when their turn comes, and are left out. */
const [RUNS, LENGTH] = [30, 32];

/** Everything created, listed, used and deleted in any order; shared by all clauses about that. */
export function sequencesOf(tools: CheckContext, resources: readonly Resource[]): Promise<Played<Step>> {
  return tools.shared('sequences of resources', async () => {
    const [coming, forGood] = [
      resources.filter(({ remove }) => remove !== undefined),
      resources.filter(({ remove }) => remove === undefined),
    ];
    const lasting = await Promise.all(forGood.map((resource) => lastingOf(tools, resource)));
    const lives = coming.flatMap((resource) => lifeActions(tools, resource));
    return playSequences<Model, Step>(tools, 'resources', {
      // What can often not be done yet is there twice.
      actions: [
        ...coming.flatMap((resource) => creations(tools, resource)),
        ...lives,
        ...lives,
        ...forGood.flatMap((resource) => lastingActions(tools, resource)),
      ],
      start: () => ({ trail: [], coming: coming.map((resource) => ({ resource, living: [], gone: [] })), lasting }),
      end: async ({ coming: states }) => {
        for (const { resource, living } of states) for (const { id } of living) await deleteThing(tools, resource, id);
      },
      ask: (step) => assertionOf(resources, step),
      runs: RUNS,
      length: LENGTH,
    });
  });
}

/** What a step has to be like, told with what led to it. */
export function assertionOf(resources: readonly Resource[], step: Step): Assertion {
  return (judging) => {
    const resource = resources.find(({ create }) => create.id === step.about);
    const result = resource === undefined ? undefined : plainly(resource, step)(judging);
    return result?.kind === 'violation' ? { ...result, expected: `${result.expected} (${step.trail})` } : result;
  };
}

function plainly(resource: Resource, { shows, answer, living, gone }: Step): Assertion {
  switch (shows) {
    case 'list':
      return isSuccess(answer) ? listsExactly(resource, { answer, living, gone }) : accepted(answer);
    case 'opens':
    case 'opens after a deletion':
      return accepted(answer);
    case 'closed':
      return notServed(answer);
    case 'deleted once':
      return answeredWith(answer, ...nothingThere(resource));
    case 'nothing':
      return () => undefined;
  }
}

function creations(tools: CheckContext, resource: Resource): Actions {
  const bodies = resource.bodies.slice(0, 3).map(({ [resource.marked.slice(1)]: _mark, ...rest }) => rest);
  return bodies.map((body) =>
    action(`create a ${resource.name}`, anything, async (model) => {
      const state = stateOf(model, resource);
      const thing = await createThing(tools, resource, body);
      const letter = String.fromCodePoint(FIRST + state.living.length + state.gone.length);
      if (isSuccess(thing.answer)) state.living = [...state.living, { ...thing, letter }];
      return step(model, state, { shows: 'nothing', what: `create ${letter}`, answer: thing.answer });
    }),
  );
}

const FIRST = 65;

function lifeActions(tools: CheckContext, resource: Resource): Actions {
  const hasLiving = (model: Readonly<Model>) => stateOf(model, resource).living.length > 0;
  const hasGone = (model: Readonly<Model>) => stateOf(model, resource).gone.length > 0;
  return [
    action(`list each ${resource.name}`, anything, async (model) => {
      const state = stateOf(model, resource);
      const answer = await listThings(tools, resource, { living: idsOf(state.living), gone: idsOf(state.gone) });
      return step(model, state, { shows: 'list', what: `list each ${resource.name}`, answer });
    }),
    action(`delete a ${resource.name}`, hasLiving, async (model, pick) => {
      const state = stateOf(model, resource);
      const victim = chosen(state.living, pick);
      const answer = await deleteThing(tools, resource, victim.id);
      state.living = state.living.filter(({ id }) => id !== victim.id);
      if (isSuccess(answer)) state.gone = [...state.gone, victim];
      return step(model, state, { shows: 'nothing', what: `delete ${victim.letter}`, answer });
    }),
    action(`delete a ${resource.name} again`, hasGone, async (model, pick) => {
      const state = stateOf(model, resource);
      const { id, letter } = chosen(state.gone, pick);
      const answer = await deleteMissing(tools, resource, id, 'one that was deleted before');
      return step(model, state, { shows: 'deleted once', what: `delete ${letter} again`, answer });
    }),
    ...useActions(tools, resource, hasLiving, hasGone),
  ];
}

type When = Action<Model, Step>['when'];
type Actions = readonly Action<Model, Step>[];

function useActions(tools: CheckContext, resource: Resource, hasLiving: When, hasGone: When): Actions {
  const [operation] = resource.opens?.operations ?? [];
  if (operation === undefined) return [];
  return [
    action(`use a ${resource.name}`, hasLiving, async (model, pick) => {
      const state = stateOf(model, resource);
      const thing = chosen(state.living, pick);
      const answer = await tools.send(requestAs(tools, resource, operation, thing));
      const shows = state.gone.length > 0 ? 'opens after a deletion' : 'opens';
      return step(model, state, { shows, what: `use ${thing.letter}`, answer });
    }),
    action(`use a deleted ${resource.name}`, hasGone, async (model, pick) => {
      const state = stateOf(model, resource);
      const thing = chosen(state.gone, pick);
      const request = requestAs(tools, resource, operation, thing);
      const answer = await tools.send(request.invalid('wrong-credential', `a ${resource.name} that was deleted`));
      return step(model, state, { shows: 'closed', what: `use ${thing.letter}, which is deleted`, answer });
    }),
  ];
}

async function lastingOf(tools: CheckContext, resource: Resource): Promise<Lasting> {
  const member = resource.marked.slice(1);
  const listing = await listThings(tools, resource);
  const mark = lastingMark(tools, resource);
  const entries = isSuccess(listing) ? objectsAt(listing, resource.items ?? '') : [];
  const ids = entries.filter((entry) => entry[member] === mark).map((entry) => String(entry[resource.id.slice(1)]));
  return { resource, ids, canCreate: ids.length === 0, trail: '' };
}

/** The mark of the one for all sequences: that of the plain body, without a number. */
function lastingMark({ mark }: CheckContext, { plain, marked }: Resource): string {
  return String(plain[marked.slice(1)]).replaceAll('$mark', mark).replaceAll('$number', 'sequence');
}

function lastingActions(tools: CheckContext, resource: Resource): Actions {
  const canCreate = ({ lasting, coming }: Readonly<Model>) =>
    lastingIn(lasting, resource).canCreate && (coming.length === 0 || coming.some(({ living }) => living.length > 0));
  return [
    action(`create a ${resource.name}`, canCreate, async (model) => {
      const one = lastingIn(model.lasting, resource);
      const body = { [resource.marked.slice(1)]: lastingMark(tools, resource) };
      const { id, answer } = await createThing(tools, resource, body);
      one.canCreate = false;
      if (isSuccess(answer)) one.ids = [...one.ids, id];
      const made = lastingStep(model, one, { shows: 'nothing', what: `create a ${resource.name}`, answer });
      one.trail = made.trail;
      return made;
    }),
    action(`list each ${resource.name}`, anything, async (model) => {
      const one = lastingIn(model.lasting, resource);
      const answer = await listThings(tools, resource, { living: one.ids });
      const listed = lastingStep(model, one, { shows: 'list', what: `list each ${resource.name}`, answer });
      const trail = listed.trail.startsWith(one.trail) ? listed.trail : `${one.trail}; all deleted; ${listed.trail}`;
      return { ...listed, trail };
    }),
  ];
}

function action(name: string, when: When, run: Action<Model, Step>['run']): Action<Model, Step> {
  return { name, when, run };
}

const anything = () => true;

function stateOf({ coming }: Pick<Model, 'coming'>, resource: Resource): State {
  return coming.find((state) => state.resource === resource) as State;
}

function lastingIn(lasting: readonly Lasting[], resource: Resource): Lasting {
  return lasting.find((one) => one.resource === resource) as Lasting;
}

function chosen(things: readonly Lettered[], pick: number): Lettered {
  return things[pick % things.length] as Lettered;
}

interface Done {
  readonly shows: StepEvidence;
  readonly what: string;
  readonly answer: Exchange;
}

function step(model: Model, { resource, living, gone }: State, done: Done): Step {
  const ids = (things: readonly Lettered[]) => things.map(({ id }) => id);
  return stepOf(model, resource, done, { living: ids(living), gone: ids(gone) });
}

function lastingStep(model: Model, { resource, ids }: Lasting, done: Done): Step {
  return stepOf(model, resource, done, { living: ids, gone: [] });
}

function stepOf(
  model: Model,
  { create }: Resource,
  { shows, what, answer }: Done,
  ids: Pick<Step, 'living' | 'gone'>,
): Step {
  model.trail = [...model.trail, what];
  return { about: create.id, shows, trail: model.trail.join('; '), answer, ...ids };
}
