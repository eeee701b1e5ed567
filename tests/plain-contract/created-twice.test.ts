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

/** Books that are made, opened and deleted. */
const documentOf = (conflict: string, made: object = {}) =>
  plainDocument({
    '/books': {
      post: {
        operationId: 'createBook',
        requestBody: { required: true, ...json({ type: 'object', required, properties: members }) },
        responses: {
          201: { description: 'Created.', ...shown },
          ...made,
          400: { description: 'A bad body.' },
          409: { description: conflict },
        },
      },
    },
    '/books/{id}': {
      parameters: [inPath('id')],
      get: {
        operationId: 'getBook',
        responses: { 200: { description: 'It.', ...shown }, 404: { description: 'None.' } },
      },
      delete: {
        operationId: 'deleteBook',
        responses: { 204: { description: 'Gone.' }, 404: { description: 'None.' } },
      },
    },
  });

interface Book {
  readonly id: number;
  readonly isbn: string;
  readonly title: string;
}

/** `meets` answers for a book of which the number is there. */
function service(meets: (there: Book, make: () => Response) => Response) {
  const books = new Map<string, Book>();
  let made = 0;
  const fetch = async (request: Request): Promise<Response> => {
    const id = /^\/books\/(\d+)$/u.exec(new URL(request.url).pathname)?.[1] ?? '';
    if (request.method === 'DELETE') return new Response(null, { status: books.delete(id) ? 204 : 404 });
    if (request.method === 'GET') return Response.json(books.get(id) ?? {}, { status: books.has(id) ? 200 : 404 });
    const { isbn, title } = ((await request.json().catch(() => undefined)) ?? {}) as Record<string, unknown>;
    const isRight = typeof isbn === 'string' && /^97[89][0-9]{10}$/u.test(isbn) && typeof title === 'string';
    if (!isRight || title === '' || [...title].length > 80) return Response.json({}, { status: 400 });
    const make = (): Response => {
      made += 1;
      books.set(String(made), { id: made, isbn, title });
      return Response.json(books.get(String(made)), { status: 201 });
    };
    const there = [...books.values()].find((one) => one.isbn === isbn);
    return there === undefined ? make() : meets(there, make);
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

const refuse = (status: number) => () => Response.json({}, { status });

test.each([
  ['it is refused with a 409', refuse(409)],
  ['it is refused as a bad body', refuse(400)],
  ['the answer is the first one', (there: Book) => Response.json(there, { status: 201 })],
])('a service is right if %s', async (_what, meets) => {
  const run = await runOn(documentOf(UNIQUE), service(meets).fetch, { target: WRITABLE });
  expect(brokenIn(run)).toEqual([]);
  expect(clausesWith(run, 'pass')).toContain('createBook/taken');
});

test.each([
  ['the conflict may be about anything', documentOf('Something is in the way.')],
  ['a second success is documented', documentOf(UNIQUE, { 200: { description: 'It is there.', ...shown } })],
])('a second one is not judged where %s', async (_what, document) => {
  const run = await runOn(document, service((_there, make) => make()).fetch, { target: WRITABLE });
  expect(run.clauses.map(({ id }) => id)).not.toContain('createBook/taken');
  expect(brokenIn(run)).toEqual([]);
});
