import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runConformance } from '../../src/run-conformance.ts';
import { temporaryFolder } from '../support/temporary.ts';

const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
const schema = { type: 'object', required: ['name'], properties: { name: { type: 'string', minLength: 1 } } };
const requestBody = { required: true, content: { 'application/json': { schema, example: { name: 'A pin' } } } };
const pin = { type: 'object', required: ['id', 'name'], properties: { id: { type: 'string' }, ...schema.properties } };
const responses = (status: number) => ({
  [status]: { description: 'The pin.', content: { 'application/json': { schema: pin } } },
  400: { description: 'A bad body.' },
  404: { description: 'There is none.' },
});

/** Pins that are replaced under a new id, and closed once. */
const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Pins', version: '1' },
  paths: {
    '/pins': {
      get: {
        operationId: 'listPins',
        responses: {
          200: { description: 'All.', content: { 'application/json': { schema: { type: 'array', items: pin } } } },
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
  },
};

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
  const document = join(temporaryFolder(), 'pins.json');
  writeFileSync(document, JSON.stringify(DOCUMENT));
  const { fetch, touched } = pins(parts);
  const target = { baseUrl: 'http://pins.local', allow: { writes: true } };
  const { clauses } = await runConformance({ document, target, fetch });
  return { touched, clauses, broken: clauses.filter(({ verdict }) => ['fail', 'warn'].includes(verdict)) };
}

test('what a POST used up is not missed afterwards, and nothing is used up that the run did not make', async () => {
  const { broken, clauses, touched } = await run();
  expect(broken).toEqual([]);
  expect(clauses.find(({ id: clause }) => clause === 'replacePin/body/name/required')?.verdict).toBe('pass');
  expect(touched).not.toContain('own');
});

test('a body that a replacement does not check is found', async () => {
  const { broken } = await run({ checks: false });
  expect(broken.map(({ id: clause }) => clause)).toEqual(
    expect.arrayContaining([
      'replacePin/body/name/required',
      'replacePin/body/empty',
      'replacePin/body/name/minLength',
    ]),
  );
});

test('an item that nothing used up and that is not found is a finding', async () => {
  const { broken } = await run({ finds: false });
  expect(broken.some(({ id: clause }) => clause.startsWith('getPin/'))).toBe(true);
});
