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
  '/notes/purge': { post: { operationId: 'purgeNotes', responses: answers(204) } },
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
  expect(asked).not.toContain('POST /notes/purge');
  const reasons = run.clauses.filter(({ id }) => id === 'changeNotes/body/name/required');
  expect(reasons).toMatchObject([{ verdict: 'skip', reason: expect.stringContaining('all that the target has') }]);
});

test('the session of the credential is not ended, and strangers are refused all the same', async () => {
  const security = [{ token: [] }];
  const refused = { 401: { description: 'Who is it?' } };
  const document = {
    ...plainDocument({
      '/me': {
        get: { operationId: 'getMe', security, responses: { ...answers(200, objectOf({ name })), ...refused } },
      },
      '/auth/logout': {
        post: { operationId: 'logOut', security, responses: { 204: { description: 'Over.' }, ...refused } },
      },
    }),
    components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
  };
  let isOver = false;
  const run = await runOn(
    document,
    ({ headers, url }) => {
      if (headers.get('authorization') !== 'Bearer secret-of-a-session' || isOver)
        return new Response(null, { status: 401 });
      isOver = url.endsWith('/logout');
      return isOver ? new Response(null, { status: 204 }) : Response.json({ name: 'Ada' });
    },
    {
      target: { ...WRITABLE, credentials: { token: { headers: { authorization: 'Bearer secret-of-a-session' } } } },
    },
  );
  expect(isOver).toBe(false);
  expect(brokenIn(run)).toEqual([]);
  expect(clausesWith(run, 'pass')).toEqual(
    expect.arrayContaining(['logOut/security/wrong-token-refused', 'getMe/status']),
  );
});
