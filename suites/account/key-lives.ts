import { controlOf, type Exchange, isSuccess, type Tools } from '../../src/check/index.ts';
import {
  createKey,
  declaredDefault,
  deleteKey,
  deleteMissing,
  listKeys,
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

/** The life of four keys, on which every clause about keys is judged: each key costs two requests by itself. */
export type Lives = {
  /** Three at first, and one that was created after the second of them had been deleted. */
  readonly born: readonly Born[];
  /** How many different key values they have. */
  readonly values: number;
  readonly refusal: Exchange;
  readonly refusedName: string;
  /** The list with the first three, after the second had gone and the fourth had come, and after all had gone. */
  readonly lists: readonly [Exchange, Exchange, Exchange];
  /** What the first three opened at first, the first of them twice, and the neighbours of the second after its end. */
  readonly uses: readonly Reading[];
  readonly usesAfter: readonly Reading[];
  /** The second, the first, the third, the fourth. */
  readonly deletions: readonly Exchange[];
  readonly again: readonly Exchange[];
  /** What was asked with deleted keys. */
  readonly dead: readonly Exchange[];
};

export function lives(tools: Tools): Promise<Lives> {
  return tools.shared('the lives of keys', () => (tools.thrifty ? liveBriefly(tools) : live(tools)));
}

/** Two keys, of which one outlives the other: what shows the most of all that in half of the requests. */
async function liveBriefly(tools: Tools): Promise<Lives> {
  const [first, second] = [await bear(tools, telling(tools)), await bear(tools, shortLived(tools))];
  const { refusal, refusedName } = await refuse(tools);
  const full = await listKeys(tools);
  const uses = [await use(tools, second)];
  const deletions = [await deleteKey(tools, second.key.id)];
  const changed = await listKeys(tools);
  const dead = [await useDead(tools, 'getRateLimit', second.key)];
  const again = [await deleteMissing(tools, second.key.id, 'a key that was deleted before')];
  const usesAfter = [await use(tools, first)];
  deletions.push(await deleteKey(tools, first.key.id));
  return {
    ...summary([first, second]),
    refusal,
    refusedName,
    lists: [full, changed, await listKeys(tools)],
    uses,
    usesAfter,
    deletions,
    again,
    dead,
  };
}

async function live(tools: Tools): Promise<Lives> {
  const [first, second, third] = [
    await bear(tools, telling(tools)),
    await bear(tools, strongest(tools)),
    await bear(tools, shortLived(tools)),
  ];
  const { refusal, refusedName } = await refuse(tools);
  const full = await listKeys(tools);
  const uses = [await use(tools, first), await use(tools, second), await use(tools, third), await use(tools, first)];
  const removal = await deleteKey(tools, second.key.id);
  const fourth = await bearPlain(tools);
  const changed = await listKeys(tools);
  const usesAfter = [await use(tools, first), await use(tools, third)];
  const dead = [await useDead(tools, 'getRateLimit', second.key), await useDead(tools, 'getUsage', second.key)];
  const again = [await deleteMissing(tools, second.key.id, 'a key that was deleted before')];
  const deletions = [removal];
  for (const { key } of [first, third, fourth]) deletions.push(await deleteKey(tools, key.id));
  dead.push(await useDead(tools, 'getRateLimit', first.key));
  return {
    ...summary([first, second, third, fourth]),
    refusal,
    refusedName,
    lists: [full, changed, await listKeys(tools)],
    uses,
    usesAfter,
    deletions,
    again,
    dead,
  };
}

interface Living {
  readonly asked: Body;
  readonly key: NewKey;
}

function summary(keys: readonly Living[]): Pick<Lives, 'born' | 'values'> {
  return {
    born: keys.map(({ asked, key }) => ({ asked, answer: key.answer, id: key.id })),
    values: new Set(keys.map(({ key }) => key.key)).size,
  };
}

async function refuse(tools: Tools): Promise<Pick<Lives, 'refusal' | 'refusedName'>> {
  const refusedName = `${tools.mark} refused key`;
  const request = tools.request('createApiKey').json({ name: refusedName, tier: 'gold' });
  return {
    refusal: await tools.send(request.invalid('invalid-body', 'tier=gold (outside the enumeration)')),
    refusedName,
  };
}

/** A name with letters beyond ASCII and signs, a tier without permissions, and a long life. */
function telling({ mark }: Tools): Body {
  return {
    name: `${mark} Schlüssel für Ω und 鍵 🔑, dernière clé, "quoted" O'Neil \\ 50% a/b`,
    tier: 'premium',
    expiresIn: 365,
  };
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
  return { asked, key: await createKey(tools, asked) };
}

/** The request that every run sends anyway: equal ones have to give different keys. */
async function bearPlain(tools: Tools): Promise<Living> {
  const request = await tools.valid('createApiKey');
  return { asked: JSON.parse(request.draft.body ?? '{}') as Body, key: newKey(await tools.send(request)) };
}

function use(tools: Tools, { asked, key }: Living): Promise<Reading> {
  return readingOf(tools, `key ${String(asked['name'])}`, withKey(tools, 'getRateLimit', key));
}

function useDead(tools: Tools, operation: 'getRateLimit' | 'getUsage', key: NewKey): Promise<Exchange> {
  return tools.send(withKey(tools, operation, key).invalid('wrong-credential', 'a key that was deleted'));
}

/** A key that every run creates to see creating work. */
export async function plainKey(tools: Tools): Promise<Exchange> {
  const answer = await controlOf(tools, 'createApiKey');
  return isSuccess(answer) ? answer : (await createKey(tools)).answer;
}
