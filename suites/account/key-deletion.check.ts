import {
  accepted,
  answeredWith,
  type Assertion,
  check,
  controlKey,
  type Exchange,
  holds,
  notServed,
  refused,
  type Tools,
} from '../../src/check/index.ts';
import { type Listing, lives, type Lives } from './key-lives.ts';
import { createKey, deleteKey, deleteMissing, entriesOf, listKeys, nothingThere } from './keys.ts';

function ended({ listings, deletions }: Lives): readonly Assertion[] {
  return [...listings.map(({ answer }) => accepted(answer)), ...deletions.map((answer) => accepted(answer))];
}

export const dropsDeletedKeys = check({
  clause: 'listApiKeys/drops-deleted-keys',
  act: lives,
  given: (all) => [...ended(all), ...present(all.listings[0])],
  judge: ({ listings }) => listings.flatMap(({ answer, gone }) => gone.map((id) => absent(answer, id))),
});

function present({ answer, living }: Listing): readonly Assertion[] {
  return living.map((id) =>
    holds(entriesOf(answer, id).length > 0, answer, {
      expected: `key ${id} in the list before it is deleted`,
      actual: 'a list without it',
    }),
  );
}

function absent(listing: Exchange, id: string): Assertion {
  return holds(entriesOf(listing, id).length === 0, listing, {
    expected: `no key ${id}, which was deleted`,
    actual: 'it is still listed',
  });
}

/** One action, and what the list has to be like after it. */
interface Step {
  readonly action: string;
  readonly done: Exchange;
  readonly living: readonly string[];
  readonly deleted: readonly string[];
  readonly listing: Exchange;
}

/** Creates and deletes by chance, more of the one at first and more of the other later, and lists after each. */
async function sequence(tools: Tools, length: number): Promise<{ readonly steps: readonly Step[] }> {
  let living: readonly string[] = [];
  let deleted: readonly string[] = [];
  const steps: Step[] = [];
  for (let count = 0; count < length; count += 1) {
    const deletes = living.length > 1 && tools.random() < (count + 2) / (length + 2);
    const victim = living[Math.floor(tools.random() * living.length)] ?? '';
    const done = deletes
      ? await deleteKey(tools, victim)
      : (await createKey(tools, { tier: tools.random() < 0.5 ? 'free' : 'premium' })).answer;
    const id = deletes ? victim : idOf(done);
    living = deletes ? living.filter((one) => one !== id) : [...living, id];
    deleted = deletes ? [...deleted, id] : deleted;
    steps.push({
      action: deletes ? `deleting ${id}` : `creating ${id}`,
      done,
      living,
      deleted,
      listing: await listKeys(tools),
    });
  }
  return { steps };
}

function idOf(answer: Exchange): string {
  const body = answer.outcome.kind === 'response' ? answer.outcome.body.json?.value : undefined;
  return String((body as { readonly id?: unknown } | undefined)?.id);
}

function followed({ action, living, deleted, listing }: Step): Assertion {
  const odd = [
    ...living.filter((id) => entriesOf(listing, id).length !== 1),
    ...deleted.filter((id) => entriesOf(listing, id).length !== 0),
  ][0];
  const times = odd === undefined ? 0 : entriesOf(listing, odd).length;
  return holds(odd === undefined, listing, {
    expected: `after ${action}: key ${odd ?? ''} ${odd !== undefined && living.includes(odd) ? 'once' : 'no longer'} in the list`,
    actual: `${times} times`,
  });
}

const LONG = 40;

export const followsEveryChange = check({
  clause: 'listApiKeys/follows-every-change',
  act: lives,
  given: (all) => [...all.born.map(({ answer }) => accepted(answer)), ...ended(all)],
  judge: ({ listings }) =>
    listings.map(({ answer, living, gone }) =>
      followed({ action: 'creating and deleting', done: answer, living, deleted: gone, listing: answer }),
    ),
});

export const followsEveryChangeAtLength = check({
  clause: 'listApiKeys/follows-every-change',
  variant: 'long',
  depth: 'deep',
  act: (tools) => sequence(tools, LONG),
  given: ({ steps }) => steps.flatMap(({ done, listing }) => [accepted(done), accepted(listing)]),
  judge: ({ steps }) => steps.map((step) => followed(step)),
});

export const deletedKeyOpensNothing = check({
  clause: 'deleteApiKey/deleted-key-opens-nothing',
  act: lives,
  given: ({ uses, deletions }) => [
    ...uses.map(({ answer }) => accepted(answer)),
    ...deletions.map((answer) => accepted(answer)),
  ],
  judge: ({ dead }) => dead.map((answer) => notServed(answer)),
});

export const deletingAgain404 = check({
  clause: 'deleteApiKey/deleting-again-404',
  act: async (tools) => ({ ...(await lives(tools)), keys: nothingThere(tools) }),
  given: ({ deletions }) => deletions.map((answer) => accepted(answer)),
  judge: ({ again, keys }) => again.map((answer) => answeredWith(answer, ...keys)),
});

/** The control of the operation. */
function deleteUnknown(tools: Tools): Promise<Exchange> {
  return tools.shared(controlKey('deleteApiKey'), () =>
    deleteMissing(tools, tools.unknownId('uuid'), 'an id that does not exist'),
  );
}

export const malformedIdIsRefused = check({
  clause: 'deleteApiKey/malformed-id-is-refused',
  depth: 'standard',
  async act(tools) {
    const request = tools.request('deleteApiKey').path({ id: 'no-uuid' });
    const answer = await tools.send(request.invalid('invalid-path', 'an id that is no uuid'));
    return {
      answer,
      control: await deleteUnknown(tools),
      listing: await tools.send(tools.request('listApiKeys')),
      keys: nothingThere(tools),
    };
  },
  given: ({ control, listing, keys }) => [accepted(listing), answeredWith(control, ...keys)],
  judge: ({ answer }) => [refused(answer)],
});

export const unknownId404 = check({
  clause: 'deleteApiKey/unknown-id-404',
  act: async (tools) => ({
    answer: await deleteUnknown(tools),
    listing: await tools.send(tools.request('listApiKeys')),
    keys: nothingThere(tools),
  }),
  given: ({ listing }) => [accepted(listing)],
  judge: ({ answer, keys }) => [answeredWith(answer, ...keys)],
});

export const leavesOtherKeys = check({
  clause: 'deleteApiKey/leaves-other-keys',
  act: lives,
  given: ({ born, uses, listings: [full, changed], deletions }) => [
    ...born.map(({ answer }) => accepted(answer)),
    ...uses.map(({ answer }) => accepted(answer)),
    accepted(full.answer),
    accepted(changed.answer),
    ...deletions.slice(0, 1).map((answer) => accepted(answer)),
  ],
  judge: ({ listings: [full, changed], usesAfter }) => [
    ...full.living
      .filter((id) => changed.living.includes(id) && !changed.gone.includes(id))
      .map((id) =>
        holds(entriesOf(changed.answer, id).length > 0, changed.answer, {
          expected: `key ${id} in the list, for another was deleted`,
          actual: 'a list without it',
        }),
      ),
    ...usesAfter.map(({ answer }) => accepted(answer)),
  ],
});
