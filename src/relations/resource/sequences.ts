import type { Assertion, CheckContext } from '../../check/check.ts';
import { accepted, answeredWith, isSuccess, notServed, objectsAt } from '../../check/judges.ts';
import { type Played, playSequences } from '../../check/sequences.ts';
import type { Action } from '../../generate/sequences.ts';
import type { Exchange } from '../../http/exchange.ts';
import { listsExactly } from './aspects.ts';
import { nothingThere, type Resource } from './declaration.ts';
import { createThing, deleteMissing, deleteThing, firstPage, idIn, idsOf, requestAs, type Thing } from './things.ts';

/** What the answer to a step shows. Creations and deletions show nothing here, because other clauses judge them. */
export type StepEvidence = 'list' | 'opens' | 'opens after a deletion' | 'closed' | 'deleted once' | 'nothing';

/** One action of a sequence, its answer, and what must have existed then. */
export interface Step {
  /** The id of the operation that creates the resource. */
  readonly about: string;
  readonly shows: StepEvidence;
  /** The actions so far, this one last. */
  readonly trail: string;
  readonly answer: Exchange;
  readonly living: readonly string[];
  readonly gone: readonly string[];
}

interface Lettered extends Thing {
  readonly letter: string;
}

/** The things of one resource in a sequence. For resources that cannot be deleted see `Lasting`. */
interface State {
  readonly resource: Resource;
  living: readonly Lettered[];
  gone: readonly Lettered[];
}

interface Model {
  trail: readonly string[];
  readonly states: readonly State[];
  readonly lasting: readonly Lasting[];
}

/** A thing that cannot be deleted: one for all sequences, and for all runs with the same seed. */
interface Lasting {
  readonly resource: Resource;
  ids: readonly string[];
  canCreate: boolean;
  /** The actions up to its creation, in whichever sequence that was. */
  trail: string;
}

/** How many sequences, and how many actions in each. An action that is not possible at its turn is left out. */
const [RUNS, LENGTH] = [30, 32];

/** Creates, lists, uses and deletes things in any order. All clauses about this share the result. */
export function sequencesOf(tools: CheckContext, resources: readonly Resource[]): Promise<Played<Step>> {
  return tools.shared('sequences of resources', async () => {
    const [removable, permanent] = [
      resources.filter(({ remove }) => remove !== undefined),
      resources.filter(({ remove }) => remove === undefined),
    ];
    const lasting = await Promise.all(permanent.map((resource) => lastingOf(tools, resource)));
    const lives = removable.flatMap((resource) => lifeActions(tools, resource));
    return playSequences<Model, Step>(tools, 'resources', {
      // Actions that often are not possible yet are listed twice.
      actions: [
        ...removable.flatMap((resource) => creations(tools, resource)),
        ...lives,
        ...lives,
        ...permanent.flatMap((resource) => lastingActions(tools, resource)),
      ],
      start: () => ({ trail: [], states: removable.map((resource) => ({ resource, living: [], gone: [] })), lasting }),
      end: async ({ states }) => {
        for (const { resource, living } of states) for (const { id } of living) await deleteThing(tools, resource, id);
      },
      ask: (step) => assertionOf(resources, step),
      runs: RUNS,
      length: LENGTH,
    });
  });
}

/** The assertion for a step. Its violation names the actions that led to the step. */
export function assertionOf(resources: readonly Resource[], step: Step): Assertion {
  return (judging) => {
    const resource = resources.find(({ create }) => create.id === step.about);
    const result = resource === undefined ? undefined : assertionWithoutTrail(resource, step)(judging);
    return result?.kind === 'violation' ? { ...result, expected: `${result.expected} (${step.trail})` } : result;
  };
}

function assertionWithoutTrail(resource: Resource, { shows, answer, living, gone }: Step): Assertion {
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
    action(`create one ${resource.name}`, always, async (model) => {
      const state = ofResource(model.states, resource);
      const thing = await createThing(tools, resource, body);
      const letter = String.fromCodePoint(FIRST_LETTER + state.living.length + state.gone.length);
      if (isSuccess(thing.answer)) state.living = [...state.living, { ...thing, letter }];
      return step(model, state, { shows: 'nothing', what: `create ${letter}`, answer: thing.answer });
    }),
  );
}

const FIRST_LETTER = 65;

