import { controlOf, type Exchange, isSuccess, NotShown, type Tools } from '../../src/check/index.ts';
import {
  createKey,
  declaredDefault,
  deleteKey,
  deleteMissing,
  entriesOf,
  listKeys,
  longestName,
  type NewKey,
  newKey,
  withKey,
} from './keys.ts';
import { type Reading, readingOf } from './readings.ts';

type Body = Readonly<Record<string, unknown>>;

/** A key that was created, without its value: that is a secret. */
export interface Born {
  readonly asked: Body;
  readonly answer: Exchange;
  readonly id: string;
}

/** A list, and the ids that it has to hold once and those that it may not hold any more. */
export interface Listing {
  readonly answer: Exchange;
  readonly living: readonly string[];
  readonly gone: readonly string[];
}

/** What became of some keys, on which every clause about keys is judged: each key costs two requests by itself. */
export type Lives = {
  readonly born: readonly Born[];
  /** How many different key values they have. */
  readonly values: number;
  /** In order: before a key was deleted, and after changes. */
  readonly listings: readonly [Listing, Listing, ...Listing[]];
  /** Which key is looked for in which list, as it was created. */
  readonly sought: readonly { readonly key: Born; readonly listing: Exchange }[];
  /** What keys opened before the first of them was deleted, and what its neighbours did afterwards. */
  readonly uses: readonly Reading[];
  readonly usesAfter: readonly Reading[];
  readonly deletions: readonly Exchange[];
  readonly again: readonly Exchange[];
  /** What was asked with deleted keys. */
  readonly dead: readonly Exchange[];
};

export function lives(tools: Tools): Promise<Lives> {
  return tools.shared('the lives of keys', () => (tools.thrifty ? liveBriefly(tools) : live(tools)));
}

/** A creation that was refused, and the list after it. */
export type RefusedCreation = { readonly refusal: Exchange; readonly refusedName: string; readonly listing: Exchange };

export async function refusedCreation(tools: Tools): Promise<RefusedCreation> {
  const listing = tools.thrifty ? undefined : (await lives(tools)).listings[0].answer;
  return { ...(await refuse(tools)), listing: listing ?? (await listKeys(tools)) };
}

/**
 * Two keys with everything odd, the second created when the first has gone, beside the one that every run creates: what
 * shows the most of all that in a third of the requests.
 */
