import { expect, test } from 'vitest';
import { arrayOf, inPath, objectOf, plainDocument, runOn, WRITABLE } from '../support/documents.ts';

const id = inPath('id', { type: 'integer', minimum: 1 });
const name = { type: 'string', minLength: 1, maxLength: 80 };
const sent = objectOf({ name });
const pin = objectOf({ id: { type: 'integer' }, name });
const json = (schema: object, example?: unknown) => ({ content: { 'application/json': { schema, example } } });
const requestBody = { required: true, ...json(sent, { name: 'A pin' }) };
const refusals = { 400: { description: 'A bad body.' }, 404: { description: 'There is none.' } };

/** A creation answers with the address of the pin alone. */
const DOCUMENT = plainDocument({
  '/pins': {
    get: {
      operationId: 'listPins',
      responses: { 200: { description: 'All.', ...json(arrayOf(pin)) } },
    },
    post: {
      operationId: 'createPin',
      requestBody,
      responses: {
        201: { description: 'Made.', headers: { Location: { schema: { type: 'string' } } } },
        400: refusals[400],
      },
    },
  },
  '/pins/{id}': {
    get: {
      operationId: 'getPin',
      parameters: [id],
      responses: { 200: { description: 'The pin.', ...json(pin) }, ...refusals },
    },
    patch: {
      operationId: 'changePin',
      parameters: [id],
      requestBody,
      responses: { 200: { description: 'The pin.', ...json(pin) }, ...refusals },
    },
    delete: {
      operationId: 'deletePin',
      parameters: [id],
      responses: { 204: { description: 'Gone.' }, ...refusals },
    },
  },
});

function pins({ keeps = true } = {}) {
  const there = new Map<number, string>([[1, 'Somebody else made it']]);
  const touched = new Set<number>();
  let made = 10;
  const none = (status: number, headers = {}) => new Response(null, { status, headers });
  const fetch = async (request: Request): Promise<Response> => {
    const [, , text = ''] = new URL(request.url).pathname.split('/');
    const at = Number(text);
    if (text !== '' && !(Number.isInteger(at) && at > 0)) return none(400);
    if (text !== '' && !there.has(at)) return none(404);
    const show = (key: number) => ({ id: key, name: there.get(key) });
    if (request.method === 'GET') return Response.json(text === '' ? [...there.keys()].map(show) : show(at));
    if (text !== '') touched.add(at);
    if (request.method === 'DELETE') return none(there.delete(at) ? 204 : 404);
    const body = (await request.json().catch(() => undefined)) as { name?: unknown } | undefined;
    if (typeof body?.name !== 'string' || body.name === '' || [...body.name].length > 80) return none(400);
    if (text !== '')
      return Response.json(keeps ? show(at) && { id: at, name: there.set(at, body.name).get(at) } : show(at));
    made += 1;
    there.set(made, body.name);
    return none(201, { location: `${new URL(request.url).origin}/pins/${made}` });
  };
  return { there, touched, fetch };
}

async function clausesBroken(service: ReturnType<typeof pins>): Promise<readonly string[]> {
  const { fetch } = service;
  const { findings } = await runOn(DOCUMENT, fetch, { depth: 'deep', target: WRITABLE });
  return findings.flatMap(({ clauses }) => clauses);
}

test('the id of what is created is read from Location, and only that is changed and removed', async () => {
  const service = pins();
  expect(await clausesBroken(service)).toEqual([]);
  expect([...service.there]).toEqual([[1, 'Somebody else made it']]);
  expect(service.touched.size).toBeGreaterThan(1);
  expect(service.touched).not.toContain(1);
});

test('a change that is not kept is found', async () => {
  expect(await clausesBroken(pins({ keeps: false }))).toContain('changePin/changed');
});
