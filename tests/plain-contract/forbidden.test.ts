import { expect, test } from 'vitest';
import { brokenIn, plainDocument, runOn } from '../support/documents.ts';

const responses = { 200: { description: 'A report.' }, 401: { description: 'Who are you?' } };
const documentOf = (forbids: object) => ({
  ...plainDocument({ '/report': { get: { operationId: 'getReport', responses: { ...responses, ...forbids } } } }),
  security: [{ bearer: [] }],
  components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
});
const service = (request: Request): Response =>
  new Response(null, { status: request.headers.get('authorization') === 'Bearer right' ? 403 : 401 });
const target = {
  baseUrl: 'http://plain.local',
  credentials: { bearer: { headers: { Authorization: 'Bearer right' } } },
};

test('a caller without the role that the document asks for is refused rightly', async () => {
  const run = await runOn(documentOf({ 403: { description: 'The token lacks the role.' } }), service, { target });
  expect(brokenIn(run)).toEqual([]);
});

test('where the document has no 403 the right credential has to give access', async () => {
  const run = await runOn(documentOf({}), service, { target });
  expect(brokenIn(run)).toContain('getReport/security/bearer-opens');
});
