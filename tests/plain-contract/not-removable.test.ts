import { expect, test } from 'vitest';
import { arrayOf, inPath, json, objectOf, plainDocument, runOn, WRITABLE } from '../support/documents.ts';

const note = objectOf({ id: { type: 'integer' }, text: { type: 'string' } });
const answer = (status: number, schema: object) => ({ [status]: { description: 'Fine.', ...json(schema) } });

/** Whoever likes makes notes; only who has a key deletes them. */
const DOCUMENT = {
  ...plainDocument({
    '/notes': {
      get: { operationId: 'listNotes', responses: answer(200, objectOf({ notes: arrayOf(note) })) },
      post: {
        operationId: 'createNote',
        requestBody: { required: true, ...json(objectOf({ text: { type: 'string', maxLength: 90 } })) },
        responses: { ...answer(201, note), 400: { description: 'A bad request.' } },
      },
    },
    '/notes/{id}': {
      get: { operationId: 'getNote', parameters: [inPath('id')], responses: answer(200, note) },
      delete: {
        operationId: 'deleteNote',
        parameters: [inPath('id')],
        security: [{ key: [] }],
        responses: { 204: { description: 'Gone.' }, 401: { description: 'No key.' }, 404: { description: 'None.' } },
      },
    },
  }),
  components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } } },
};

function createNotes() {
  const notes = new Map<number, { readonly id: number; readonly text: string }>();
  let made = 0;
  const fetch = async (request: Request): Promise<Response> => {
    const id = Number(/^\/notes\/(\d+)$/u.exec(new URL(request.url).pathname)?.[1]);
    if (request.method === 'DELETE') {
      if (request.headers.get('X-Key') !== 'key-1234567890') return new Response(null, { status: 401 });
      return new Response(null, { status: notes.delete(id) ? 204 : 404 });
    }
    if (request.method === 'POST') {
      const body = (await request.json().catch(() => undefined)) as { readonly text?: unknown } | undefined;
      if (typeof body?.text !== 'string' || [...body.text].length > 90) return new Response(null, { status: 400 });
      made += 1;
      const one = { id: made, text: body.text };
      notes.set(made, one);
      return Response.json(one, { status: 201 });
    }
    const found = notes.get(id);
    if (found !== undefined) return Response.json(found);
    return Number.isNaN(id) ? Response.json({ notes: [...notes.values()] }) : new Response(null, { status: 404 });
  };
  return { fetch, notes, made: () => made };
}

test('what the credentials cannot remove again is not created', async () => {
  const { fetch, notes, made } = createNotes();
  const { outcome, clauses } = await runOn(DOCUMENT, fetch, { target: WRITABLE });
  expect([outcome.exitStatus, notes.size, made()]).toEqual([0, 0, 0]);
  const { reason } = clauses.find(({ id }) => id === 'createNote/status') ?? {};
  expect(reason).toBe('what it creates could not be removed: no key credential was given');
});

test('with the credential it is created, and removed', async () => {
  const { fetch, notes, made } = createNotes();
  const credentials = { key: { headers: { 'X-Key': 'key-1234567890' } } };
  const { outcome } = await runOn(DOCUMENT, fetch, { target: { ...WRITABLE, credentials } });
  expect([outcome.exitStatus, notes.size, made() > 0]).toEqual([0, 0, true]);
});
