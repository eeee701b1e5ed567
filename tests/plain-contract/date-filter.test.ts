import { expect, test } from 'vitest';
import { brokenIn, runOn } from '../support/documents.ts';

const added = { type: 'string', format: 'date-time' };
const integer = { type: 'integer', minimum: 1 };

/** Tools, filtered by the date and time at which they were added. */
const document = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Tools', version: '1' },
  paths: {
    '/tools': {
      get: {
        operationId: 'listTools',
        parameters: [
          { name: 'page', in: 'query', schema: { ...integer, default: 1 } },
          { name: 'limit', in: 'query', schema: { ...integer, maximum: 50, default: 10 } },
          { name: 'added', in: 'query', schema: added },
        ],
        responses: {
          200: {
            description: 'A page.',
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  required: ['total', 'tools'],
                  properties: {
                    total: { type: 'integer' },
                    tools: {
                      type: 'array',
                      items: { type: 'object', required: ['id', 'added'], properties: { id: integer, added } },
                    },
                  },
                },
              },
            },
          },
          400: { description: 'A bad query.' },
        },
      },
    },
  },
});

/** Three tools an hour, one of them with the time of another zone, and one with a fraction of a second. */
const TOOLS = Array.from({ length: 24 }, (_, index) => {
  const hour = new Date(Date.UTC(2026, 0, 1, index % 8)).toISOString().slice(0, 13);
  return { id: index + 1, added: `${hour}:${['00:00Z', '30:00+00:30', '00:00.000Z'][Math.floor(index / 8)] ?? ''}` };
});

async function broken(isAdded: (added: string, asked: string) => boolean): Promise<readonly string[]> {
  const run = await runOn(document, (request) => {
    const query = new URL(request.url).searchParams;
    const [page, limit] = [Number(query.get('page') ?? 1), Number(query.get('limit') ?? 10)];
    const asked = query.get('added');
    const isRight = [page, limit].every((one) => Number.isInteger(one) && one > 0) && limit <= 50;
    if (!isRight || (asked !== null && !/^\d{4}-\d\d-\d\dT.+(?:Z|[+-]\d\d:\d\d)$/u.test(asked)))
      return new Response(null, { status: 400 });
    const found = TOOLS.filter((one) => asked === null || isAdded(one.added, asked));
    return Response.json({ total: found.length, tools: found.slice((page - 1) * limit, page * limit) });
  });
  return brokenIn(run);
}

test.each<[string, (added: string, asked: string) => boolean]>([
  ['the same instant', (one, asked) => Date.parse(one) === Date.parse(asked)],
  ['the same text', (one, asked) => one === asked],
])('a filter by a date and time may find %s', async (_, isAdded) => {
  expect(await broken(isAdded)).toEqual([]);
});

test('a filter by a date and time that finds other instants is found', async () => {
  expect(await broken((one, asked) => one.slice(0, 10) === asked.slice(0, 10))).toContain('listTools/added-filters');
});
