import { describe, expect, test } from 'vitest';
import { clausesWith, inPath, json, plainDocument, runOn, WRITABLE } from '../support/documents.ts';

const book = {
  type: 'object',
  required: ['isbn', 'title'],
  properties: {
    isbn: { type: 'string', pattern: '^97[89][0-9]{10}$' },
    title: { type: 'string', minLength: 1, maxLength: 80 },
    pages: { type: 'integer', minimum: 1, maximum: 9000 },
  },
};

/** Books of which no two have the same number, as the document says with its 409. */
const DOCUMENT = plainDocument({
  '/books': {
    post: {
      operationId: 'createBook',
      requestBody: { required: true, ...json(book) },
      responses: {
        201: {
          description: 'Created.',
          ...json({ ...book, required: ['id'], properties: { ...book.properties, id: { type: 'integer' } } }),
        },
        400: { description: 'A bad body.' },
        409: { description: 'There is one with this ISBN.' },
      },
    },
  },
  '/books/{id}': {
    delete: {
      operationId: 'deleteBook',
      parameters: [inPath('id')],
      responses: { 204: { description: 'Gone.' }, 404: { description: 'There is none.' } },
    },
  },
});

interface Book {
  readonly isbn: string;
  readonly title: string;
  readonly pages?: number;
}

function isBook(body: unknown): body is Book {
  const { isbn, title, pages = 1 } = (body ?? {}) as Record<string, unknown>;
  return (
    typeof isbn === 'string' &&
    /^97[89][0-9]{10}$/u.test(isbn) &&
    typeof title === 'string' &&
    title.length >= 1 &&
    title.length <= 80 &&
    Number.isInteger(pages) &&
    Number(pages) >= 1 &&
    Number(pages) <= 9000
  );
}

/** Every book that anybody made stays in memory by its number, though it is deleted. */
function books(refusal: number, known: Set<string>) {
  const there = new Set<string>();
  return async (request: Request): Promise<Response> => {
    const id = /^\/books\/(?<id>\d+)$/u.exec(new URL(request.url).pathname)?.groups?.['id'];
    if (request.method === 'DELETE' && id !== undefined)
      return new Response(null, { status: there.delete(id) ? 204 : 404 });
    const body = (await request.json().catch(() => undefined)) as unknown;
    if (!isBook(body)) return Response.json({}, { status: 400 });
    if (known.has(body.isbn)) return Response.json({}, { status: refusal });
    known.add(body.isbn);
    there.add(String(known.size));
    return Response.json({ ...body, id: known.size }, { status: 201 });
  };
}

async function judged(refusal: number, described = 'There is one with this ISBN.', key = '409') {
  const known = new Set<string>();
  const text = JSON.stringify(DOCUMENT).replace('There is one with this ISBN.', described).replace('"409"', `"${key}"`);
  const run = await runOn(text, books(refusal, known), { target: WRITABLE });
  expect(clausesWith(run, 'pass')).toContain('createBook/body/isbn/pattern');
  return { broken: clausesWith(run, 'fail'), made: known.size };
}

test('a valid creation that conflicts with what is there is no breach where the document has a 409', async () => {
  expect(await judged(409, 'Something is in the way.')).toEqual({ broken: [], made: 1 });
});

test('a valid creation that is refused as invalid is one', async () => {
  expect((await judged(400, 'Something is in the way.')).broken).not.toEqual([]);
});

test('what the document says that no two have is another one in each creation', async () => {
  const { broken, made } = await judged(409);
  expect(broken).toEqual([]);
  expect(made).toBeGreaterThan(3);
});

describe.each(['4XX', 'default'])('a conflict that only %s documents', (key) => {
  const unique = 'An error, such as an ISBN that is not unique.';

  test('is no breach where the document calls a member unique, and each creation has another value', async () => {
    const { broken, made } = await judged(409, unique, key);
    expect(broken).toEqual([]);
    expect(made).toBeGreaterThan(1);
  });

  test('is one where the document calls nothing unique', async () => {
    expect((await judged(409, 'Any error, with the ISBN.', key)).broken).not.toEqual([]);
  });
});
