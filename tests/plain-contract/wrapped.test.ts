import { expect, test } from 'vitest';
import type { ContractDocument, OperationNode } from '../../src/contract/document.ts';
import { thingSentTo } from '../../src/contract/recognise/thing.ts';
import { parseJson } from '../../src/http/json-text.ts';
import { isObject } from '../../src/schema/pointer.ts';
import {
  arrayOf,
  brokenIn,
  clausesWith,
  inPath,
  json,
  objectOf,
  plainDocument,
  runOn,
  WRITABLE,
} from '../support/documents.ts';

const text = { type: 'string', minLength: 1, maxLength: 80 };
const number = { type: 'integer' };
const wall = objectOf({ id: number, name: text, indoor: { type: 'boolean' } });
const climb = objectOf({ id: number, wall_id: number, name: text });
const answers = (status: number, name: string, thing: object) => ({
  [status]: { description: 'It.', ...json(objectOf({ [name]: thing })) },
  404: { description: 'None.' },
  422: { description: 'Invalid.' },
});
const body = (name: string, thing: object) => ({ required: true, ...json(objectOf({ [name]: thing })) });
const sentWall = {
  type: 'object',
  required: ['name'],
  properties: { name: text, indoor: { type: 'boolean', default: true } },
};
const sentClimb = objectOf({ name: text });
const listOf = (operationId: string, name: string, thing: object) => ({
  operationId,
  responses: {
    200: { description: 'All.', ...json(objectOf({ [name]: arrayOf(thing) })) },
    404: { description: 'None.' },
  },
});
const gone = { 204: { description: 'Gone.' }, 404: { description: 'None.' } };

/** Walls and their climbs, as Rails has them: each body and answer names what it has, and a climb opens without its wall. */
const DOCUMENT = plainDocument({
  '/walls': {
    get: listOf('listWalls', 'walls', wall),
    post: { operationId: 'createWall', requestBody: body('wall', sentWall), responses: answers(201, 'wall', wall) },
  },
  '/walls/{id}': {
    parameters: [inPath('id')],
    get: { operationId: 'getWall', responses: answers(200, 'wall', wall) },
    patch: {
      operationId: 'changeWall',
      requestBody: body('wall', { type: 'object', minProperties: 1, properties: sentWall.properties }),
      responses: answers(200, 'wall', wall),
    },
    delete: { operationId: 'deleteWall', responses: gone },
  },
  '/walls/{wall_id}/climbs': {
    parameters: [inPath('wall_id')],
    get: listOf('listClimbs', 'climbs', climb),
    post: {
      operationId: 'createClimb',
      requestBody: body('climb', sentClimb),
      responses: answers(201, 'climb', climb),
    },
  },
  '/climbs/{id}': {
    parameters: [inPath('id')],
    get: { operationId: 'getClimb', responses: answers(200, 'climb', climb) },
    put: {
      operationId: 'replaceClimb',
      requestBody: body('climb', sentClimb),
      responses: answers(200, 'climb', climb),
    },
    delete: { operationId: 'deleteClimb', responses: gone },
  },
});

const FAULTS = {
  'stores no wall': ['createWall/listed'],
  'takes every wall for one outside': ['createWall/indoor-has-its-default'],
  'changes no wall': ['changeWall/changed'],
  'makes each climb twice': ['createClimb/listed'],
  'replaces no climb': ['replaceClimb/changed'],
  'deletes no climb': ['deleteClimb/again', 'deleteClimb/dropped', 'deleteClimb/gone'],
  'opens a climb that is deleted': ['deleteClimb/gone'],
} as const;

type Fault = keyof typeof FAULTS;
type Thing = Readonly<Record<string, unknown>>;

