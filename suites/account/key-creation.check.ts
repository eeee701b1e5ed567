import {
  accepted,
  type Assertion,
  at,
  check,
  type Exchange,
  holds,
  isObject,
  isSuccess,
  refused,
  refusedSomehow,
  textAt,
} from '../../src/check/index.ts';
import { sameJson } from './key-answers.ts';
import { type Born, lives, type Lives, plainKey, refusedCreation } from './key-lives.ts';
import { deleteKey, entriesOf, newKey } from './keys.ts';

function created({ born }: Lives): readonly Assertion[] {
  return born.map(({ answer }) => accepted(answer));
}

/** What the document declares of every created key, shown by keys with and without each field. */
function onLives(slug: string) {
  return check({ clause: `createApiKey/${slug}`, act: lives });
}

export const tierDefaultsToFree = onLives('tier-defaults-to-free');
export const permissionsDefaultToRead = onLives('permissions-default-to-read');
export const nameIsEchoed = onLives('name-is-echoed');
export const tierIsEchoed = onLives('tier-is-echoed');
export const permissionsAreEchoed = onLives('permissions-are-echoed');
export const expiresAfterExpiresIn = onLives('expires-after-expires-in');

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
