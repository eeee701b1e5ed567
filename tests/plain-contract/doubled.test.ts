import { expect, test } from 'vitest';
import { brokenIn, clausesWith, inPath, json, plainDocument, runOn, WRITABLE } from '../support/documents.ts';

const members = {
  isbn: { type: 'string', pattern: '^97[89][0-9]{10}$' },
  title: { type: 'string', minLength: 1, maxLength: 80 },
};
const required = ['isbn', 'title'];
const shown = json({
  type: 'object',
  required: ['id', ...required],
  properties: { id: { type: 'integer' }, ...members },
});

/**
 * Books that are made, opened, changed and deleted. `conflict`: the description of a 409; none where it is undefined. `ofIsbn`:
 * that of the ISBN.
 */
const documentOf = (conflict: string | undefined, made: object = {}, ofIsbn = '') => {
  const properties = { ...members, isbn: { ...members.isbn, description: ofIsbn } };
  const whole = { type: 'object', required, properties };
  const refusals = {
    400: { description: 'A bad body.' },
    ...(conflict === undefined ? {} : { 409: { description: conflict } }),
  };
  const change = (operationId: string, schema: object) => ({
    operationId,
    requestBody: { required: true, ...json(schema) },
    responses: { 200: { description: 'It.', ...shown }, ...refusals, 404: { description: 'None.' } },
  });
  return plainDocument({
    '/books': {
      post: {
        operationId: 'createBook',
        requestBody: { required: true, ...json(whole) },
        responses: { 201: { description: 'Created.', ...shown }, ...made, ...refusals },
      },
    },
    '/books/{id}': {
      parameters: [inPath('id')],
      get: {
        operationId: 'getBook',
        responses: { 200: { description: 'It.', ...shown }, 404: { description: 'None.' } },
      },
      put: change('replaceBook', whole),
      patch: change('changeBook', { type: 'object', minProperties: 1, properties }),
      delete: {
        operationId: 'deleteBook',
        responses: { 204: { description: 'Gone.' }, 404: { description: 'None.' } },
      },
    },
  });
};

interface Book {
  readonly id: number;
  readonly isbn: string;
  readonly title: string;
}

const refuse = (status: number) => () => Response.json({}, { status });

type Meets = (there: Book, make: () => Response) => Response;

/** `meets` answers for a new book of which the number is there, `changes` where another gets it. `isLax`: PUT takes no title. */
function service(meets: Meets, changes: Meets = refuse(409), isLax = false) {
  const books = new Map<string, Book>();
  let made = 0;
  const fetch = async (request: Request): Promise<Response> => {
    const id = /^\/books\/(\d+)$/u.exec(new URL(request.url).pathname)?.[1] ?? '';
    if (request.method === 'DELETE') return new Response(null, { status: books.delete(id) ? 204 : 404 });
    if (request.method === 'GET') return Response.json(books.get(id) ?? {}, { status: books.has(id) ? 200 : 404 });
    const { method } = request;
    if (method !== 'POST' && !books.has(id)) return Response.json({}, { status: 404 });
    const body = (await request.json().catch(() => undefined)) as unknown;
    if (typeof body !== 'object' || body === null || Array.isArray(body) || Object.keys(body).length === 0)
      return Response.json({}, { status: 400 });
    const { isbn, title } = { ...(method === 'PATCH' ? books.get(id) : {}), ...body } as Record<string, unknown>;
    const isRight = typeof isbn === 'string' && /^97[89][0-9]{10}$/u.test(isbn) && typeof title === 'string';
    if (!isRight || (title === '' && !(isLax && method === 'PUT')) || [...title].length > 80)
      return Response.json({}, { status: 400 });
    const make = (): Response => {
      if (method === 'POST') made += 1;
      const key = method === 'POST' ? String(made) : id;
      books.set(key, { id: Number(key), isbn, title: title || 'Untitled' });
      return Response.json(books.get(key), { status: method === 'POST' ? 201 : 200 });
    };
    const there = [...books.values()].find((one) => one.isbn === isbn && String(one.id) !== id);
    if (there === undefined) return make();
    return method === 'POST' ? meets(there, make) : changes(there, make);
  };
  return { fetch, books };
}

const UNIQUE = 'There is another book with this ISBN already.';

