import { expect, test } from 'vitest';
import { arrayOf, brokenIn, clausesWith, inPath, json, objectOf, plainDocument, runOn } from '../support/documents.ts';

const thing = objectOf({ id: { type: 'integer' }, name: { type: 'string' } });
const refused = { description: 'No.', ...json(objectOf({ detail: { type: 'string' } })) };

function get(operationId: string, schema: object, ...parameters: readonly object[]) {
  const responses = { 200: { description: 'OK', ...json(schema) }, 401: refused, 404: refused };
  return { get: { operationId, parameters, responses, security: [{ key: [] }] } };
}

const DOCUMENT = {
  ...plainDocument({
    '/things': get('listThings', arrayOf(thing)),
    '/things/{id}': get('getThing', thing, inPath('id')),
  }),
  components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } } },
};
const TARGET = { baseUrl: 'http://plain.local', credentials: { key: { headers: { 'X-Key': 'k-7f3a9b2c5d' } } } };
const THINGS = Array.from({ length: 9 }, (_, index) => ({ id: index + 1, name: `Thing ${index}` }));

/** Asks for the key where it is `guarded`; a wrong one is never taken. */
function things(isGuarded: (id: string | undefined) => boolean) {
  return ({ url, headers }: Request): Response => {
    const no = (status: number) => Response.json({ detail: 'No.' }, { status });
    const [, kind, id] = new URL(url).pathname.split('/');
    const key = headers.get('x-key');
    if (kind !== 'things') return no(404);
    if (key === null ? isGuarded(id) : key !== 'k-7f3a9b2c5d') return no(401);
    const found = THINGS.find((one) => String(one.id) === id);
    return id === undefined ? Response.json(THINGS) : found === undefined ? no(404) : Response.json(found);
  };
}

test('what exists is asked for without a credential, too: an unknown id would show nothing', async () => {
  const open = await runOn(
    DOCUMENT,
    things((id) => id === undefined),
    { target: TARGET },
  );
  expect(brokenIn(open)).toContain('getThing/security/nobody-refused');
  const guarded = await runOn(
    DOCUMENT,
    things(() => true),
    { target: TARGET },
  );
  expect(brokenIn(guarded)).toEqual([]);
  expect(clausesWith(guarded, 'pass')).toContain('getThing/security/nobody-refused');
});
