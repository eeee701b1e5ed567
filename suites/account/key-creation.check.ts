import { accepted, at, check, enough, type Exchange, every, holds, refusedSomehow, succeeded, textAt, type Tools } from '../../src/check/index.ts';
import { createKey, declaredDefault, entriesOf, keysOfEachTier, listKeys, nameLengths, type NewKey, plainKey, withKey } from './keys.ts';

export const tierDefaultsToFree = check({
  clause: 'createApiKey/tier-defaults-to-free',
  act: async (tools) => ({ keys: [await plainKey(tools), await createKey(tools, { permissions: declaredDefault(tools, 'permissions'), expiresIn: 2 })], expected: declaredDefault(tools, 'tier') }),
  given: ({ keys }) => keys.map(({ answer }) => succeeded(answer)),
  judge: ({ keys, expected }) => keys.map(({ answer }) => holds(at(answer, '/tier') === expected, answer, { expected: `tier ${String(expected)}`, actual: at(answer, '/tier'), at: '/tier' })),
});

export const permissionsDefaultToRead = check({
  clause: 'createApiKey/permissions-default-to-read',
  act: async (tools) => ({ keys: [await plainKey(tools), await createKey(tools, { tier: 'premium' }), await createKey(tools, { tier: 'enterprise', expiresIn: 2 })], expected: declaredDefault(tools, 'permissions') }),
  given: ({ keys }) => keys.map(({ answer }) => succeeded(answer)),
  judge: ({ keys, expected }) => keys.map(({ answer }) => holds(sameJson(at(answer, '/permissions'), expected), answer, { expected: `permissions ${JSON.stringify(expected)}`, actual: at(answer, '/permissions'), at: '/permissions' })),
});

