import { expect, test } from 'vitest';
import { arrayOf, inPath, objectOf, plainDocument, runOn, WRITABLE } from '../support/documents.ts';

const ITEM = objectOf({ id: { type: 'integer' }, name: { type: 'string' } });
const [NAMED, JSON_ONLY] = [objectOf({ name: { type: 'string' } }), 'application/json'];
const json = (schema: object) => ({ description: 'It.', content: { [JSON_ONLY]: { schema } } });
const both = (schema: object) => ({
  description: 'It.',
  content: { 'text/csv': { schema: { type: 'string' } }, [JSON_ONLY]: { schema } },
});
const REFUSALS = { 400: { description: 'Bad.' }, 404: { description: 'Unknown.' } };
const requestBody = { required: true, content: { [JSON_ONLY]: { schema: NAMED } } };
const parameters = [inPath('id')];

const DOCUMENT = plainDocument({
  '/things': {
    get: { responses: { 200: json(arrayOf(ITEM)) } },
    post: { requestBody, responses: { 201: both(ITEM), ...REFUSALS } },
  },
  '/things/{id}': {
    get: { parameters, responses: { 200: both(ITEM), ...REFUSALS } },
    put: { parameters, requestBody, responses: { 200: json(ITEM), ...REFUSALS } },
    delete: { parameters, responses: { 204: { description: 'Gone.' }, ...REFUSALS } },
  },
});

/** A service that answers CSV to anyone who does not name JSON. `keeps`: does PUT change anything? */
function things(keeps: boolean, asked: string[]) {
  const names = new Map([[1, 'one']]);
  return async (request: Request): Promise<Response> => {
    const [, , text] = new URL(request.url).pathname.split('/');
    const accept = request.headers.get('accept') ?? '';
    asked.push(`${request.method} ${text === undefined ? '/things' : '/things/{id}'} ${accept}`);
    const chosen = (id: number, status: number) =>
      accept.includes('json')
        ? Response.json({ id, name: names.get(id) }, { status })
        : new Response(`id,name\n${id},x\n`, { status, headers: { 'content-type': 'text/csv' } });
    const sent: unknown = ['POST', 'PUT'].includes(request.method)
      ? await request.json().catch(() => undefined)
      : { name: '' };
    const body = sent as { readonly name?: unknown } | undefined;
    if (typeof body?.name !== 'string' || (text !== undefined && !/^-?\d+$/u.test(text)))
      return Response.json({}, { status: 400 });
    if (text === undefined && request.method === 'GET')
      return Response.json([...names].map(([id, name]) => ({ id, name })));
    if (text === undefined) {
      const id = Math.max(...names.keys()) + 1;
      names.set(id, body.name);
      return chosen(id, 201);
    }
    const id = Number(text);
    if (!names.has(id)) return Response.json({}, { status: 404 });
    if (request.method === 'DELETE') return new Response(null, { status: names.delete(id) ? 204 : 404 });
    if (request.method === 'GET') return chosen(id, 200);
    if (keeps) names.set(id, body.name);
    return Response.json({ id, name: body.name });
  };
}

async function run(keeps: boolean) {
  const asked: string[] = [];
  const { findings } = await runOn(DOCUMENT, things(keeps, asked), { target: WRITABLE });
  return { titles: findings.map(({ clause }) => clause), asked };
}

test('JSON is asked for where an operation documents it beside other media types, and only there', async () => {
  const { titles, asked } = await run(true);
  expect(titles).toEqual([]);
  expect(asked).toContain('GET /things */*');
  expect(asked.filter((one) => one.startsWith('GET /things/{id}') && !one.includes('application/json'))).toEqual([]);
});

test('a change that is not kept is found there', async () => {
  expect((await run(false)).titles).toEqual([expect.stringContaining('changed')]);
});