function lifeActions(tools: CheckContext, resource: Resource): Actions {
  const hasLiving = (model: Readonly<Model>) => ofResource(model.states, resource).living.length > 0;
  const hasGone = (model: Readonly<Model>) => ofResource(model.states, resource).gone.length > 0;
  return [
    action(`list each ${resource.name}`, always, async (model) => {
      const state = ofResource(model.states, resource);
      const answer = await firstPage(tools, resource, { living: idsOf(state.living), gone: idsOf(state.gone) });
      return step(model, state, { shows: 'list', what: `list each ${resource.name}`, answer });
    }),
    action(`delete one ${resource.name}`, hasLiving, async (model, pick) => {
      const state = ofResource(model.states, resource);
      const victim = pickFrom(state.living, pick);
      const answer = await deleteThing(tools, resource, victim.id);
      state.living = state.living.filter(({ id }) => id !== victim.id);
      if (isSuccess(answer)) state.gone = [...state.gone, victim];
      return step(model, state, { shows: 'nothing', what: `delete ${victim.letter}`, answer });
    }),
    action(`delete one ${resource.name} again`, hasGone, async (model, pick) => {
      const state = ofResource(model.states, resource);
      const { id, letter } = pickFrom(state.gone, pick);
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
    action(`use one ${resource.name}`, hasLiving, async (model, pick) => {
      const state = ofResource(model.states, resource);
      const thing = pickFrom(state.living, pick);
      const answer = await tools.send(requestAs(tools, resource, operation, thing));
      const shows = state.gone.length > 0 ? 'opens after a deletion' : 'opens';
      return step(model, state, { shows, what: `use ${thing.letter}`, answer });
    }),
    action(`use a deleted ${resource.name}`, hasGone, async (model, pick) => {
      const state = ofResource(model.states, resource);
      const thing = pickFrom(state.gone, pick);
      const request = requestAs(tools, resource, operation, thing);
      const answer = await tools.send(request.invalid('wrong-credential', `a ${resource.name} that was deleted`));
      return step(model, state, { shows: 'closed', what: `use ${thing.letter}, which is deleted`, answer });
    }),
  ];
}

async function lastingOf(tools: CheckContext, resource: Resource): Promise<Lasting> {
  const member = resource.marked.slice(1);
  const listing = await firstPage(tools, resource);
  const mark = lastingMark(tools, resource);
  const entries = isSuccess(listing) ? objectsAt(listing, resource.items ?? '') : [];
  const ids = entries.filter((entry) => entry[member] === mark).map((entry) => String(idIn(resource, entry)));
  return { resource, ids, canCreate: ids.length === 0, trail: '' };
}

/** The mark of the one thing for all sequences: that of the plain body, without a number. */
function lastingMark({ mark }: CheckContext, { plain, marked }: Resource): string {
  return String(plain[marked.slice(1)]).replaceAll('$mark', mark).replaceAll('$number', 'sequence');
}

function lastingActions(tools: CheckContext, resource: Resource): Actions {
  const canCreate = ({ lasting, states }: Readonly<Model>) =>
    ofResource(lasting, resource).canCreate && (states.length === 0 || states.some(({ living }) => living.length > 0));
  const what = `create one ${resource.name}`;
  return [
    action(what, canCreate, async (model) => {
      const lasting = ofResource(model.lasting, resource);
      const body = { [resource.marked.slice(1)]: lastingMark(tools, resource) };
      const { id, answer } = await createThing(tools, resource, body);
      lasting.canCreate = false;
      if (isSuccess(answer)) lasting.ids = [...lasting.ids, id];
      const created = lastingStep(model, lasting, { shows: 'nothing', what, answer });
      lasting.trail = created.trail;
      return created;
    }),
    action(`list each ${resource.name}`, always, async (model) => {
      const lasting = ofResource(model.lasting, resource);
      const answer = await firstPage(tools, resource, { living: lasting.ids });
      const listed = lastingStep(model, lasting, { shows: 'list', what: `list each ${resource.name}`, answer });
      // An earlier sequence may have created it. Then the trail begins with that sequence, which ended by deleting the others.
      const isOfThisSequence = listed.trail.startsWith(lasting.trail);
      return isOfThisSequence ? listed : { ...listed, trail: `${lasting.trail}; all deleted; ${listed.trail}` };
    }),
  ];
}

function action(name: string, when: When, run: Action<Model, Step>['run']): Action<Model, Step> {
  return { name, when, run };
}

const always = () => true;

function ofResource<T extends State | Lasting>(all: readonly T[], resource: Resource): T {
  return all.find((one) => one.resource === resource) as T;
}

function pickFrom(things: readonly Lettered[], pick: number): Lettered {
  return things[pick % things.length] as Lettered;
}

interface Done {
  readonly shows: StepEvidence;
  readonly what: string;
  readonly answer: Exchange;
}

function step(model: Model, { resource, living, gone }: State, done: Done): Step {
  return stepOf(model, resource, done, { living: idsOf(living), gone: idsOf(gone) });
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
