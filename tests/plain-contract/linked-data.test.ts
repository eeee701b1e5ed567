import { expect, test } from 'vitest';
import {
  arrayOf,
  brokenIn,
  clausesWith,
  inPath,
  inQuery,
  objectOf,
  plainDocument,
  runOn,
  WRITABLE,
} from '../support/documents.ts';

/** A document as API Platform writes it: JSON-LD, addresses that name things, texts as ids in paths, one schema for all. */
const LD = 'application/ld+json';
const address = { type: 'string', format: 'iri-reference', example: 'https://example.com/' };
const title = { type: 'string', minLength: 1, maxLength: 80 };
const pages = { type: 'integer', minimum: 1, maximum: 900 };
const read = { readOnly: true };
const signs = { '@id': { ...read, type: 'string' }, '@type': { ...read, type: 'string' } };
const id = { ...read, type: 'integer' };
const shelf = { ...objectOf({ title }), properties: { ...signs, id, title } };
const members = { id, title, pages, shelf: address };
const book = { type: 'object', required: ['title', 'pages', 'shelf'], properties: members };
const listedBook = { ...book, properties: { ...signs, ...members } };
const content = (schema: object, type = LD) => ({ content: { [type]: { schema } } });
const refusals = { 400: { description: 'Bad.' }, 404: { description: 'There is none.' }, 422: { description: 'Bad.' } };
const answers = (status: number, schema: object) => ({
  [status]: { description: 'One.', ...content(schema) },
  ...refusals,
});
const all = (schema: object) => ({
  type: 'object',
  required: ['hydra:member'],
  properties: {
    'hydra:member': arrayOf(schema),
    'hydra:totalItems': { type: 'integer', minimum: 0 },
    'hydra:view': { type: 'object', properties: { 'hydra:next': { type: 'string', format: 'iri-reference' } } },
  },
});
const [text, way] = [{ type: 'string' }, { type: 'string', enum: ['asc', 'desc'] }];
const paging = [
  inQuery('page', { type: 'integer', default: 1 }),
  inQuery('itemsPerPage', { type: 'integer', default: 10, minimum: 1, maximum: 50 }),
];
const filters = [
  inQuery('shelf', text),
  inQuery('pages[gte]', text),
  inQuery('order[title]', way),
  inQuery('order[pages]', way),
];
const parameters = [inPath('id', text)];
const patch = { required: true, ...content(book, 'application/merge-patch+json') };

const DOCUMENT = plainDocument({
  '/shelves': { get: { operationId: 'listShelves', parameters: paging, responses: answers(200, all(shelf)) } },
  '/books': {
    get: { operationId: 'listBooks', parameters: [...paging, ...filters], responses: answers(200, all(listedBook)) },
    post: {
      operationId: 'createBook',
      requestBody: { required: true, ...content(listedBook) },
      responses: answers(201, listedBook),
    },
  },
  '/books/{id}': {
    get: { operationId: 'getBook', parameters, responses: answers(200, listedBook) },
    patch: { operationId: 'changeBook', parameters, requestBody: patch, responses: answers(200, listedBook) },
    delete: { operationId: 'deleteBook', parameters, responses: { 204: { description: 'Gone.' }, ...refusals } },
  },
});

interface Book {
  readonly title: string;
  readonly pages: number;
  readonly shelf: string;
}

interface Mistakes {
  readonly changes?: (old: Book, given: Partial<Book>) => Book;
  readonly takes?: (body: Partial<Book>) => boolean;
  /** The parameters that change nothing. */
  readonly ignores?: readonly string[];
  readonly total?: (all: number, page: number) => number;
}

const SHELVES = Array.from({ length: 5 }, (_, index) => `/shelves/${index + 1}`);

function isRight({ title: name, pages: count, shelf: on }: Partial<Book>, isWhole: boolean): boolean {
  const isText = typeof name === 'string' && name !== '' && [...name].length <= 80;
  const isCount = Number.isInteger(count) && Number(count) >= 1 && Number(count) <= 900;
  const holds = (value: unknown, is: boolean) => is || (!isWhole && value === undefined);
  return holds(name, isText) && holds(count, isCount) && holds(on, SHELVES.includes(String(on)));
}

