import { expect, test } from 'vitest';
import { brokenIn, clausesWith, json, objectOf, plainDocument, runOn } from '../support/documents.ts';

const DOCUMENT = plainDocument({
  '/weather': {
    get: {
      operationId: 'getWeather',
      responses: {
        200: { description: 'It.', ...json(objectOf({ rain: { type: 'boolean' } })) },
        304: { description: 'As before.' },
      },
    },
  },
});

const CLAUSE = 'getWeather/304/not-modified';

/** The ETags that are answered in turn, the last one again and again; and whether a 304 is sent for the one of the request. */
async function run(etags: readonly string[], knows: boolean) {
  let turn = 0;
  return runOn(DOCUMENT, (request) => {
    const etag = etags[Math.min(turn, etags.length - 1)];
    turn += 1;
    const headers = etag === undefined ? {} : { ETag: etag };
    const isKnown = etag !== undefined && request.headers.get('If-None-Match') === etag;
    return knows && isKnown ? new Response(null, { status: 304, headers }) : Response.json({ rain: true }, { headers });
  });
}

test.each<[string, readonly string[], boolean, 'pass' | 'warn' | 'skip']>([
  ['a 304', ['"a"'], true, 'pass'],
  ['a 304 for a weak ETag', ['W/"a"'], true, 'pass'],
  ['the whole answer', ['"a"'], false, 'warn'],
  ['an answer with a new ETag', Array.from({ length: 50 }, (_, index) => `"${index}"`), true, 'skip'],
  ['an answer without an ETag', [], false, 'skip'],
])('a request with the current ETag gets %s', async (_, etags, knows, verdict) => {
  const result = await run(etags, knows);
  expect(clausesWith(result, verdict)).toContain(CLAUSE);
  expect(brokenIn(result)).toEqual(verdict === 'warn' ? [CLAUSE] : []);
});

test('a request with another ETag does not get a 304', async () => {
  const always = await runOn(DOCUMENT, (request) => {
    const headers = { ETag: '"a"' };
    const asks = request.headers.get('If-None-Match') !== null;
    return asks ? new Response(null, { status: 304, headers }) : Response.json({ rain: true }, { headers });
  });
  expect(brokenIn(always)).toEqual([CLAUSE]);
});
