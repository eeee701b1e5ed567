import {
  accepted,
  type Action,
  answeredWith,
  type Assertion,
  type Exchange,
  holds,
  isSuccess,
  notServed,
  type Played,
  playSequences,
  type Tools,
} from '../../src/check/index.ts';
import {
  createKey,
  declaredDefault,
  deleteKey,
  deleteMissing,
  entriesOf,
  listKeys,
  nothingThere,
  withKey,
} from './keys.ts';
import { hooksMadeHere, makeHook } from './webhooks.ts';

/** What an answer shows; of a creation and a deletion other clauses tell whether they are answered rightly. */
export type Shown = 'keys' | 'opens' | 'opens after a deletion' | 'closed' | 'deleted once' | 'webhooks' | 'nothing';

/** One action of a sequence, how it was answered, and what had to be there then. */
export interface Step {
  readonly shows: Shown;
  /** What was done so far, this action last. */
  readonly trail: string;
  readonly answer: Exchange;
  /** Ids that a list has to hold once, and those that it may not hold any more. */
  readonly living: readonly string[];
  readonly gone: readonly string[];
  /** The refusals that are declared for what is not there. */
  readonly refusals: readonly string[];
}

interface Key {
  readonly letter: string;
  readonly id: string;
  readonly key: string;
}

/** The keys of one sequence, and the webhooks of all: no webhook can be deleted. */
interface Model {
  trail: readonly string[];
  living: readonly Key[];
  gone: readonly Key[];
  readonly hooks: Hooks;
}

interface Hooks {
  ids: readonly string[];
  canCreate: boolean;
  /** What led to its creation, in whichever sequence that was. */
  trail: string;
}

const RUNS = 30;
/** Some of them cannot be done when their turn comes, and are left out. */
const LENGTH = 32;

/** Keys and webhooks created, listed, used and deleted in any order; shared by all clauses about that. */
export function keySequences(tools: Tools): Promise<Played<Step>> {
  return tools.shared('sequences of keys and webhooks', async () => {
    const ids = await hooksMadeHere(tools);
    const hooks: Hooks = { ids, canCreate: ids.length === 0, trail: '' };
    const lives = [...keyActions(tools), ...useActions(tools)];
    return playSequences<Model, Step>(tools, 'keys and webhooks', {
      // What can often not be done yet is there twice.
      actions: [...creations(tools), ...lives, ...lives, ...hookActions(tools)],
      start: () => ({ trail: [], living: [], gone: [], hooks }),
      end: async ({ living }) => {
        for (const { id } of living) await deleteKey(tools, id);
      },
      ask: asked,
      runs: RUNS,
      length: LENGTH,
    });
  });
}

/** What a step has to be like, told with what led to it. */
export function asked(step: Step): Assertion {
  return (judging) => {
    const result = plainly(step)(judging);
    return result?.kind === 'violation' ? { ...result, expected: `${result.expected} (${step.trail})` } : result;
  };
}

function plainly({ shows, answer, living, gone, refusals }: Step): Assertion {
  switch (shows) {
    case 'keys':
    case 'webhooks':
      return isSuccess(answer) ? listedOnce(answer, living, gone) : accepted(answer);
    case 'opens':
    case 'opens after a deletion':
      return accepted(answer);
    case 'closed':
      return notServed(answer);
    case 'deleted once':
      return answeredWith(answer, ...refusals);
    case 'nothing':
      return () => undefined;
  }
}

function listedOnce(listing: Exchange, living: readonly string[], gone: readonly string[]): Assertion {
  const times = (id: string) => entriesOf(listing, id).length;
  const odd = [...living.filter((id) => times(id) !== 1), ...gone.filter((id) => times(id) !== 0)];
  return holds(odd.length === 0, listing, {
    expected: `what was created is listed once (${living.length}), what was deleted is not (${gone.length})`,
    actual: odd.map((id) => `${living.includes(id) ? 'one created' : 'one deleted'}: ${times(id)} times`).join(', '),
  });
}

