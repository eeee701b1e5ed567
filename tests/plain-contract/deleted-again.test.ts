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

const note = objectOf({ id: { type: 'integer' }, text: { type: 'string' } });
const answer = (status: number, schema: object) => ({ [status]: { description: 'Fine.', ...json(schema) } });
const GONE = { 204: { description: 'Gone.' } };
const NONE = { description: 'There is none.' };

/** Notes that are listed, made and deleted. */
const documentOf = (responses: object, description = 'Removes a note.') =>
  plainDocument({
    '/notes': {
      get: { operationId: 'listNotes', responses: answer(200, objectOf({ notes: arrayOf(note) })) },
      post: {
        operationId: 'createNote',
        requestBody: { required: true, ...json(objectOf({ text: { type: 'string', maxLength: 90 } })) },
        responses: { ...answer(201, note), 400: { description: 'A bad request.' } },
      },
    },
    '/notes/{id}': {
      parameters: [inPath('id')],
      delete: { operationId: 'deleteNote', description, responses },
    },
  });

/** `missing` answers for what never was, and `again` for what was deleted before. */
function service({ missing, again }: { readonly missing: number; readonly again: number }) {
  const notes = new Map<string, object>();
  let made = 0;
  return async (request: Request): Promise<Response> => {
    const id = new URL(request.url).pathname.slice('/notes/'.length);
    if (request.method === 'DELETE') {
      const wasMade = /^\d+$/u.test(id) && Number(id) >= 1 && Number(id) <= made;
      return new Response(null, { status: notes.delete(id) ? 204 : wasMade ? again : missing });
    }
    if (request.method === 'GET') return Response.json({ notes: [...notes.values()] });
    const body = (await request.json().catch(() => undefined)) as { readonly text?: unknown } | undefined;
    if (typeof body?.text !== 'string' || [...body.text].length > 90) return new Response(null, { status: 400 });
    made += 1;
    notes.set(String(made), { id: made, text: body.text });
    return Response.json(notes.get(String(made)), { status: 201 });
  };
}

test('a second deletion that succeeds is found where the document has a 404', async () => {
  const fetch = service({ missing: 404, again: 204 });
  const run = await runOn(documentOf({ ...GONE, 404: NONE }), fetch, { target: WRITABLE });
  expect(brokenIn(run)).toEqual(['deleteNote/again']);
});

test.each([
  ['a 404', documentOf({ ...GONE, 404: NONE }), { missing: 404, again: 404 }],
  ['a 410 for what there was', documentOf({ ...GONE, 404: NONE, 410: NONE }), { missing: 404, again: 410 }],
])('a second deletion may get %s', async (_what, document, statuses) => {
  const run = await runOn(document, service(statuses), { target: WRITABLE });
  expect(brokenIn(run)).toEqual([]);
  expect(clausesWith(run, 'pass')).toContain('deleteNote/again');
});

const forgiving = { missing: 404, again: 204 };

test.each([
  ['no 404 is documented', documentOf(GONE), { missing: 204, again: 204 }],
  ['it is called idempotent', documentOf({ ...GONE, 404: NONE }, 'Removes a note. It is idempotent.'), forgiving],
  ['a note is put into the trash', documentOf({ ...GONE, 404: NONE }, 'Moves a note to the trash.'), forgiving],
  ['the deletion may not be done yet', documentOf({ ...GONE, 202: { description: 'Soon.' }, 404: NONE }), forgiving],
])('a second deletion may succeed where %s', async (_what, document, statuses) => {
  const run = await runOn(document, service(statuses), { target: WRITABLE });
  expect(run.clauses.map(({ id }) => id)).not.toContain('deleteNote/again');
  expect(brokenIn(run)).toEqual([]);
});
