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
  WRITABLE,
} from '../support/documents.ts';

const whole = { type: 'integer', minimum: 1 };
const text = { type: 'string', minLength: 1, maxLength: 90 };
const genre = { type: 'string', enum: ['GENRE_UNSPECIFIED', 'ART', 'NOVEL', 'SCIENCE'] };
const pages = { type: 'string', format: 'int64' };
const book = objectOf({ id: whole, title: text, genre, pages });
const sent = { ...objectOf({ title: text, genre, pages }), required: ['title'] };
const answers = (status: number, schema: object = book) => ({
  [status]: { description: 'It.', ...json(schema) },
  400: { description: 'A bad request.' },
  404: { description: 'There is none.' },
});
const parameters = [inPath('id', whole)];

const DOCUMENT = plainDocument({
  '/books': {
    get: {
      operationId: 'listBooks',
      parameters: [
        inQuery('page', { ...whole, default: 1 }),
        inQuery('limit', { ...whole, maximum: 50, default: 10 }),
        inQuery('genre', genre),
      ],
      responses: answers(200, objectOf({ total: { type: 'integer' }, books: arrayOf(book) })),
    },
    post: { operationId: 'createBook', requestBody: { required: true, ...json(sent) }, responses: answers(201) },
  },
  '/books/{id}': {
    get: { operationId: 'getBook', parameters, responses: answers(200) },
    delete: {
      operationId: 'deleteBook',
      parameters,
      responses: { 204: { description: 'Gone.' }, 404: { description: 'None.' } },
    },
  },
});

type Fault = 'ignores the filter' | 'stores no genre' | 'stores no pages';

/** Books without a genre are novels, and a filter by no genre finds all. */
function books(fault?: Fault) {
  const all = new Map(
    Array.from({ length: 30 }, (_, at) => [
      at + 1,
      { id: at + 1, title: `Book ${at}`, genre: genre.enum[at % 4], pages: '90' },
    ]),
  );
  let last = all.size;
  return async (request: Request): Promise<Response> => {
    const { pathname, searchParams: query } = new URL(request.url);
    const [, , key] = pathname.split('/');
    const found = all.get(Number(key));
    if (key !== undefined && found === undefined) return new Response(null, { status: 404 });
    if (request.method === 'DELETE') return new Response(null, { status: all.delete(Number(key)) ? 204 : 404 });
    if (key !== undefined) return Response.json(found);
    if (request.method === 'POST') {
      const body = (await request.json().catch(() => undefined)) as Readonly<Record<string, unknown>> | undefined;
      const { title, genre: given = 'GENRE_UNSPECIFIED', pages: count = '0' } = body ?? {};
      const isRight = typeof title === 'string' && title !== '' && [...title].length <= 90;
      if (!isRight || !genre.enum.includes(given as string) || typeof count !== 'string' || !/^\d+$/u.test(count))
        return new Response(null, { status: 400 });
      last += 1;
      const own = given === 'GENRE_UNSPECIFIED' || fault === 'stores no genre' ? 'NOVEL' : String(given);
      all.set(last, { id: last, title, genre: own, pages: fault === 'stores no pages' ? '0' : count });
      return Response.json(all.get(last), { status: 201 });
    }
    const [page, limit] = [Number(query.get('page') ?? 1), Number(query.get('limit') ?? 10)];
    const wanted = query.get('genre') ?? 'GENRE_UNSPECIFIED';
    const isRight = [page, limit].every((one) => Number.isInteger(one) && one > 0) && limit <= 50;
    if (!isRight || !genre.enum.includes(wanted)) return new Response(null, { status: 400 });
    const isOpen = wanted === 'GENRE_UNSPECIFIED' || fault === 'ignores the filter';
    const fitting = [...all.values()].filter((one) => isOpen || one.genre === wanted);
    return Response.json({ total: fitting.length, books: fitting.slice((page - 1) * limit, page * limit) });
  };
}

test('a value for none may find all as a filter, and become another one in a body (AIP-126)', async () => {
  const run = await runOn(DOCUMENT, books(), { target: WRITABLE });
  expect(brokenIn(run)).toEqual([]);
  expect(clausesWith(run, 'pass')).toEqual(expect.arrayContaining(['listBooks/genre-filters', 'createBook/listed']));
});

test.each<readonly [Fault, readonly string[]]>([
  ['ignores the filter', ['listBooks/genre-filters']],
  ['stores no genre', ['createBook/echoed']],
  ['stores no pages', ['createBook/echoed']],
])('the other values are judged, and numbers as texts: a service that %s is found', async (fault, clauses) => {
  expect(brokenIn(await runOn(DOCUMENT, books(fault), { target: WRITABLE }))).toEqual(clauses);
});
