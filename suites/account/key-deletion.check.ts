import { accepted, answeredWith, type Assertion, check, conforming, type Exchange, holds, notServed, succeeded, type Tools } from '../../src/check/index.ts';
import { createKey, deleteKey, deleteMissing, entriesOf, listKeys, type NewKey, nothingThere, withKey } from './keys.ts';

export const dropsDeletedKeys = check({
  clause: 'listApiKeys/drops-deleted-keys',
  async act(tools) {
    const keys = [await createKey(tools), await createKey(tools, { tier: 'premium' }), await createKey(tools, { expiresIn: 1 })];
    const before = await listKeys(tools);
    const deletions: Exchange[] = [];
    for (const { id } of keys) deletions.push(await deleteKey(tools, id));
    return { ids: keys.map(({ id }) => id), before, deletions, listings: [await listKeys(tools), await listKeys(tools)] };
  },
  given: ({ before, deletions, listings, ids }) => [
    ...[before, ...listings].map((listing) => succeeded(listing)),
    ...deletions.map((answer) => accepted(answer)),
    ...ids.map((id) => holds(entriesOf(before, id).length > 0, before, { expected: `key ${id} in the list before it is deleted`, actual: 'a list without it' })),
  ],
  judge: ({ listings, ids }) => listings.flatMap((listing) => ids.map((id) => absent(listing, id))),
});

function absent(listing: Exchange, id: string): Assertion {
  return holds(entriesOf(listing, id).length === 0, listing, { expected: `no key ${id}, which was deleted`, actual: 'it is still listed' });
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
    const done = deletes ? await deleteKey(tools, victim) : (await createKey(tools, { tier: tools.random() < 0.5 ? 'free' : 'premium' })).answer;
    const id = deletes ? victim : idOf(done);
    living = deletes ? living.filter((one) => one !== id) : [...living, id];
    deleted = deletes ? [...deleted, id] : deleted;
    steps.push({ action: deletes ? `deleting ${id}` : `creating ${id}`, done, living, deleted, listing: await listKeys(tools) });
  }
  return { steps };
}

function idOf(answer: Exchange): string {
  const body = answer.outcome.kind === 'response' ? answer.outcome.body.json?.value : undefined;
  return String((body as { readonly id?: unknown } | undefined)?.id);
}

function followed({ action, living, deleted, listing }: Step): Assertion {
  const odd = [...living.filter((id) => entriesOf(listing, id).length !== 1), ...deleted.filter((id) => entriesOf(listing, id).length !== 0)][0];
  const times = odd === undefined ? 0 : entriesOf(listing, odd).length;
  return holds(odd === undefined, listing, { expected: `after ${action}: key ${odd ?? ''} ${odd !== undefined && living.includes(odd) ? 'once' : 'no longer'} in the list`, actual: `${times} times` });
}

const SHORT = 8;
const LONG = 40;

export const followsEveryChange = check({
  clause: 'listApiKeys/follows-every-change',
  act: (tools) => sequence(tools, SHORT),
  given: ({ steps }) => steps.flatMap(({ done, listing }) => [accepted(done), succeeded(listing)]),
  judge: ({ steps }) => steps.map((step) => followed(step)),
});

export const followsEveryChangeAtLength = check({
  clause: 'listApiKeys/follows-every-change',
  variant: 'long',
  depth: 'deep',
  act: (tools) => sequence(tools, LONG),
  given: ({ steps }) => steps.flatMap(({ done, listing }) => [accepted(done), succeeded(listing)]),
  judge: ({ steps }) => steps.map((step) => followed(step)),
});

/** A key that opened something while it lived, its end, and what it was tried on afterwards. */
interface Life {
  readonly before: Exchange;
  readonly deletion: Exchange;
  readonly after: readonly Exchange[];
}

async function liveAndDie(tools: Tools, body: Readonly<Record<string, unknown>>): Promise<Life> {
  const key = await createKey(tools, body);
  const before = await tools.send(withKey(tools, 'getRateLimit', key));
  const deletion = await deleteKey(tools, key.id);
  const after: Exchange[] = [];
  for (const operation of ['getRateLimit', 'getUsage', 'getRateLimit'] as const) after.push(await tools.send(withKey(tools, operation, key).invalid('wrong-credential', 'a key that was deleted')));
  return { before, deletion, after };
}

export const deletedKeyOpensNothing = check({
  clause: 'deleteApiKey/deleted-key-opens-nothing',
  async act(tools) {
    const lives = [await liveAndDie(tools, {}), await liveAndDie(tools, { tier: 'premium', expiresIn: 30 })];
    return { lives };
  },
  given: ({ lives }) => lives.flatMap(({ before, deletion }) => [accepted(before), accepted(deletion)]),
  judge: ({ lives }) => lives.flatMap(({ after }) => after.map((answer) => notServed(answer))),
});

export const deletingAgain404 = check({
  clause: 'deleteApiKey/deleting-again-404',
  async act(tools) {
    const keys = [await createKey(tools), await createKey(tools, { tier: 'premium' })];
    const first: Exchange[] = [];
    const again: Exchange[] = [];
    for (const { id } of keys) first.push(await deleteKey(tools, id));
    for (const { id } of [...keys, ...keys]) again.push(await deleteMissing(tools, id, 'a key that was deleted before'));
    return { first, again, keys: nothingThere(tools) };
  },
  given: ({ first }) => first.map((answer) => accepted(answer)),
  judge: ({ again, keys }) => again.flatMap((answer) => [answeredWith(answer, ...keys), conforming(answer)]),
});

export const unknownId404 = check({
  clause: 'deleteApiKey/unknown-id-404',
  act: async (tools) => ({ answer: await deleteMissing(tools, tools.unknownId('uuid'), 'a uuid that no key has'), listing: await listKeys(tools), keys: nothingThere(tools) }),
  given: ({ listing }) => [succeeded(listing)],
  judge: ({ answer, keys }) => [answeredWith(answer, ...keys), conforming(answer)],
});

export const leavesOtherKeys = check({
  clause: 'deleteApiKey/leaves-other-keys',
  async act(tools) {
    const [first, middle, last] = [await createKey(tools), await createKey(tools), await createKey(tools, { tier: 'premium' })];
    const created = [first, middle, last].map(({ answer }) => answer);
    const deletion = await deleteKey(tools, middle.id);
    const listing = await listKeys(tools);
    const others: readonly NewKey[] = [first, last];
    const uses: Exchange[] = [];
    for (const key of others) uses.push(await tools.send(withKey(tools, 'getRateLimit', key)));
    return { created, deletion, listing, others: others.map(({ id }) => id), uses };
  },
  given: ({ created, deletion, listing }) => [...created.map((answer) => succeeded(answer)), accepted(deletion), succeeded(listing)],
  judge: ({ listing, others, uses }) => [
    ...others.map((id) => holds(entriesOf(listing, id).length > 0, listing, { expected: `key ${id} in the list, for another was deleted`, actual: 'a list without it' })),
    ...uses.map((answer) => accepted(answer)),
  ],
});