/** One for each tier: with so many among the actions a sequence soon has keys to do something with. */
function creations(tools: Tools): readonly Action<Model, Step>[] {
  return [declaredDefault(tools, 'tier'), 'premium', 'enterprise'].map((tier) =>
    action('create a key', anything, async (model) => {
      const { id, key, answer } = await createKey(tools, { tier });
      const letter = String.fromCodePoint(FIRST + model.living.length + model.gone.length);
      if (isSuccess(answer)) model.living = [...model.living, { letter, id, key }];
      return step(model, 'nothing', `create ${letter}`, answer);
    }),
  );
}

const FIRST = 65;

function keyActions(tools: Tools): readonly Action<Model, Step>[] {
  const refusals = nothingThere(tools);
  return [
    action('list the keys', anything, async (model) => step(model, 'keys', 'list the keys', await listKeys(tools))),
    action('delete a key', hasLiving, async (model, pick) => {
      const victim = chosen(model.living, pick);
      const answer = await deleteKey(tools, victim.id);
      model.living = model.living.filter(({ id }) => id !== victim.id);
      if (isSuccess(answer)) model.gone = [...model.gone, victim];
      return step(model, 'nothing', `delete ${victim.letter}`, answer);
    }),
    action('delete a key again', hasGone, async (model, pick) => {
      const { id, letter } = chosen(model.gone, pick);
      const answer = await deleteMissing(tools, id, 'a key that was deleted before');
      return { ...step(model, 'deleted once', `delete ${letter} again`, answer), refusals };
    }),
  ];
}

function useActions(tools: Tools): readonly Action<Model, Step>[] {
  return [
    action('use a key', hasLiving, async (model, pick) => {
      const key = chosen(model.living, pick);
      const answer = await tools.send(withKey(tools, 'getRateLimit', key));
      return step(model, model.gone.length > 0 ? 'opens after a deletion' : 'opens', `use ${key.letter}`, answer);
    }),
    action('use a deleted key', hasGone, async (model, pick) => {
      const key = chosen(model.gone, pick);
      const request = withKey(tools, 'getRateLimit', key).invalid('wrong-credential', 'a key that was deleted');
      return step(model, 'closed', `use ${key.letter}, which is deleted`, await tools.send(request));
    }),
  ];
}

function hookActions(tools: Tools): readonly Action<Model, Step>[] {
  return [
    action(
      'create a webhook',
      ({ hooks, living }) => hooks.canCreate && living.length > 0,
      async (model) => {
        const { id, answer } = await makeHook(tools);
        model.hooks.canCreate = false;
        if (isSuccess(answer)) model.hooks.ids = [...model.hooks.ids, id];
        const made = step(model, 'nothing', 'create a webhook', answer);
        model.hooks.trail = made.trail;
        return made;
      },
    ),
    action('list the webhooks', anything, async (model) => {
      const answer = await tools.send(tools.request('listWebhooks').fresh());
      const { ids, trail } = model.hooks;
      const listed = step(model, 'webhooks', 'list the webhooks', answer);
      const since = listed.trail.startsWith(trail) ? listed.trail : `${trail}; all keys deleted; ${listed.trail}`;
      return { ...listed, trail: since, living: ids, gone: [] };
    }),
  ];
}

function action(name: string, when: Action<Model, Step>['when'], run: Action<Model, Step>['run']): Action<Model, Step> {
  return { name, when, run };
}

const anything = () => true;
const hasLiving = ({ living }: Readonly<Model>) => living.length > 0;
const hasGone = ({ gone }: Readonly<Model>) => gone.length > 0;

function chosen(keys: readonly Key[], pick: number): Key {
  return keys[pick % keys.length] as Key;
}

function step(model: Model, shows: Shown, what: string, answer: Exchange): Step {
  model.trail = [...model.trail, what];
  const ids = (keys: readonly Key[]) => keys.map(({ id }) => id);
  return {
    shows,
    trail: model.trail.join('; '),
    answer,
    living: ids(model.living),
    gone: ids(model.gone),
    refusals: [],
  };
}
