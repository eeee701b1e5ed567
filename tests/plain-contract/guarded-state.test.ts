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

const gate = objectOf({ id: { type: 'integer' }, isOpen: { type: 'boolean' } });

/** Gates that anybody sees and that one with a key opens, once. */
const documentOf = (refusals: object) => ({
  ...plainDocument({
    '/gates': {
      get: { operationId: 'listGates', responses: { 200: { description: 'All.', ...json(arrayOf(gate)) } } },
    },
    '/gates/{id}/open': {
      post: {
        operationId: 'openGate',
        parameters: [inPath('id')],
        responses: {
          200: { description: 'Open.', ...json(gate) },
          ...refusals,
          404: { description: 'None.' },
          409: { description: 'It cannot be opened now.' },
        },
        security: [{ key: [] }],
      },
    },
  }),
  components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } } },
});
const DOCUMENT = documentOf({ 401: { description: 'No.' } });
const KEY = 'k-7f3a9b2c5d';
const TARGET = { ...WRITABLE, credentials: { key: { headers: { 'X-Key': KEY } } } };

/** A caller without a key that `isTaken` gets no gate open. The first is locked for good unless the caller has the key. */
function gates(isTaken: (key: string | null) => boolean, { locked = false } = {}) {
  return (request: Request): Response => {
    const id = /^\/gates\/(\d+)\/open$/u.exec(new URL(request.url).pathname)?.[1];
    const empty = (status: number) => new Response(null, { status });
    if (request.method === 'GET') return Response.json([1, 2].map((one) => ({ id: one, isOpen: false })));
    if (!isTaken(request.headers.get('x-key'))) return empty(401);
    if (!['1', '2'].includes(id ?? '')) return empty(404);
    return locked || request.headers.get('x-key') !== KEY
      ? empty(409)
      : Response.json({ id: Number(id), isOpen: true });
  };
}

test.each<[string, (key: string | null) => boolean, string]>([
  ['without a key', () => true, 'nobody'],
  ['with any key', (key) => key !== null, 'wrong-key'],
])('a caller %s who is told of a conflict has passed the guard', async (_what, isTaken, name) => {
  const run = await runOn(DOCUMENT, gates(isTaken), { target: TARGET });
  expect(brokenIn(run)).toContain(`openGate/security/${name}-refused`);
});

test('where a key is asked for first, nothing is broken', async () => {
  const run = await runOn(
    DOCUMENT,
    gates((key) => key === KEY),
    { target: TARGET },
  );
  expect(brokenIn(run)).toEqual([]);
});

test.each([
  ['everybody is told of it', DOCUMENT, true],
  ['the document does not say how a caller is refused', documentOf({}), false],
])('a conflict is no breach of the guard where %s', async (_what, document, locked) => {
  const run = await runOn(
    document,
    gates(() => true, { locked }),
    { target: TARGET },
  );
  expect(clausesWith(run, 'fail')).toEqual([]);
  expect(clausesWith(run, 'pass')).not.toContain('openGate/security/nobody-refused');
});
