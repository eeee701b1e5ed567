import { expect, test } from 'vitest';
import { arrayOf, brokenIn, clausesWith, inQuery, json, objectOf, plainDocument, runOn } from '../support/documents.ts';

/** A list whose document bounds neither the page nor its size. `own`: what else it has of a bad query. */
function documentOf(page: object, own: object = {}) {
  const list = json(arrayOf(objectOf({ id: { type: 'integer' } })));
  const get = {
    operationId: 'listNotes',
    parameters: [inQuery('page', { type: 'integer', ...page }), inQuery('limit', { type: 'integer', default: 5 })],
    responses: { 200: { description: 'Notes.', ...list }, ...own },
  };
  return plainDocument({ '/notes': { get } });
}

/** Refuses each page, or size of a page, that `isRefused`. */
function notes(isRefused: (page: number, limit: number) => boolean) {
  return (request: Request): Response => {
    const query = new URL(request.url).searchParams;
    const [page, limit] = [Number(query.get('page') ?? 1), Number(query.get('limit') ?? 5)];
    if (isRefused(page, limit)) return Response.json({}, { status: 400 });
    const [from, size] = [Math.max(1, page || 1), Math.max(1, Math.trunc(limit) || 5)];
    const all = Array.from({ length: 12 }, (_, id) => ({ id: id + 1 }));
    return Response.json(all.slice((from - 1) * size, from * size));
  };
}

const BAD_QUERY = { 400: { description: 'A bad query.' } };
const deep = { depth: 'deep' } as const;
const isWhole = (...numbers: readonly number[]) => numbers.every((one) => Number.isInteger(one));
const isPage = (page: number, limit: number) => isWhole(page, limit) && page >= 1 && limit >= 1;

test('page 0 and a size below 1 may be refused where the document bounds neither', async () => {
  const run = await runOn(
    documentOf({ default: 1 }, BAD_QUERY),
    notes((...query) => !isPage(...query)),
    deep,
  );
  expect(brokenIn(run)).toEqual([]);
});

test.each<[string, object, (page: number, limit: number) => boolean]>([
  ['a page that the document allows', { minimum: 0 }, (page, limit) => !isPage(page, limit)],
  ['the first page by default', { default: 0 }, (page, limit) => !isPage(page, limit)],
])('%s may not be refused', async (_what, page, isRefused) => {
  const run = await runOn(documentOf(page, BAD_QUERY), notes(isRefused), deep);
  expect(clausesWith(run, 'fail')).toContain('listNotes/fuzz/accepted');
});

test('where no refusal is documented, none is promised of combinations either', async () => {
  const run = await runOn(
    documentOf({ default: 1 }),
    notes(() => false),
    deep,
  );
  expect(clausesWith(run, 'fail')).toEqual([]);
  expect(clausesWith(run, 'warn')).toContain('listNotes/page/type');
});
