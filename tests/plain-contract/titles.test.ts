import { expect, test } from 'vitest';
import { arrayOf, inPath, json, objectOf, plainDocument, runOn, WRITABLE } from '../support/documents.ts';

const thing = objectOf({ id: { type: 'integer' }, name: { type: 'string', maxLength: 60 } });
const missing = { description: 'There is none.', ...json(objectOf({ detail: { type: 'string' } })) };
const requestBody = { required: true, ...json(objectOf({ name: { type: 'string', maxLength: 60 } })) };

const DOCUMENT = plainDocument({
  '/things': {
    get: { operationId: 'listThings', responses: { 200: { description: 'All.', ...json(arrayOf(thing)) } } },
    post: {
      operationId: 'createThing',
      requestBody,
      responses: { 201: { description: 'Made.', ...json(thing) }, 400: { description: 'Bad.' } },
    },
  },
  '/things/{id}': {
    get: {
      operationId: 'getThing',
      parameters: [inPath('id')],
      responses: { 200: { description: 'One.', ...json(thing) }, 404: missing },
    },
    delete: {
      operationId: 'deleteThing',
      parameters: [inPath('id')],
      responses: { 204: { description: 'Gone.' }, 404: missing },
    },
  },
});

/** Says what it did with 200 instead of 204, and serves any id. */
function things() {
  const there = new Map<number, string>([[1, 'A thing']]);
  return async (request: Request): Promise<Response> => {
    const id = Number(new URL(request.url).pathname.split('/')[2] ?? 0);
    const shown = { id, name: there.get(id) ?? 'Any thing' };
    if (request.method === 'GET')
      return Response.json(id > 0 ? shown : [...there].map(([key, name]) => ({ id: key, name })));
    if (request.method === 'DELETE')
      return there.delete(id)
        ? Response.json({ detail: 'deleted' })
        : Response.json({ detail: 'There is none.' }, { status: 404 });
    const { name } = await (request.json() as Promise<{ name?: unknown }>).catch(() => ({ name: undefined }));
    if (typeof name !== 'string' || name.length > 60) return new Response(null, { status: 400 });
    there.set(there.size + 7, name);
    return Response.json({ id: there.size + 6, name }, { status: 201 });
  };
}

test('a success that says a word is no error, and an id is an id', async () => {
  const { findings } = await runOn(DOCUMENT, things(), { target: WRITABLE });
  const titles = findings.map(({ title }) => title).join('\n');
  expect(titles).toMatch(/DELETE .*status 200/u);
  expect(titles).toContain('an id that nothing has gets 200');
  expect(titles).not.toContain('errors are sent');
});

/** Circles and squares, told apart by a constant. */
const SHAPES = plainDocument({
  '/shapes': {
    get: {
      operationId: 'listShapes',
      responses: {
        200: {
          description: 'All.',
          ...json(
            arrayOf({
              oneOf: [
                objectOf({ kind: { const: 'circle' }, radius: { type: 'number' } }),
                objectOf({ kind: { const: 'square' }, side: { type: 'number' } }),
              ],
            }),
          ),
        },
      },
    },
  },
});

test.each([
  [{ kind: 'blob', radius: 1 }, '[] fits none of 2 variants; the nearest has "circle" as "kind"'],
  [{ kind: 'circle', side: 1 }, '[] fits none of 2 variants; the nearest has "radius"'],
  [{ kind: 'square', side: '1' }, '[] fits none of 2 variants; the nearest has number as "side"'],
  [7, '[] fits none of 2 variants'],
])('what fits no variant is held against the nearest: %j', async (shape, words) => {
  const { findings } = await runOn(SHAPES, () => Response.json([{ kind: 'circle', radius: 1 }, shape]));
  expect(findings.map(({ title }) => title)).toEqual([`GET /shapes: ${words}`]);
});