async function liveBriefly(tools: Tools): Promise<Lives> {
  const plain = await plainLiving(tools);
  const odd = await bear(tools, longest(tools));
  const first = isSuccess(odd.key.answer) ? odd : await bear(tools, {});
  if (!isBorn(first)) throw new NotShown('inconclusive', UNBORN);
  const full = await listKeys(tools);
  const uses = [await use(tools, first), await use(tools, first)];
  const deletions = [await deleteKey(tools, first.key.id)];
  const second = await bear(tools, strongest(tools));
  const changed = await listKeys(tools);
  const again = [await deleteMissing(tools, first.key.id, 'a key that was deleted before')];
  const dead = [await useDead(tools, 'getRateLimit', first.key)];
  const added = [second].filter(isBorn);
  for (const { key } of added) await deleteKey(tools, key.id);
  // A target that lets anybody delete may have lost it to the check of just that.
  const others = [plain].filter(({ key }) => entriesOf(full, key.id).length > 0);
  return {
    ...summary([...[plain].filter(isBorn), first, ...added]),
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

/** Three keys at first, and one that is created after the second of them was deleted. */
async function live(tools: Tools): Promise<Lives> {
  const [first, second, third] = [
    await bear(tools, telling(tools)),
    await bear(tools, strongest(tools)),
    await bear(tools, shortLived(tools)),
  ];
  if (![first, second, third].every(isBorn)) throw new NotShown('inconclusive', UNBORN);
  await refuse(tools);
  const full = await listKeys(tools);
  const uses = [await use(tools, first), await use(tools, second), await use(tools, third), await use(tools, first)];
  const removal = await deleteKey(tools, second.key.id);
  const fourth = await bearAgain(tools, second);
  const changed = await listKeys(tools);
  const usesAfter = [await use(tools, first), await use(tools, third)];
  const dead = [await useDead(tools, 'getRateLimit', second.key), await useDead(tools, 'getUsage', second.key)];
  const again = [await deleteMissing(tools, second.key.id, 'a key that was deleted before')];
  const deletions = [removal];
  for (const { key } of [first, third, fourth].filter(isBorn)) deletions.push(await deleteKey(tools, key.id));
  dead.push(await useDead(tools, 'getRateLimit', first.key));
  const all = [first, second, third, fourth];
  return {
    ...summary(all),
    listings: [
      { answer: full, living: idsOf([first, second, third]), gone: [] },
      { answer: changed, living: idsOf([first, third, fourth]), gone: idsOf([second]) },
      { answer: await listKeys(tools), living: [], gone: idsOf(all) },
    ],
    sought: soughtIn(full, [first, second, third]),
    uses,
    usesAfter,
    deletions,
    again,
    dead,
  };
}

const UNBORN = 'no key with an id and a value could be created';

interface Living {
  readonly asked: Body;
  readonly key: NewKey;
}

function summary(keys: readonly Living[]): Pick<Lives, 'born' | 'values'> {
  return {
    born: keys.map(withoutValue),
    values: new Set(keys.map(({ key }) => key.key)).size,
  };
}

function withoutValue({ asked, key }: Living): Born {
  return { asked, answer: key.answer, id: key.id };
}

function soughtIn(listing: Exchange, keys: readonly Living[]): Lives['sought'] {
  return keys.map((key) => ({ key: withoutValue(key), listing }));
}

function idsOf(keys: readonly Living[]): readonly string[] {
  return keys.map(({ key }) => key.id);
}

function isBorn({ key }: Living): boolean {
  return isSuccess(key.answer) && key.id !== '' && key.key !== '';
}

/** Keys have tiers of other names, two of which are alike. */
const RATE_TIER = 'authenticated';

function refuse(tools: Tools): Promise<Pick<RefusedCreation, 'refusal' | 'refusedName'>> {
  return tools.shared('a refused key', async () => {
    const refusedName = `${tools.mark} refused key`;
    const request = tools.request('createApiKey').json({ name: refusedName, tier: RATE_TIER });
    return {
      refusal: await tools.send(request.invalid('invalid-body', `tier=${RATE_TIER} (a tier of rates, not of keys)`)),
      refusedName,
    };
  });
}

/** A name with letters beyond ASCII and signs, a tier without permissions, and a long life. */
function telling({ mark }: Tools, sign = ' 🔑'): Body {
  return {
    name: `${mark} Schlüssel für Ω und 鍵${sign}, dernière clé, "quoted" O'Neil \\ 50% a/b`,
    tier: 'premium',
    expiresIn: 365,
  };
}

/** The same with the longest name; without a sign that some count as two characters. */
function longest(tools: Tools): Body {
  const body = telling(tools, '');
  return { ...body, name: String(body['name']).padEnd(longestName(tools), 'é') };
}

function strongest(tools: Tools): Body {
  return {
    name: `${tools.mark} enterprise key`,
    tier: 'enterprise',
    permissions: declaredDefault(tools, 'permissions'),
  };
}

function shortLived(tools: Tools): Body {
  return { name: `${tools.mark} key for a day`, permissions: declaredDefault(tools, 'permissions'), expiresIn: 1 };
}

async function bear(tools: Tools, asked: Body): Promise<Living> {
  return living((await createKey(tools, asked)).answer);
}

function living(answer: Exchange): Living {
  return { asked: JSON.parse(answer.request.body ?? '{}') as Body, key: newKey(answer) };
}

/** The key that every run creates to see creating work. */
async function plainLiving(tools: Tools): Promise<Living> {
  return living(await controlOf(tools, 'createApiKey'));
}

/** Equal requests have to give different keys; where the name of a deleted key cannot be had again, by another name. */
async function bearAgain(tools: Tools, { asked }: Living): Promise<Living> {
  const again = await bear(tools, asked);
  return isSuccess(again.key.answer) ? again : bear(tools, {});
}

function use(tools: Tools, { asked, key }: Living): Promise<Reading> {
  return readingOf(tools, `key ${String(asked['name'])}`, withKey(tools, 'getRateLimit', key));
}

function useDead(tools: Tools, operation: 'getRateLimit' | 'getUsage', key: NewKey): Promise<Exchange> {
  return tools.send(withKey(tools, operation, key).invalid('wrong-credential', 'a key that was deleted'));
}

/** The same; where it could not be created, another. */
export async function plainKey(tools: Tools): Promise<Exchange> {
  const { key } = await plainLiving(tools);
  return isSuccess(key.answer) ? key.answer : (await createKey(tools)).answer;
}
