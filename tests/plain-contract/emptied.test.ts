import { expect, test } from 'vitest';
import { arrayOf, brokenIn, inPath, json, objectOf, plainDocument, runOn, WRITABLE } from '../support/documents.ts';

const id = inPath('id', { type: 'string' });
const text = { type: 'string', minLength: 1, maxLength: 90 };
const fields = {
  title: text,
  remark: { type: ['string', 'null'], maxLength: 90 },
  rank: { type: 'integer', minimum: 0, maximum: 9 },
  colour: { type: 'string', enum: ['red', 'green', 'blue'], default: 'red' },
};
const card = objectOf({ id: { type: 'string' }, createdAt: { type: 'string', format: 'date-time' }, ...fields });
const example = { title: 'A card', remark: 'Later', rank: 3, colour: 'green' };
const bodyOf = (schema: object) => ({ required: true, content: { 'application/json': { schema, example } } });
const whole = bodyOf({ type: 'object', required: ['title', 'rank'], properties: fields });
const answer = (status: number) => ({
  [status]: { description: 'The card.', ...json(card) },
  400: { description: 'A bad body.' },
  404: { description: 'There is none.' },
});
const on = (operationId: string, requestBody: object) => ({
  operationId,
  parameters: [id],
  requestBody,
  responses: answer(200),
});

const DOCUMENT = plainDocument({
  '/cards': {
    get: { operationId: 'listCards', responses: { 200: { description: 'All.', ...json(arrayOf(card)) } } },
    post: { operationId: 'createCard', requestBody: whole, responses: answer(201) },
  },
  '/cards/{id}': {
    get: { operationId: 'getCard', parameters: [id], responses: answer(200) },
    put: on('replaceCard', whole),
    patch: on('changeCard', bodyOf({ type: 'object', minProperties: 1, properties: fields })),
    delete: {
      operationId: 'deleteCard',
      parameters: [id],
      responses: { 204: { description: 'Gone.' }, 404: { description: 'There is none.' } },
    },
  },
});

type Card = Readonly<Record<string, unknown>>;

interface Ways {
  readonly changes: (old: Card, given: Card, clock: string) => Card;
  readonly replaces: (old: Card, given: Card) => Card;
  /** What a change or deletion of one does to the others. */
  readonly others: (cards: Map<string, Card>, key: string) => void;
}

const RIGHT: Ways = {
  changes: (old, given) => ({ ...old, ...given }),
  replaces: ({ id: key, createdAt }, given) => ({ remark: null, colour: 'red', ...given, id: key, createdAt }),
  others: () => undefined,
};

function fits(given: Card, names: readonly string[]): boolean {
  const { title = 'x', remark = null, rank = 0, colour = 'red' } = given;
  return (
    names.every((name) => name in given) &&
    typeof title === 'string' &&
    title.length >= 1 &&
    title.length <= 90 &&
    (remark === null || (typeof remark === 'string' && remark.length <= 90)) &&
    Number.isInteger(rank) &&
    Number(rank) >= 0 &&
    Number(rank) <= 9 &&
    ['red', 'green', 'blue'].includes(colour as string)
  );
}

function cards(given: Partial<Ways>) {
  const ways = { ...RIGHT, ...given };
  const there = new Map<string, Card>();
  let [made, moment] = [0, Date.UTC(2026, 0, 1)];
  const refused = (status: number) => new Response(null, { status });
  const stored = (key: string, one: Card, status = 200) => {
    there.set(key, one);
    return Response.json(one, { status });
  };
  return async (request: Request): Promise<Response> => {
    const [, , key = ''] = new URL(request.url).pathname.split('/');
    const old = there.get(key);
    const { method } = request;
    if (key !== '' && old === undefined) return refused(404);
    if (method === 'GET') return Response.json(old ?? [...there.values()]);
    if (method === 'DELETE') {
      there.delete(key);
      ways.others(there, key);
      return refused(204);
    }
    const body = (await request.json().catch(() => undefined)) as unknown;
    const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
    if (!isObject || !fits(body as Card, method === 'PATCH' ? [] : ['title', 'rank'])) return refused(400);
    const own = body as Card;
    if (method === 'PATCH' && Object.keys(own).length === 0) return refused(400);
    moment += 7;
    const clock = new Date(moment).toISOString();
    if (old !== undefined) {
      const next = method === 'PUT' ? ways.replaces(old, own) : ways.changes(old, own, clock);
      return stored(key, next);
    }
    made += 1;
    return stored(`c${made}`, { remark: null, colour: 'red', ...own, id: `c${made}`, createdAt: clock }, 201);
  };
}

async function brokenBy(ways: Partial<Ways>): Promise<readonly string[]> {
  return brokenIn(await runOn(DOCUMENT, cards(ways), { target: WRITABLE }));
}

const isGiven = ([, value]: readonly [string, unknown]) => value !== null && value !== 0;

test.each<readonly [string, Partial<Ways>, readonly string[]]>([
  ['is right', {}, []],
  [
    'gives null the default',
    { changes: (old, own) => ({ ...old, ...own, ...(own['remark'] === null && { remark: 'none' }) }) },
    [],
  ],
  [
    'ignores null and 0',
    { changes: (old, own) => ({ ...old, ...Object.fromEntries(Object.entries(own).filter(isGiven)) }) },
    ['changeCard/changed'],
  ],
  [
    'gives another time of creation',
    { changes: (old, own, clock) => ({ ...old, ...own, createdAt: clock }) },
    ['changeCard/changed'],
  ],
  [
    'keeps what a replacement leaves out',
    { replaces: (old, own) => ({ ...old, ...own }) },
    ['replaceCard/colour-has-its-default'],
  ],
  [
    'deletes the one after it as well',
    {
      others: (there, key) => {
        there.delete(`c${Number(key.slice(1)) + 1}`);
      },
    },
    ['deleteCard/untouched'],
  ],
])('a service that %s', async (_what, ways, clauses) => {
  const broken = await brokenBy(ways);
  expect(clauses.filter((clause) => !broken.includes(clause))).toEqual([]);
  if (clauses.length === 0) expect(broken).toEqual([]);
});
