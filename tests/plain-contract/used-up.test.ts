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

const id = inPath('id', { type: 'string' });
const schema = objectOf({ name: { type: 'string', minLength: 1 } });
const requestBody = { required: true, content: { 'application/json': { schema, example: { name: 'A pin' } } } };
const pin = { type: 'object', required: ['id', 'name'], properties: { id: { type: 'string' }, ...schema.properties } };
const responses = (status: number) => ({
  [status]: { description: 'The pin.', ...json(pin) },
  400: { description: 'A bad body.' },
  404: { description: 'There is none.' },
});

/** Pins that are replaced under a new id, and closed once. */
const DOCUMENT = plainDocument({
  '/pins': {
    get: {
      operationId: 'listPins',
      responses: {
        200: { description: 'All.', ...json(arrayOf(pin)) },
      },
    },
    post: { operationId: 'createPin', requestBody, responses: responses(201) },
  },
  '/pins/{id}': {
    get: { operationId: 'getPin', parameters: [id], responses: responses(200) },
    post: { operationId: 'replacePin', parameters: [id], requestBody, responses: responses(202) },
    delete: { operationId: 'deletePin', parameters: [id], responses: { 204: { description: 'Gone.' } } },
  },
  '/pins/{id}/close': { post: { operationId: 'closePin', parameters: [id], responses: responses(200) } },
});

function pins({ checks = true, finds = true } = {}) {
  const there = new Map<string, string>([['own', 'Somebody else made it']]);
  const touched: string[] = [];
  let made = 0;
  const show = (key: string, status: number) => Response.json({ id: key, name: there.get(key) }, { status });
  const make = (name: string, status: number) => {
    made += 1;
    there.set(`p${made}`, name);
    return show(`p${made}`, status);
  };
  const answer = async ({ method, url }: Request, text: () => Promise<string>): Promise<Response> => {
    const { at = '', what } = /^\/pins(?:\/(?<at>[^/]+)(?<what>\/close)?)?$/u.exec(new URL(url).pathname)?.groups ?? {};
    if (at !== '' && !there.has(at)) return new Response(null, { status: 404 });
    if (method === 'GET' && at !== '') return finds ? show(at, 200) : new Response(null, { status: 404 });
    if (method === 'GET') return Response.json([...there].map(([key, name]) => ({ id: key, name })));
    if (at !== '') touched.push(at);
    if (method === 'DELETE') return new Response(null, { status: there.delete(at) ? 204 : 404 });
    if (what !== undefined) {
      const answered = show(at, 200);
      there.delete(at);
      return answered;
    }
    const body = JSON.parse((await text()) || 'null') as { name?: unknown } | null;
    if (checks && (typeof body?.name !== 'string' || body.name === '')) return new Response(null, { status: 400 });
    if (at !== '') there.delete(at);
    return make(String(body?.name), at === '' ? 201 : 202);
  };
  return {
    touched,
    fetch: (request: Request) => answer(request, () => request.text()).catch(() => new Response(null, { status: 400 })),
  };
}

async function run(parts: Parameters<typeof pins>[0] = {}) {
  const { fetch, touched } = pins(parts);
  const judged = await runOn(DOCUMENT, fetch, { target: WRITABLE });
  return { touched, passed: clausesWith(judged, 'pass'), broken: brokenIn(judged) };
}

test('what a POST used up is not missed afterwards, and nothing is used up that the run did not make', async () => {
  const { broken, passed, touched } = await run();
  expect(broken).toEqual([]);
  expect(passed).toContain('replacePin/body/name/required');
  expect(touched).not.toContain('own');
});

test('a body that a replacement does not check is found', async () => {
  const { broken } = await run({ checks: false });
  expect(broken).toEqual(
    expect.arrayContaining([
      'replacePin/body/name/required',
      'replacePin/body/empty',
      'replacePin/body/name/minLength',
    ]),
  );
});

test('an item that nothing used up and that is not found is a finding', async () => {
  const { broken } = await run({ finds: false });
  expect(broken.some((clause) => clause.startsWith('getPin/'))).toBe(true);
});
