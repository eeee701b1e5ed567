import { expect, test } from 'vitest';
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

const name = { type: 'string', minLength: 2, maxLength: 30, pattern: '^[a-z][a-z0-9-]+$' };
const title = { type: 'string', minLength: 1, maxLength: 60 };
const room = objectOf({ name: { type: 'string', readOnly: true }, title });
const sent = { required: true, ...json(objectOf({ title })) };
const answers = (...statuses: readonly number[]) => ({
  ...Object.fromEntries(statuses.map((status) => [status, { description: 'The room.', ...json(room) }])),
  400: { description: 'A bad request.' },
  404: { description: 'There is none.' },
});

/** Rooms of floors. PUT creates a room under the name that it chooses, or replaces it. */
const documentOf = (schema: object) => {
  const [floor, own] = [inPath('floor', { type: 'string' }), inPath('room', schema)];
  return plainDocument({
    '/floors': {
      get: {
        operationId: 'listFloors',
        responses: { 200: { description: 'All.', ...json(arrayOf(objectOf({ id: { type: 'string' } }))) } },
      },
    },
    '/floors/{floor}/rooms': {
      get: {
        operationId: 'listRooms',
        parameters: [floor],
        responses: { 200: { description: 'All.', ...json(arrayOf(room)) } },
      },
    },
    '/floors/{floor}/rooms/{room}': {
      parameters: [floor, own],
      get: { operationId: 'getRoom', responses: answers(200) },
      put: { operationId: 'putRoom', requestBody: sent, responses: answers(200, 201) },
      patch: { operationId: 'changeRoom', requestBody: sent, responses: answers(200) },
      delete: {
        operationId: 'deleteRoom',
        responses: { 204: { description: 'Gone.' }, 404: { description: 'None.' } },
      },
    },
  });
};

const FOREIGN = { name: 'lobby', title: 'Of somebody else' };

interface Ways {
  /** How long a title may be. */
  readonly longest?: number;
  readonly isRight?: (name: string) => boolean;
}

function rooms({ longest = 60, isRight = () => true }: Ways = {}) {
  const all = new Map<string, { readonly name: string; readonly title: string }>([['north/lobby', FOREIGN]]);
  const put: string[] = [];
  const fetch = async (request: Request): Promise<Response> => {
    const refusal = (status: number) => new Response(null, { status });
    const [, , floor = '', , own] = new URL(request.url).pathname.split('/');
    if (floor === '') return Response.json([{ id: 'north' }, { id: 'south' }]);
    if (!['north', 'south'].includes(floor)) return refusal(404);
    const key = `${floor}/${own}`;
    const old = all.get(key);
    if (own === undefined) return Response.json([...all].flatMap(([at, one]) => (at.startsWith(floor) ? [one] : [])));
    if (!isRight(own)) return refusal(400);
    if (old === undefined && request.method !== 'PUT') return refusal(404);
    if (request.method === 'GET') return Response.json(old);
    if (request.method === 'DELETE') return refusal(all.delete(key) ? 204 : 404);
    const body = (await request.json().catch(() => undefined)) as { readonly title?: unknown } | undefined;
    const given = body?.title;
    if (typeof given !== 'string' || given === '' || [...given].length > longest) return refusal(400);
    if (request.method === 'PUT') put.push(key);
    all.set(key, { name: own, title: given });
    return Response.json(all.get(key), { status: old === undefined ? 201 : 200 });
  };
  return { fetch, left: () => [...all], put };
}

test('a PUT that creates names new things, which are removed, and replaces none of others', async () => {
  const service = rooms({ isRight: (own) => new RegExp(name.pattern, 'u').test(own) && own.length <= 30 });
  const run = await runOn(documentOf(name), service.fetch, { target: WRITABLE });
  expect(brokenIn(run)).toEqual([]);
  expect(clausesWith(run, 'pass')).toEqual(
    expect.arrayContaining(['putRoom/body/title/maxLength', 'changeRoom/body/title/maxLength', 'deleteRoom/status']),
  );
  expect(service.left()).toEqual([['north/lobby', FOREIGN]]);
  expect(service.put.filter((key) => !/^north\/conform-\d{8}-\d+$/u.test(key))).toEqual([]);
});

test.each([
  ['a UUID', { type: 'string', format: 'uuid' }, /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/u],
  ['letters alone', { type: 'string', pattern: '^[A-Z]{12}$' }, /^[A-Z]{12}$/u],
])('the new name has the form of the document: %s', async (_what, schema, form) => {
  const service = rooms({ isRight: (own) => own === 'lobby' || form.test(own) });
  expect(brokenIn(await runOn(documentOf(schema), service.fetch, { target: WRITABLE }))).toEqual([]);
  expect(service.put.filter((key) => !form.test(key.slice('north/'.length)))).toEqual([]);
  expect(service.put.length).toBeGreaterThan(0);
  expect(service.left()).toEqual([['north/lobby', FOREIGN]]);
});

test('a PUT that takes what it must refuse is found', async () => {
  const { fetch } = rooms({ longest: 100 });
  const broken = brokenIn(await runOn(documentOf({ type: 'string' }), fetch, { target: WRITABLE }));
  expect(broken).toContain('putRoom/body/title/maxLength');
});
