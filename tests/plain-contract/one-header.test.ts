import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runConformance } from '../../src/run-conformance.ts';
import { temporaryFolder } from '../support/temporary.ts';

const get = {
  operationId: 'getNote',
  security: [{ token: [] }],
  responses: {
    200: {
      description: 'A note.',
      content: { 'application/json': { schema: { type: 'object', required: ['title'], properties: {} } } },
    },
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
  const path = join(temporaryFolder(), 'notes.json');
  writeFileSync(path, JSON.stringify(document));
  const credentials = {
    token: { headers: { Authorization: 'Bearer right-token-of-the-test' } },
    password: { headers: { Authorization: 'Basic dXNlcjpwYXNzd29yZA==' } },
  };
  const { findings, clauses } = await runConformance({
    document: path,
    depth: 'deep',
    target: { credentials },
    fetch: (request) =>
      request.headers.get('authorization') === credentials.token.headers.Authorization
        ? Response.json({ title: 'Milk' })
        : new Response(null, { status: 401, headers: { 'www-authenticate': 'Bearer' } }),
  });
  expect(findings.map(({ id }) => id)).toEqual([]);
  const opening = clauses.filter(({ id }) => id.endsWith('-opens'));
  expect(opening.map(({ id, verdict }) => `${id} ${verdict}`)).toEqual(['getNote/security/token-opens pass']);
});
