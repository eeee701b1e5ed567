import { expect, test } from 'vitest';
import { brokenIn, json, objectOf, plainDocument, runOn } from '../support/documents.ts';

const CREDENTIALS = { session: 'sid=s-1f9c2', key: 'k-77ab0' };
const guarded = (operationId: string, scheme: string) => ({
  get: {
    operationId,
    security: [{ [scheme]: [] }],
    responses: {
      200: { description: 'It.', ...json(objectOf({ at: { type: 'string' } })) },
      401: { description: 'No.' },
    },
  },
});

/** The desk and the till ask for a session; the counter for a key. */
const DOCUMENT = {
  ...plainDocument({
    '/desk': guarded('getDesk', 'session'),
    '/till': guarded('getTill', 'session'),
    '/counter': guarded('getCounter', 'key'),
  }),
  components: {
    securitySchemes: {
      session: { type: 'apiKey', in: 'cookie', name: 'sid' },
      key: { type: 'apiKey', in: 'header', name: 'X-Key' },
    },
  },
};

/** Tries the schemes of a path in their order, and stops at the first credential that is there. */
const shop = (schemes: Readonly<Record<string, readonly ('session' | 'key')[]>>) => (request: Request) => {
  const { pathname } = new URL(request.url);
  const given = { session: request.headers.get('cookie'), key: request.headers.get('x-key') };
  const tried = schemes[pathname]?.find((scheme) => given[scheme] !== null);
  const isOpen = tried !== undefined && given[tried] === CREDENTIALS[tried];
  return isOpen ? Response.json({ at: pathname }) : new Response(null, { status: 401 });
};

const target = {
  baseUrl: 'http://shop.local',
  credentials: {
    session: { headers: { Cookie: CREDENTIALS.session } },
    key: { headers: { 'X-Key': CREDENTIALS.key } },
  },
};

test.each([
  ['the session alone', ['session'], []],
  ['the session first, and then the key', ['session', 'key'], ['getTill/security/key-refused']],
  ['the key first', ['key', 'session'], ['getTill/security/key-refused']],
] as const)('a guard that takes %s is judged by each credential alone', async (_what, till, broken) => {
  const service = shop({ '/desk': ['session'], '/till': till, '/counter': ['key'] });
  expect(brokenIn(await runOn(DOCUMENT, service, { target }))).toEqual(broken);
});