test('a value that is unique is found if it is taken twice, and both are deleted', async () => {
  const { fetch, books } = service((_there, make) => make());
  const run = await runOn(documentOf(UNIQUE), fetch, { target: WRITABLE });
  expect(brokenIn(run)).toEqual(['createBook/taken']);
  expect(books.size).toBe(0);
});

test('a change to the value of another is found', async () => {
  const { fetch } = service(refuse(409), (_there, make) => make());
  const run = await runOn(documentOf(UNIQUE), fetch, { target: WRITABLE });
  expect(brokenIn(run)).toEqual(['replaceBook/taken', 'changeBook/taken']);
});

test('a refusal with a status for values that the document does not have is found', async () => {
  const { fetch } = service(refuse(422));
  const run = await runOn(documentOf(UNIQUE), fetch, { target: WRITABLE });
  expect(brokenIn(run)).toEqual(['createBook/taken']);
});

test.each([
  ['it is refused with a 409', refuse(409)],
  ['it is refused as a bad body', refuse(400)],
  ['the answer is the first one', (there: Book) => Response.json(there, { status: 201 })],
])('a service is right if %s', async (_what, meets) => {
  const run = await runOn(documentOf(UNIQUE), service(meets).fetch, { target: WRITABLE });
  expect(brokenIn(run)).toEqual([]);
  expect(clausesWith(run, 'pass')).toEqual(
    expect.arrayContaining(['createBook/taken', 'replaceBook/taken', 'changeBook/taken']),
  );
});

test.each([
  ['the conflict may be about anything', documentOf('Something is in the way.')],
  ['a second success is documented', documentOf(UNIQUE, { 200: { description: 'It is there.', ...shown } })],
])('a second one is not judged where %s', async (_what, document) => {
  const run = await runOn(document, service((_there, make) => make()).fetch, { target: WRITABLE });
  expect(run.clauses.map(({ id }) => id)).not.toContain('createBook/taken');
  expect(brokenIn(run)).toEqual([]);
});

test('the book of the example may be there before the run, and another one is made', async () => {
  const { fetch, books } = service(refuse(400), refuse(400));
  const first = async (request: Request): Promise<Response> => {
    const body = await request.clone().text();
    const isbn = /"isbn":"(\d+)"/u.exec(body)?.[1];
    if (request.method === 'POST' && isbn !== undefined && books.size === 0)
      books.set('9000', { id: 9000, isbn, title: 'There before' });
    return fetch(request);
  };
  const run = await runOn(documentOf(undefined, {}, 'Unique among all books.'), first, { target: WRITABLE });
  expect(brokenIn(run)).toEqual([]);
  expect(clausesWith(run, 'pass')).toEqual(expect.arrayContaining(['createBook/echoed', 'changeBook/changed']));
  expect(books.size).toBe(1);
});

test('a value that calls itself unique is found without words about a conflict', async () => {
  const document = documentOf(undefined, {}, 'Unique among all books.');
  const { fetch } = service(
    (_there, make) => make(),
    (_there, make) => make(),
  );
  const broken = await runOn(document, fetch, { target: WRITABLE });
  expect(brokenIn(broken)).toEqual(['createBook/taken', 'replaceBook/taken', 'changeBook/taken']);
  const right = await runOn(document, service(refuse(400), refuse(400)).fetch, { target: WRITABLE });
  expect(brokenIn(right)).toEqual([]);
});

test('what is sent once more to another book has a number of its own', async () => {
  const document = documentOf(undefined, {}, 'Unique among all books.');
  const run = await runOn(document, service(refuse(400), refuse(400), true).fetch, { target: WRITABLE });
  expect(brokenIn(run)).toEqual(['replaceBook/body/title/minLength']);
});

test.each(['It need not be unique.', "It needn't be unique.", 'A non-unique number.'])(
  'a value may be there twice that says: %s',
  async (ofIsbn) => {
    const document = documentOf(undefined, {}, ofIsbn);
    const run = await runOn(
      document,
      service(
        (_there, make) => make(),
        (_there, make) => make(),
      ).fetch,
      { target: WRITABLE },
    );
    expect(run.clauses.map(({ id }) => id)).not.toContain('createBook/taken');
  },
);