function sameJson(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** What was asked for, and the key that came of it. */
interface Asked<T> {
  readonly asked: T;
  readonly answer: Exchange;
}

/** Names from the shortest to the longest, with letters beyond ASCII and signs; none with outer blanks, which may be trimmed. */
function names(tools: Tools): readonly string[] {
  const { least, most } = nameLengths(tools);
  const long = `${tools.mark} ${'long name '.repeat(most)}`.slice(0, most - 1);
  return ['k'.repeat(least), `${long}z`, `${tools.mark} Schlüssel für Ω und 鍵 🔑`, `${tools.mark} "quoted" O'Neil \\ 50% a/b`];
}

export const nameIsEchoed = check({
  clause: 'createApiKey/name-is-echoed',
  async act(tools) {
    const keys: Asked<string>[] = [{ asked: `${tools.mark} key`, answer: (await plainKey(tools)).answer }];
    for (const name of names(tools)) keys.push({ asked: name, answer: (await createKey(tools, { name })).answer });
    return { keys };
  },
  given: ({ keys }) => keys.map(({ answer }) => succeeded(answer)),
  judge: ({ keys }) => keys.map(({ asked, answer }) => holds(textAt(answer, '/name') === asked, answer, { expected: `name ${asked}`, actual: textAt(answer, '/name') ?? 'none', at: '/name' })),
});

export const tierIsEchoed = check({
  clause: 'createApiKey/tier-is-echoed',
  act: async (tools) => ({ keys: await keysOfEachTier(tools) }),
  given: ({ keys }) => keys.map(({ answer }) => succeeded(answer)),
  judge: ({ keys }) => [every(keys, 'tier', ({ tier, answer }) => holds(textAt(answer, '/tier') === tier, answer, { expected: `tier ${tier}`, actual: textAt(answer, '/tier') ?? 'none', at: '/tier' }))],
});

/** Other permissions than the default one are not shown, so only that one can be asked for. */
export const permissionsAreEchoed = check({
  clause: 'createApiKey/permissions-are-echoed',
  act: async (tools) => ({ keys: await keysOfEachTier(tools), expected: declaredDefault(tools, 'permissions') }),
  given: ({ keys }) => keys.map(({ answer }) => succeeded(answer)),
  judge: ({ keys, expected }) => [every(keys, 'key', ({ answer }) => holds(sameJson(at(answer, '/permissions'), expected), answer, { expected: `permissions ${JSON.stringify(expected)}`, actual: at(answer, '/permissions'), at: '/permissions' }))],
});

const DAY_MS = 86_400_000;
/** "About": less than a day off, since days may be counted from midnight. */
const ABOUT_MS = DAY_MS - 60_000;
const DAYS = [1, 7, 30, 365] as const;

export const expiresAfterExpiresIn = check({
  clause: 'createApiKey/expires-after-expires-in',
  async act(tools) {
    const keys: Asked<number>[] = [];
    for (const [index, expiresIn] of DAYS.entries()) keys.push({ asked: expiresIn, answer: (await createKey(tools, { expiresIn, ...(index % 2 === 0 ? {} : { tier: 'premium' }) })).answer });
    return { keys };
  },
  given: ({ keys }) => keys.map(({ answer }) => succeeded(answer)),
  judge: ({ keys }) => keys.map(({ asked, answer }) => {
    const due = Date.parse(textAt(answer, '/createdAt') ?? '') + asked * DAY_MS;
    const actual = textAt(answer, '/expiresAt');
    return holds(Math.abs(Date.parse(actual ?? '') - due) <= ABOUT_MS, answer, { expected: `expiresAt about ${new Date(due).toISOString()}, ${asked} days after createdAt`, actual: actual ?? 'none', at: '/expiresAt' });
  }),
});

export const eachKeyIsNew = check({
  clause: 'createApiKey/each-key-is-new',
  async act(tools) {
    const keys = [await plainKey(tools), await createKey(tools), await createKey(tools)];
    // Counted here: keys are secrets, and not to be told apart in what is written down.
    return { answers: keys.map(({ answer }) => answer), values: new Set(keys.map(({ key }) => key)).size };
  },
  given: ({ answers }) => answers.map((answer) => succeeded(answer)),
  judge: ({ answers, values }) => {
    const ids = new Set(answers.map((answer) => textAt(answer, '/id')));
    const last = answers.at(-1) as Exchange;
    return [
      holds(ids.size === answers.length, last, { expected: `${answers.length} ids for ${answers.length} keys`, actual: `${ids.size} different ids`, at: '/id' }),
      holds(values === answers.length, last, { expected: `${answers.length} key values for ${answers.length} keys`, actual: `${values} different values`, at: '/key' }),
    ];
  },
});

export const createdKeyOpensRateLimit = check({
  clause: 'createApiKey/created-key-opens-rate-limit',
  async act(tools) {
    const keys: readonly NewKey[] = [await plainKey(tools), ...(await keysOfEachTier(tools)), await createKey(tools, { expiresIn: 1 })];
    const uses: Exchange[] = [];
    for (const key of [...keys, ...keys.slice(0, 1)]) uses.push(await tools.send(withKey(tools, 'getRateLimit', key)));
    return { created: keys.map(({ answer }) => answer), uses };
  },
  given: ({ created }) => created.map((answer) => succeeded(answer)),
  judge: ({ uses }) => uses.map((answer) => accepted(answer)),
});

export const refusalCreatesNothing = check({
  clause: 'createApiKey/refusal-creates-nothing',
  async act(tools) {
    const name = `${tools.mark} refused key`;
    const bodies = [{ name, tier: 'gold' }, { name, expiresIn: 'soon' }, { name, permissions: 'read' }];
    const refusals: Exchange[] = [];
    for (const body of bodies) refusals.push(await tools.send(tools.request('createApiKey').json(body).invalid('invalid-body', `a body with ${JSON.stringify(body).slice(-20)}`)));
    return { refusals, name, listing: await listKeys(tools) };
  },
  given: ({ refusals, listing }) => [...refusals.map((answer) => refusedSomehow(answer)), succeeded(listing)],
  judge: ({ listing, name }) => {
    const body = at(listing, '');
    const left = Array.isArray(body) ? body.filter((entry) => (entry as { readonly name?: unknown }).name === name).length : Number.NaN;
    return [holds(left === 0, listing, { expected: `no key named ${name} after refusals`, actual: `${left} of them` })];
  },
});

export const listsCreatedKeys = check({
  clause: 'listApiKeys/lists-created-keys',
  async act(tools) {
    const keys = [await plainKey(tools), ...(await keysOfEachTier(tools)), await createKey(tools, { name: `${tools.mark} dernière clé`, expiresIn: 3 })];
    return { created: keys.map(({ answer }) => answer), listing: await listKeys(tools) };
  },
  given: ({ created, listing }) => [...created.map((answer) => succeeded(answer)), succeeded(listing), enough(created.length > 0, 'no key was created')],
  judge: ({ created, listing }) => created.flatMap((answer) => {
    const id = textAt(answer, '/id') ?? '';
    const [entry] = entriesOf(listing, id);
    const same = ['name', 'tier', 'permissions'].filter((field) => entry !== undefined && !sameJson(entry[field], at(answer, `/${field}`)));
    return [
      holds(entry !== undefined, listing, { expected: `key ${id} in the list`, actual: 'a list without it' }),
      holds(same.length === 0, listing, { expected: `key ${id} with the ${same.join(', ')} that it was created with`, actual: Object.fromEntries(same.map((field) => [field, entry?.[field]])) }),
    ];
  }),
});
