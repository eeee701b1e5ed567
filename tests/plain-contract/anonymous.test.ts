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

const thing = objectOf({ id: { type: 'integer' }, name: { type: 'string' } });
const refused = { description: 'No.', ...json(objectOf({ detail: { type: 'string' } })) };

function get(operationId: string, schema: object, ...parameters: readonly object[]) {
  const responses = { 200: { description: 'OK', ...json(schema) }, 401: refused, 404: refused };
  return { get: { operationId, parameters, responses, security: [{ key: [] }] } };
}

function write(operationId: string, status: number, ...parameters: readonly object[]) {
  const requestBody = { required: true, ...json(objectOf({ name: { type: 'string', minLength: 1, maxLength: 90 } })) };
  const responses = { [status]: { description: 'OK', ...json(thing) }, 400: refused, 401: refused, 404: refused };
  return { operationId, parameters, requestBody, responses, security: [{ key: [] }] };
}

const DOCUMENT = {
  ...plainDocument({
    '/things': { ...get('listThings', arrayOf(thing)), post: write('createThing', 201) },
    '/things/{id}': { ...get('getThing', thing, inPath('id')), put: write('changeThing', 200, inPath('id')) },
  }),
  components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } } },
};
const TARGET = { ...WRITABLE, credentials: { key: { headers: { 'X-Key': 'k-7f3a9b2c5d' } } } };
/** Asks for the key where it is `guarded`; a wrong one is never taken. */
function things(isGuarded: (method: string, id: string | undefined) => boolean) {
  const there = new Map(Array.from({ length: 9 }, (_, index) => [String(index + 1), `Thing ${index}`]));
  const shown = (id: string, status = 200) => Response.json({ id: Number(id), name: there.get(id) }, { status });
  return async (request: Request): Promise<Response> => {
    const { url, headers, method } = request;
    const no = (status: number) => Response.json({ detail: 'No.' }, { status });
    const [, kind, id] = new URL(url).pathname.split('/');
    const key = headers.get('x-key');
    if (kind !== 'things') return no(404);
    if (key === null ? isGuarded(method, id) : key !== 'k-7f3a9b2c5d') return no(401);
    if (id !== undefined && !there.has(id)) return no(404);
    if (method === 'GET') return id === undefined ? Response.json([...there].map(asThing)) : shown(id);
    const body = (await request.json().catch(() => undefined)) as Readonly<Record<string, unknown>> | undefined;
    const name = body?.['name'];
    if (typeof name !== 'string' || name === '' || name.length > 90) return no(400);
    const own = id ?? String(there.size + 1);
    there.set(own, name);
    return shown(own, id === undefined ? 201 : 200);
  };
}

function asThing([id, name]: readonly [string, string]) {
  return { id: Number(id), name };
}

test.each([
  ['getThing', 'GET'],
  ['changeThing', 'PUT'],
])('%s of what exists is asked for without a credential, too: an unknown id would show nothing', async (id, open) => {
  const one = await runOn(
    DOCUMENT,
    things((method, thingId) => thingId === undefined || method !== open),
    { target: TARGET },
  );
  const refusals = brokenIn(one).filter((clause) => clause.includes('-refused'));
  expect(refusals).toEqual([`${id}/security/nobody-refused`]);
});

test('where callers without a credential are served, nothing says what becomes of a wrong one', async () => {
  const { get: list } = DOCUMENT.paths['/things'];
  const open = { '/things': { get: { ...list, security: [{ key: [] }, {}] } } };
  const { clauses } = await runOn(
    { ...DOCUMENT, paths: open },
    things(() => false),
    { target: TARGET },
  );
  const ofSecurity = clauses.map(({ id }) => id).filter((id) => id.includes('/security/'));
  expect(ofSecurity).toEqual(['listThings/security/nobody-opens', 'listThings/security/key-opens']);
});

test('and a service that refuses it has no finding', async () => {
  const guarded = await runOn(
    DOCUMENT,
    things(() => true),
    { target: TARGET },
  );
  expect(brokenIn(guarded)).toEqual([]);
  expect(clausesWith(guarded, 'pass')).toEqual(
    expect.arrayContaining(['getThing/security/nobody-refused', 'changeThing/security/nobody-refused']),
  );
});
