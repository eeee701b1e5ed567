import { expect, test } from 'vitest';
import { arrayOf, inPath, json, objectOf, plainDocument, runOn, WRITABLE } from '../support/documents.ts';

const name = { type: 'string', minLength: 1 };
const note = objectOf({ id: { type: 'integer' }, name });
const requestBody = { required: true, ...json(objectOf({ name })) };
const parameters = [inPath('id')];
const answers = (status: number, schema?: object) => ({
  [status]: { description: 'Done.', ...(schema === undefined ? {} : json(schema)) },
  400: { description: 'Bad.' },
  404: { description: 'There is none.' },
});

/** Notes of which a PATCH without an id changes all, as LoopBack has it, and settings that are one thing. */
const DOCUMENT = plainDocument({
  '/notes': {
    get: { operationId: 'listNotes', responses: answers(200, arrayOf(note)) },
    post: { operationId: 'createNote', requestBody, responses: answers(201, note) },
    patch: { operationId: 'changeNotes', requestBody, responses: answers(200) },
    put: { operationId: 'replaceNotes', requestBody, responses: answers(200) },
    delete: { operationId: 'deleteNotes', responses: answers(204) },
  },
  '/notes/{id}': {
    get: { operationId: 'getNote', parameters, responses: answers(200, note) },
    patch: { operationId: 'changeNote', parameters, requestBody, responses: answers(200, note) },
    delete: { operationId: 'deleteNote', parameters, responses: answers(204) },
  },
  '/settings': {
    get: { operationId: 'getSettings', responses: answers(200, objectOf({ name })) },
    patch: { operationId: 'changeSettings', requestBody, responses: answers(200, objectOf({ name })) },
  },
});

test('a change or a deletion of all things is not sent, and is said to be not tested', async () => {
  const asked = new Set<string>();
  const run = await runOn(
    DOCUMENT,
    (request) => {
      asked.add(`${request.method} ${new URL(request.url).pathname}`);
      return new Response(null, { status: 404 });
    },
    { target: WRITABLE },
  );
  expect([...asked]).toEqual(expect.arrayContaining(['GET /notes', 'POST /notes', 'PATCH /settings']));
  for (const method of ['PATCH', 'PUT', 'DELETE']) expect(asked).not.toContain(`${method} /notes`);
  const reasons = run.clauses.filter(({ id }) => id === 'changeNotes/body/name/required');
  expect(reasons).toMatchObject([{ verdict: 'skip', reason: expect.stringContaining('all that the target has') }]);
});
