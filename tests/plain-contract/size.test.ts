import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runConformance } from '../../src/run-conformance.ts';
import { temporaryFolder } from '../support/temporary.ts';

const number = (name: string, schema: object) => ({
  name,
  in: 'query',
  schema: { type: 'integer', minimum: 1, ...schema },
});
const ITEM = {
  type: 'object',
  required: ['id', 'name'],
  properties: { id: { type: 'integer' }, name: { type: 'string' } },
};
const PAGE = { type: 'object', properties: { notes: { type: 'array', items: ITEM }, total: { type: 'integer' } } };

/** Notes in pages, without a word of how large the largest page is. */
const documentOf = (size: object) => ({
  openapi: '3.1.0',
  info: { title: 'Notes', version: '1' },
  paths: {
    '/notes': {
      get: {
        operationId: 'listNotes',
        parameters: [number('page', {}), number('limit', size)],
        responses: {
          200: { description: 'Notes.', content: { 'application/json': { schema: PAGE } } },
          400: { description: 'A bad query.' },
        },
      },
    },
  },
});

/** 300 notes. A page of more than 60 is refused. */
function notes(request: Request): Response {
  const query = new URL(request.url).searchParams;
  const [page, limit] = [query.get('page') ?? '1', query.get('limit') ?? '20'];
  if (![page, limit].every((one) => /^[1-9]\d*$/u.test(one)) || Number(limit) > 60)
    return Response.json({}, { status: 400 });
  const all = Array.from({ length: 300 }, (_, id) => ({ id: id + 1, name: `n${id}` }));
  const found = all.slice((Number(page) - 1) * Number(limit), Number(page) * Number(limit));
  return Response.json({ notes: found, total: 300 });
}

test.each([[{ default: 20 }], [{}]])('a size under %j is no larger than a service is sure to serve', async (size) => {
  const document = join(temporaryFolder(), 'notes.json');
  writeFileSync(document, JSON.stringify(documentOf(size)));
  const { clauses } = await runConformance({ document, fetch: notes });
  expect(clauses.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn')).toEqual([]);
});
