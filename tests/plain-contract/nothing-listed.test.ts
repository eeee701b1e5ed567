import { expect, test } from 'vitest';
import {
  arrayOf,
  brokenIn,
  clausesWith,
  inPath,
  inQuery,
  json,
  objectOf,
  plainDocument,
  runOn,
} from '../support/documents.ts';

const id = { type: 'integer' };
const thing = objectOf({ id, name: { type: 'string' } });

function get(operationId: string, schema: object, ...parameters: readonly object[]) {
  const missing = { 404: { description: 'There is none.' } };
  return { get: { operationId, parameters, responses: { 200: { description: 'OK', ...json(schema) }, ...missing } } };
}

const DOCUMENT = plainDocument({
  '/shelves': get('listShelves', arrayOf(thing)),
  '/shelves/{shelf}': get('getShelf', thing, inPath('shelf')),
  '/shelves/{shelf}/books': get('listBooks', arrayOf(thing), inPath('shelf')),
  '/shelves/{shelf}/books/{book}': get('getBook', thing, inPath('shelf'), inPath('book')),
});

/** Twelve shelves, or none. Only the shelf `full` has a book. */
function shelves(count: number, full: number, asked: string[] = []) {
  return ({ url }: Request): Response => {
    const { pathname } = new URL(url);
    asked.push(pathname);
    const [, , shelf, books, book] = pathname.split('/');
    const known = Array.from({ length: count }, (_, index) => ({ id: index + 1, name: 'A shelf' }));
    const found = known.find((one) => String(one.id) === shelf);
    if (shelf === undefined) return Response.json(known);
    if (found === undefined) return new Response(null, { status: 404 });
    if (books === undefined) return Response.json(found);
    if (book === undefined) return Response.json(found.id === full ? [{ id: 7, name: 'A book' }] : []);
    return found.id === full && book === '7'
      ? Response.json({ id: 7, name: 'A book' })
      : new Response(null, { status: 404 });
  };
}

test.each([
  ['lists', 0],
  ['lists below every id', 12],
])('empty %s are nothing wrong: what needs an item is skipped, and the run is complete', async (_, count) => {
  const result = await runOn(DOCUMENT, shelves(count, 0));
  expect(clausesWith(result, 'fail', 'warn', 'inconclusive')).toEqual([]);
  expect(clausesWith(result, 'skip')).toContain('getBook/200/type');
});

test('an item is looked for below more than the first ids', async () => {
  const result = await runOn(DOCUMENT, shelves(12, 11));
  expect(clausesWith(result, 'pass')).toContain('getBook/200/type');
});

test('a list that is refused is none that is empty', async () => {
  const result = await runOn(DOCUMENT, (request) =>
    new URL(request.url).pathname.endsWith('/books') ? new Response(null, { status: 404 }) : shelves(12, 0)(request),
  );
  expect(clausesWith(result, 'inconclusive')).not.toEqual([]);
});

test('a page size of 0 is not judged, and a bad page may get any 4xx that the document names', async () => {
  const paging = [
    inQuery('page_size', { type: 'integer', minimum: 0 }),
    inQuery('page', { type: 'integer', minimum: 1 }),
  ];
  const listed = get('listThings', objectOf({ total: id, items: arrayOf(thing) }), ...paging).get;
  const responses = { ...listed.responses, 400: { description: 'Bad.' } };
  const document = plainDocument({ '/things': { get: { ...listed, responses } } });
  const all = Array.from({ length: 30 }, (_, index) => ({ id: index, name: `Thing ${index}` }));
  const result = await runOn(document, ({ url }) => {
    const query = new URL(url).searchParams;
    const [page, size] = [query.get('page') ?? '1', query.get('page_size') ?? '0'];
    if (!/^\d+$/u.test(size)) return new Response(null, { status: 400 });
    if (!/^[1-9]\d*$/u.test(page)) return new Response(null, { status: 404 });
    const [from, many] = [Number(page) - 1, Number(size) === 0 ? 10 : Number(size)];
    return Response.json({ total: all.length, items: all.slice(from * many, (from + 1) * many) });
  });
  expect(brokenIn(result)).toEqual([]);
  expect(clausesWith(result, 'pass')).toEqual(
    expect.arrayContaining(['listThings/page-size-bounds-the-page', 'listThings/page/type']),
  );
});
