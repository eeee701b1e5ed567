import { expect, test } from 'vitest';
import { arrayOf, inQuery, json, objectOf, plainDocument, runOn } from '../support/documents.ts';

const number = (name: string, schema: object) => inQuery(name, { type: 'integer', minimum: 1, ...schema });
const ITEM = objectOf({ id: { type: 'integer' }, name: { type: 'string' } });
const PAGE = { type: 'object', properties: { notes: arrayOf(ITEM), total: { type: 'integer' } } };

/** Notes in pages, without a word of how large the largest page is. */
const documentOf = (size: object) =>
  plainDocument({
    '/notes': {
      get: {
        operationId: 'listNotes',
        parameters: [number('page', {}), number('limit', size)],
        responses: {
          200: { description: 'Notes.', ...json(PAGE) },
          400: { description: 'A bad query.' },
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
  const { clauses } = await runOn(documentOf(size), notes);
  expect(clauses.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn')).toEqual([]);
});
