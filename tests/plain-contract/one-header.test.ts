import { expect, test } from 'vitest';
import { json, runOn } from '../support/documents.ts';

const get = {
  operationId: 'getNote',
  security: [{ token: [] }],
  responses: {
    200: { description: 'A note.', ...json({ type: 'object', required: ['title'], properties: {} }) },
    401: { description: 'Who are you?' },
  },
};
const document = {
  openapi: '3.1.0',
  info: { title: 'Notes', version: '1' },
  paths: { '/note': { get } },
  components: {
    securitySchemes: { token: { type: 'http', scheme: 'bearer' }, password: { type: 'http', scheme: 'basic' } },
  },
};

test('two credentials that belong in one header are not sent together', async () => {
  const credentials = {
    token: { headers: { Authorization: 'Bearer right-token-of-the-test' } },
    password: { headers: { Authorization: 'Basic dXNlcjpwYXNzd29yZA==' } },
  };
  const { findings, clauses } = await runOn(
    document,
    (request) =>
      request.headers.get('authorization') === credentials.token.headers.Authorization
        ? Response.json({ title: 'Milk' })
        : new Response(null, { status: 401, headers: { 'www-authenticate': 'Bearer' } }),
    { depth: 'deep', target: { credentials } },
  );
  expect(findings.map(({ id }) => id)).toEqual([]);
  const opening = clauses.filter(({ id }) => id.endsWith('-opens'));
  expect(opening.map(({ id, verdict }) => `${id} ${verdict}`)).toEqual(['getNote/security/token-opens pass']);
});