function library({ changes = Object.assign, takes = () => false, ignores = [], total = (one) => one }: Mistakes) {
  const books = new Map<number, Book>();
  let last = 0;
  const add = (one: Book): number => {
    last += 1;
    books.set(last, one);
    return last;
  };
  for (let index = 0; index < 34; index += 1)
    add({ title: `Book ${(index * 7) % 34}`, pages: 1 + ((index * 13) % 31), shelf: SHELVES[index % 5] ?? '' });
  const shown = (key: number, one: object) => ({ '@id': `/books/${key}`, '@type': 'Book', id: key, ...one });
  const refusal = (status: number) => new Response(null, { status });
  const listed = (path: string, items: readonly object[], query: URLSearchParams) => {
    const [page, size] = [Number(query.get('page') ?? 1), Number(query.get('itemsPerPage') ?? 10)];
    if (![page, size].every((one) => Number.isInteger(one) && one >= 1) || size > 50) return refusal(400);
    const part = items.slice((page - 1) * size, page * size);
    query.set('page', String(page + 1));
    const view = page * size < items.length ? { 'hydra:next': `${path}?${query}` } : {};
    return Response.json(
      { 'hydra:member': part, 'hydra:totalItems': total(items.length, part.length), 'hydra:view': view },
      { headers: { 'content-type': LD } },
    );
  };
  const listBooks = (given: URLSearchParams) => {
    const query = new URLSearchParams([...given].filter(([name]) => !ignores.includes(name)));
    const [on, least] = [query.get('shelf'), Number(query.get('pages[gte]') ?? 0)];
    const ways = (['title', 'pages'] as const).map((name) => [name, query.get(`order[${name}]`)] as const);
    if (ways.some(([, one]) => ![null, 'asc', 'desc'].includes(one))) return refusal(400);
    let found = [...books].filter(([, one]) => (on === null || one.shelf === on) && one.pages >= least);
    for (const [name, one] of ways.toReversed()) {
      const sign = one === 'desc' ? -1 : 1;
      if (one !== null) found = found.toSorted(([, a], [, b]) => sign * (a[name] < b[name] ? -1 : 1));
    }
    return listed(
      '/books',
      found.map(([key, one]) => shown(key, one)),
      query,
    );
  };
  return async (request: Request): Promise<Response> => {
    const { pathname, searchParams } = new URL(request.url);
    const [, kind, key] = pathname.split('/');
    const shelves = SHELVES.map((one, index) => ({ '@id': one, '@type': 'Shelf', id: index + 1, title: one }));
    if (kind === 'shelves') return listed('/shelves', shelves, searchParams);
    const number = Number(key);
    const old = books.get(number);
    if (key !== undefined && old === undefined) return refusal(404);
    if (request.method === 'GET' && key === undefined) return listBooks(searchParams);
    if (request.method === 'DELETE') return refusal(books.delete(number) ? 204 : 404);
    const respond = (at: number, status: number) =>
      Response.json(shown(at, books.get(at) ?? {}), { status, headers: { 'content-type': LD } });
    if (old !== undefined && request.method === 'GET') return respond(number, 200);
    const body = (await request.json().catch(() => undefined)) as Partial<Book> | null | undefined;
    if (typeof body !== 'object' || body === null || Array.isArray(body)) return refusal(400);
    if (!isRight(body, old === undefined) && !takes(body)) return refusal(400);
    const given = Object.fromEntries(
      Object.entries(body).filter(([name]) => ['title', 'pages', 'shelf'].includes(name)),
    );
    if (old === undefined) return respond(add(given as unknown as Book), 201);
    books.set(number, changes({ ...old }, given));
    return respond(number, 200);
  };
}

test('members in the form of addresses name what a list shows with its own address', async () => {
  const run = await runOn(DOCUMENT, library({}), { target: WRITABLE });
  expect(brokenIn(run)).toEqual([]);
  const known = ['createBook/body/shelf/unknown', 'changeBook/body/pages/maximum', 'changeBook/changed'];
  const listing = ['pages-hold-total', 'shelf-filters', 'pages-gte--filters', 'sort-by-desc'];
  expect(clausesWith(run, 'pass')).toEqual(
    expect.arrayContaining([...known, ...listing.map((slug) => `listBooks/${slug}`)]),
  );
});

test.each<[string, Mistakes, string]>([
  [
    'takes an address that nothing has',
    { takes: ({ shelf: on }) => on?.startsWith('/shelves/') === true },
    'createBook/body/shelf/unknown',
  ],
  [
    'keeps the old address',
    { changes: (old, given) => ({ ...old, ...given, shelf: old.shelf }) },
    'changeBook/changed',
  ],
  ['takes a large number in a change', { takes: ({ pages: count }) => count === 901 }, 'changeBook/body/pages/maximum'],
  ['ignores a bound', { ignores: ['pages[gte]'] }, 'listBooks/pages-gte--filters'],
  ['ignores the order', { ignores: ['order[pages]'] }, 'listBooks/sort-by-asc'],
  ['counts the page alone', { total: (_all, page) => page }, 'listBooks/pages-hold-total'],
])('a service that %s is told', async (_what, mistakes, clause) => {
  const run = await runOn(DOCUMENT, library(mistakes), { target: WRITABLE });
  expect(brokenIn(run)).toContain(clause);
});
