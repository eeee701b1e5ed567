import { expect, test } from 'vitest';
import { brokenIn, clausesWith, inQuery, json, plainDocument, runOn } from '../support/documents.ts';

const colours = { type: 'array', maxItems: 2, items: { type: 'string', enum: ['red', 'green', 'blue'] } };
const tags = { type: 'array', items: { type: 'string', pattern: '^[a-z]{2,12}$' } };
const least = { anyOf: [{ type: 'number', minimum: 0 }, { type: 'null' }] };

const DOCUMENT = plainDocument({
  '/things': {
    get: {
      operationId: 'listThings',
      parameters: [
        inQuery('colour', colours),
        { ...inQuery('tags', tags), style: 'pipeDelimited', explode: false },
        inQuery('least', least),
        { name: 'X-Source', in: 'header', schema: { type: 'string', enum: ['web', 'import'] } },
        { name: 'Accept-Language', in: 'header', schema: { type: 'string', enum: ['en', 'fr'] } },
        { name: 'currency', in: 'cookie', schema: { type: 'string', enum: ['EUR', 'USD'] } },
      ],
      responses: {
        200: { description: 'OK', ...json({ type: 'object' }) },
        400: { description: 'A bad request.' },
      },
    },
  },
});

/** What the service checks, by the clause. */
const CHECKS: Readonly<Record<string, (request: Request, query: URLSearchParams) => boolean>> = {
  'listThings/colour/items/enum': (_, query) =>
    query.getAll('colour').every((one) => ['red', 'green', 'blue'].includes(one)),
  'listThings/colour/maxItems': (_, query) => query.getAll('colour').length <= 2,
  'listThings/tags/items/pattern': (_, query) =>
    (query.get('tags') ?? 'ab').split('|').every((one) => /^[a-z]{2,12}$/u.test(one)),
  'listThings/least/minimum': (_, query) => !(Number(query.get('least') ?? '0') < 0),
  'listThings/least/type': (_, query) => !Number.isNaN(Number(query.get('least') ?? '0')),
  'listThings/X-Source/enum': ({ headers }) => ['web', 'import'].includes(headers.get('x-source') ?? 'web'),
  'listThings/currency/enum': ({ headers }) => [null, 'currency=EUR', 'currency=USD'].includes(headers.get('cookie')),
};

function service(leftOut?: string) {
  return (request: Request): Response => {
    const query = new URL(request.url).searchParams;
    const isRight = Object.entries(CHECKS).every(([clause, holds]) => clause === leftOut || holds(request, query));
    return isRight ? Response.json({}) : new Response(null, { status: 400 });
  };
}

test('lists, unions with null, headers and cookies have clauses, and a sound service keeps to each', async () => {
  const result = await runOn(DOCUMENT, service());
  expect(brokenIn(result)).toEqual([]);
  expect(clausesWith(result, 'pass')).toEqual(expect.arrayContaining(Object.keys(CHECKS)));
  expect(result.clauses.filter(({ id }) => id.includes('Accept-Language'))).toEqual([]);
});

test.each(Object.keys(CHECKS))('a service that does not check %s fails it', async (clause) => {
  expect(brokenIn(await runOn(DOCUMENT, service(clause)))).toEqual([clause]);
});