function gym(fault?: Fault) {
  const walls = new Map<number, Thing>([[1, { id: 1, name: 'Overhang', indoor: true }]]);
  const climbs = new Map<number, Thing>([[1, { id: 1, wall_id: 1, name: 'Moonlight' }]]);
  const deleted = new Map<number, Thing>();
  let last = 1;
  const no = (status: number) => new Response(null, { status });
  const show = (name: string, thing: unknown, status = 200) => Response.json({ [name]: thing }, { status });
  const collection = (kind: string) => (kind === 'walls' ? walls : climbs);
  const add = (kind: string, thing: Thing): Response => {
    last += 1;
    const made = {
      ...(kind === 'walls' && { indoor: fault !== 'takes every wall for one outside' }),
      ...thing,
      id: last,
    };
    if (kind !== 'walls' || fault !== 'stores no wall') collection(kind).set(last, made);
    if (kind === 'climbs' && fault === 'makes each climb twice') climbs.set(last + 1000, { ...made, id: last + 1000 });
    return show(kind.slice(0, -1), made, 201);
  };
  const onOne = (method: string, kind: string, id: number, sent: Thing | undefined): Response => {
    const [all, name] = [collection(kind), kind.slice(0, -1)];
    const found = all.get(id);
    const ghost = fault === 'opens a climb that is deleted' && method === 'GET' ? deleted.get(id) : undefined;
    if (found === undefined) return ghost === undefined ? no(404) : show(name, ghost);
    if (method === 'GET') return show(name, found);
    if (method === 'DELETE') {
      if (kind === 'climbs') deleted.set(id, found);
      if (kind !== 'climbs' || fault !== 'deletes no climb') all.delete(id);
      return no(204);
    }
    if (sent === undefined) return no(422);
    const isKept = fault === (kind === 'walls' ? 'changes no wall' : 'replaces no climb');
    if (!isKept) all.set(id, { ...found, ...sent });
    return show(name, { ...found, ...sent });
  };
  return async (request: Request): Promise<Response> => {
    const [, kind = '', key, below] = new URL(request.url).pathname.split('/');
    if (!['walls', 'climbs'].includes(kind) || (key !== undefined && !/^\d+$/u.test(key))) return no(404);
    const { method } = request;
    const target = below ?? kind;
    const sent = thingIn(await request.text(), target.slice(0, -1), method === 'PATCH');
    if (key !== undefined && below === undefined) return onOne(method, kind, Number(key), sent);
    if (below !== undefined && !walls.has(Number(key))) return no(404);
    const own = below === undefined ? {} : { wall_id: Number(key) };
    if (method === 'POST') return sent === undefined ? no(422) : add(target, { ...own, ...sent });
    const all = [...collection(target).values()].filter((one) => below === undefined || one['wall_id'] === Number(key));
    return Response.json({ [target]: all });
  };
}

/** What a body sends under its name, if it is right. */
function thingIn(sent: string, name: string, isPartial: boolean): Thing | undefined {
  const given = parseJson(sent)?.value;
  const thing = isObject(given) ? given[name] : undefined;
  if (!isObject(thing)) return undefined;
  const { name: called, indoor } = thing;
  const isNamed = typeof called === 'string' && called !== '' && [...called].length <= 80;
  const isRight = (isNamed || (isPartial && called === undefined)) && ['boolean', 'undefined'].includes(typeof indoor);
  const isEmpty = called === undefined && indoor === undefined;
  if (!isRight || isEmpty) return undefined;
  return { ...(isNamed && { name: called }), ...(name === 'wall' && indoor !== undefined && { indoor }) };
}

const run = (fault?: Fault) => runOn(DOCUMENT, gym(fault), { target: WRITABLE });

test('bodies and answers in envelopes are judged as others are, also where a thing opens without its parent', async () => {
  const found = await run();
  expect(brokenIn(found)).toEqual([]);
  expect(clausesWith(found, 'pass')).toEqual(expect.arrayContaining(Object.values(FAULTS).flat()));
});

test.each(Object.entries(FAULTS))('a service that %s breaks %j', async (fault, clauses) => {
  expect(brokenIn(await run(fault as Fault))).toEqual(expect.arrayContaining([...clauses]));
});

test.each([
  ['its only member', { wall: objectOf({ name: text }) }, { wall }, '/wall'],
  ['the body, if it has others', { wall: objectOf({ name: text }), note: text }, { wall }, ''],
  ['the body, if its only member is one of the thing', { name: text }, { id: number, name: text }, ''],
  [
    'the body, if the thing shows that member',
    { at: objectOf({ x: number }) },
    { id: number, at: objectOf({ x: number }) },
    '',
  ],
  [
    'the body of JSON:API',
    { data: objectOf({ attributes: objectOf({ name: text }) }) },
    { id: number, name: text },
    '',
  ],
])('what a body sends is %s', (_what, sent, shown, at) => {
  const node: OperationNode = {
    operationId: 'make',
    requestBody: json(objectOf(sent)),
    responses: { 201: { description: 'Made.', ...json(objectOf(shown)) } },
  };
  expect(thingSentTo(plainDocument({ '/walls': { post: node } }) as unknown as ContractDocument, node).at).toBe(at);
});
