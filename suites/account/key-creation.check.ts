import {
  accepted,
  type Assertion,
  at,
  check,
  type Exchange,
  every,
  holds,
  isObject,
  isSuccess,
  refused,
  refusedSomehow,
  textAt,
} from '../../src/check/index.ts';
import { dueExpiry, permissionsOf, sameJson, tierOf } from './key-answers.ts';
import { type Born, lives, type Lives, plainKey, refusedCreation } from './key-lives.ts';
import { deleteKey, entriesOf, newKey } from './keys.ts';

function created({ born }: Lives): readonly Assertion[] {
  return born.map(({ answer }) => accepted(answer));
}

/** Asks each key that was created with a value for this field, or each that was created without one. */
function eachWith({ born }: Lives, field: string, ask: (key: Born) => Assertion): readonly Assertion[] {
  return [
    every(
      born.filter(({ asked }) => field in asked),
      `key created with a ${field}`,
      ask,
    ),
  ];
}

function eachWithout({ born }: Lives, field: string, ask: (key: Born) => Assertion): readonly Assertion[] {
  return [
    every(
      born.filter(({ asked }) => !(field in asked)),
      `key created without a ${field}`,
      ask,
    ),
  ];
}

export const tierDefaultsToFree = check({
  clause: 'createApiKey/tier-defaults-to-free',
  act: lives,
  given: created,
  judge: (all) => eachWithout(all, 'tier', ({ answer }) => tierOf(answer)),
});

export const permissionsDefaultToRead = check({
  clause: 'createApiKey/permissions-default-to-read',
  act: lives,
  given: created,
  judge: (all) => eachWithout(all, 'permissions', ({ answer }) => permissionsOf(answer)),
});

/** Names with outer blanks may be trimmed; none of these has any. */
export const nameIsEchoed = check({
  clause: 'createApiKey/name-is-echoed',
  act: lives,
  given: created,
  judge: (all) =>
    eachWith(all, 'name', ({ asked, answer }) =>
      holds(textAt(answer, '/name') === asked['name'], answer, {
        expected: `name ${String(asked['name'])}`,
        actual: textAt(answer, '/name') ?? 'none',
        at: '/name',
      }),
    ),
});

export const tierIsEchoed = check({
  clause: 'createApiKey/tier-is-echoed',
  act: lives,
  given: created,
  judge: (all) => eachWith(all, 'tier', ({ asked, answer }) => tierOf(answer, asked['tier'])),
});

/** Other permissions than the default one are not shown, so only that one can be asked for. */
export const permissionsAreEchoed = check({
  clause: 'createApiKey/permissions-are-echoed',
  act: lives,
  given: created,
  judge: (all) => eachWith(all, 'permissions', ({ asked, answer }) => permissionsOf(answer, asked['permissions'])),
});

export const expiresAfterExpiresIn = check({
  clause: 'createApiKey/expires-after-expires-in',
  act: lives,
  given: created,
  judge: (all) => eachWith(all, 'expiresIn', ({ asked, answer }) => dueExpiry(answer, Number(asked['expiresIn']))),
});

export const eachKeyIsNew = check({
  clause: 'createApiKey/each-key-is-new',
  act: async (tools) => ({ ...(await lives(tools)), plain: await plainKey(tools) }),
  given: (all) => [...created(all), accepted(all.plain)],
  judge: ({ born, values, plain }) => {
    const answers = [...new Set([...born.map(({ answer }) => answer), plain])];
    const ids = new Set(answers.map((answer) => textAt(answer, '/id')));
    const last = born.at(-1)?.answer as Exchange;
    return [
      holds(ids.size === answers.length, last, {
        expected: `${answers.length} ids for ${answers.length} keys`,
        actual: `${ids.size} different ids`,
        at: '/id',
      }),
      holds(values === born.length, last, {
        expected: `${born.length} key values for ${born.length} keys`,
        actual: `${values} different values`,
        at: '/key',
      }),
    ];
  },
});

export const createdKeyOpensRateLimit = check({
  clause: 'createApiKey/created-key-opens-rate-limit',
  act: lives,
  given: created,
  judge: ({ uses }) => uses.map(({ answer }) => accepted(answer)),
});

export const rateTiersAreRefused = check({
  clause: 'createApiKey/rate-tiers-are-refused',
  depth: 'standard',
  act: async (tools) => ({ ...(await refusedCreation(tools)), plain: await plainKey(tools) }),
  given: ({ plain }) => [accepted(plain)],
  judge: ({ refusal }) => [refused(refusal)],
});

/** Whether blanks are letters is left open; a name of nothing else may just not make the request fail. */
export const emptyNameIsRefused = check({
  clause: 'createApiKey/empty-name-is-refused',
  depth: 'deep',
  async act(tools) {
    const asking = (name: string) => tools.request('createApiKey').json({ name });
    const empty = await tools.send(asking('').invalid('invalid-body', 'an empty name'));
    const blank = newKey(await tools.send(asking('     ').open('a name of blanks')));
    if (isSuccess(blank.answer)) await deleteKey(tools, blank.id);
    return { empty, plain: await plainKey(tools) };
  },
  given: ({ plain }) => [accepted(plain)],
  judge: ({ empty }) => [refused(empty)],
});

export const refusalCreatesNothing = check({
  clause: 'createApiKey/refusal-creates-nothing',
  act: refusedCreation,
  given: ({ refusal, listing }) => [refusedSomehow(refusal), accepted(listing)],
  judge: ({ listing, refusedName }) => {
    const body = at(listing, '');
    const left = Array.isArray(body)
      ? body.filter((entry) => isObject(entry) && entry['name'] === refusedName).length
      : Number.NaN;
    return [
      holds(left === 0, listing, {
        expected: `no key named ${refusedName} after a refusal`,
        actual: `${left} of them`,
      }),
    ];
  },
});

export const listsCreatedKeys = check({
  clause: 'listApiKeys/lists-created-keys',
  act: lives,
  given: (all) => [...created(all), ...all.sought.map(({ listing }) => accepted(listing))],
  judge: ({ sought }) => sought.flatMap(({ listing, key }) => listedAs(listing, key)),
});

function listedAs(listing: Exchange, { id, answer }: Born): readonly Assertion[] {
  const [entry] = entriesOf(listing, id);
  const other = ['name', 'tier', 'permissions'].filter(
    (field) => entry !== undefined && !sameJson(entry[field], at(answer, `/${field}`)),
  );
  return [
    holds(entry !== undefined, listing, { expected: `key ${id} in the list`, actual: 'a list without it' }),
    holds(other.length === 0, listing, {
      expected: `key ${id} with the ${other.join(', ')} that it was created with`,
      actual: Object.fromEntries(other.map((field) => [field, entry?.[field]])),
    }),
  ];
}
