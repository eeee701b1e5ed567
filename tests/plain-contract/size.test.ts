import { expect, test } from 'vitest';
import { arrayOf, brokenIn, clausesWith, inQuery, json, objectOf, plainDocument, runOn } from '../support/documents.ts';

const number = (name: string, schema: object) => inQuery(name, { type: 'integer', minimum: 1, ...schema });
const ITEM = objectOf({ id: { type: 'integer' }, name: { type: 'string' } });
const PAGE = { type: 'object', properties: { notes: arrayOf(ITEM), total: { type: 'integer' } } };

/** Notes in pages, without a word of how large the largest page is. */
const documentOf = (size: object, description?: string) =>
  plainDocument({
    '/notes': {
      get: {
        operationId: 'listNotes',
        parameters: [number('page', {}), { ...number('limit', size), description }],
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

/** 28 notes in pages that never have more than 10. So many are lost before each page but the first. */
function fewNotes(lost: number) {
  return (request: Request): Response => {
    const query = new URL(request.url).searchParams;
    const [page, limit] = [query.get('page') ?? '1', query.get('limit') ?? '20'];
    if (![page, limit].every((one) => /^[1-9]\d*$/u.test(one)) || Number(limit) > 50)
      return Response.json({}, { status: 400 });
    const size = Math.min(Number(limit), 10);
    const all = Array.from({ length: 28 }, (_, id) => ({ id: id + 1, name: `n${id}` }));
    const from = (Number(page) - 1) * size;
    return Response.json({ notes: all.slice(from > 0 ? from + lost : 0, from + size), total: 28 });
  };
}

const SIZE = 'listNotes/default-page-size';

test.each([
  ['The service may give fewer.', {}],
  ['Fewer notes than that may be returned.', { maximum: 50 }],
  ['Notes on a page at most.', {}],
  ['Up to so many notes.', {}],
])('a page may be smaller than the size where its words are %j beside %j', async (words, bound) => {
  const run = await runOn(documentOf({ default: 20, ...bound }, words), fewNotes(0));
  expect(brokenIn(run)).toEqual([]);
  expect(clausesWith(run, 'pass')).toContain('listNotes/page-size-bounds-the-page');
});

test.each([
  ['Notes on a page.', {}],
  ['Notes on a page at most.', { maximum: 50 }],
  ['It may not be fewer than 1.', {}],
])('a page is as large as its size where its words are %j beside %j', async (words, bound) => {
  expect(brokenIn(await runOn(documentOf({ default: 20, ...bound }, words), fewNotes(0)))).toContain(SIZE);
});

test('an item that no page shows is found where pages may be short', async () => {
  const run = await runOn(documentOf({ default: 20 }, 'The service may give fewer.'), fewNotes(1));
  expect(brokenIn(run)).not.toEqual([]);
});
