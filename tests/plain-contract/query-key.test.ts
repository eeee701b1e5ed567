import { describe, expect, test } from 'vitest';
import { withQueryFields } from '../../src/query-fields.ts';
import { brokenIn, runOn } from '../support/documents.ts';

/** Readings behind a key in the query. */
const DOCUMENT = `openapi: 3.1.0
info: { title: Readings, version: '1' }
components: { securitySchemes: { station: { type: apiKey, in: query, name: appKey } } }
security: [{ station: [] }]
paths:
  /readings:
    get:
      operationId: listReadings
      parameters:
        - { name: limit, in: query, schema: { type: integer, minimum: 1, maximum: 50, default: 10 } }
      responses:
        '200':
          description: The latest.
          content: { application/json: { schema: { type: array, items: { type: integer } } } }
        '400': { description: A bad limit. }
        '401': { description: No key, or a wrong one. }
`;
const KEY = 'k7%Ab&=3f9-0c2e/1b';

function readings(opens: (key: string | null) => boolean) {
  const keys: (string | null)[] = [];
  const fetch = (request: Request): Response => {
    const query = new URL(request.url).searchParams;
    keys.push(query.get('appKey'));
    if (!opens(query.get('appKey'))) return new Response(null, { status: 401 });
    const limit = query.get('limit') ?? '10';
    const isRight = /^\d+$/u.test(limit) && Number(limit) >= 1 && Number(limit) <= 50;
    return isRight ? Response.json([1, 2, 3].slice(0, Number(limit))) : new Response(null, { status: 400 });
  };
  return { fetch, keys };
}

describe('a key in the query', () => {
  const target = { baseUrl: 'http://readings.local', credentials: { station: { headers: { '?appKey': KEY } } } };

  test('opens what it has to, and stands in no report', async () => {
    const { fetch, keys } = readings((key) => key === KEY);
    const run = await runOn(DOCUMENT, fetch, { target });
    expect(brokenIn(run)).toEqual([]);
    expect(run.clauses.find(({ id }) => id === 'listReadings/security/station-opens')?.verdict).toBe('pass');
    expect(keys.filter((key) => key === KEY).length).toBeGreaterThan(3);
    expect(JSON.stringify(run.report)).not.toContain(KEY);
    expect(JSON.stringify(run.report)).not.toContain(encodeURIComponent(KEY));
    expect(JSON.stringify(run.report)).toContain('appKey=$CONFORM_STATION');
  });

  test.each([
    ['any key opens', (key: string | null) => key !== null, 'listReadings/security/wrong-station-refused'],
    ['nobody needs one', () => true, 'listReadings/security/nobody-refused'],
  ])('is judged: %s', async (_, opens, clause) => {
    expect(brokenIn(await runOn(DOCUMENT, readings(opens).fetch, { target }))).toContain(clause);
  });

  test('comes from the environment, too', async () => {
    const { fetch, keys } = readings((key) => key === KEY);
    await runOn(DOCUMENT, fetch, { target: 'http://readings.local', env: { CONFORM_STATION: KEY } });
    expect(keys).toContain(KEY);
  });
});

test('marked fields join the query of the URL', () => {
  const headers = { accept: '*/*', '?a b': 'x&y' };
  const sent = (url: string) => withQueryFields({ url, headers });
  expect(sent('http://h/p')).toEqual({ url: 'http://h/p?a%20b=x%26y', headers: { accept: '*/*' } });
  expect(sent('http://h/p?q=1').url).toBe('http://h/p?q=1&a%20b=x%26y');
});
