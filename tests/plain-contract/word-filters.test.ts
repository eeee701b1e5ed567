import { expect, test } from 'vitest';
import { arrayOf, brokenIn, clausesWith, inQuery, json, objectOf, plainDocument, runOn } from '../support/documents.ts';

const whole = { type: 'integer', minimum: 1 };
const text = { type: 'string' };
const book = objectOf({ id: whole, author: text, city: text });

/** The document does not say how a filter by a text compares it. */
const DOCUMENT = plainDocument({
  '/books': {
    get: {
      operationId: 'listBooks',
      parameters: [
        inQuery('page', { ...whole, default: 1 }),
        inQuery('limit', { ...whole, maximum: 50, default: 10 }),
        inQuery('author', text),
        inQuery('city', text),
      ],
      responses: {
        200: {
          description: 'A page.',
          ...json(objectOf({ total: { type: 'integer' }, books: arrayOf(book) })),
        },
        400: { description: 'A bad query.' },
      },
    },
  },
});

const AUTHORS = ['Ada Byron', 'Ada Lovelace', 'Alan Turing', 'ada byron king', 'Grace Hopper'];
const CITIES = ['London', 'Arlington', 'New York'];
const BOOKS = Array.from({ length: 40 }, (_, index) => ({
  id: index + 1,
  author: AUTHORS[index % 5] ?? '',
  city: CITIES[index % 3] ?? '',
}));

/** Whether a text of a book is found by the value of a filter. */
type Compares = (own: string, value: string) => boolean;

const equals: Compares = (own, value) => own === value;
const folded =
  (compares: Compares): Compares =>
  (own, value) =>
    compares(own.toLowerCase(), value.toLowerCase());
const hasWord: Compares = (own, value) => value.split(/\W+/u).some((word) => own.split(/\W+/u).includes(word));

function judged(compares: Compares) {
  return runOn(DOCUMENT, (request) => {
    const query = new URL(request.url).searchParams;
    const [page, limit] = [Number(query.get('page') ?? 1), Number(query.get('limit') ?? 10)];
    const isRight = [page, limit].every((one) => Number.isInteger(one) && one > 0) && limit <= 50;
    if (!isRight) return new Response(null, { status: 400 });
    const keeps = (name: 'author' | 'city') => (one: (typeof BOOKS)[number]) =>
      query.get(name) === null || compares(one[name], query.get(name) ?? '');
    const found = BOOKS.filter(keeps('author')).filter(keeps('city'));
    return Response.json({ total: found.length, books: found.slice((page - 1) * limit, page * limit) });
  });
}

test.each<[string, Compares]>([
  ['the whole text', equals],
  ['the whole text in any case', folded(equals)],
  ['a part of the text', (own, value) => own.includes(value)],
  ['the beginning of the text in any case', folded((own, value) => own.startsWith(value))],
  ['one of the words', hasWord],
  ['one of the words in any case', folded(hasWord)],
])('a filter by a text may compare %s', async (_, compares) => {
  const result = await judged(compares);
  expect(brokenIn(result)).toEqual([]);
  expect(clausesWith(result, 'pass')).toEqual(
    expect.arrayContaining(['listBooks/author-filters', 'listBooks/city-filters']),
  );
});

test.each<[string, Compares]>([
  ['is ignored', () => true],
  ['finds all others', (own, value) => own !== value],
])('a filter by a text that %s is found', async (_, compares) => {
  const broken = brokenIn(await judged(compares));
  expect(broken).toEqual(expect.arrayContaining(['listBooks/author-filters', 'listBooks/city-filters']));
});

test('a filter by a text that finds nothing is found', async () => {
  expect(brokenIn(await judged(() => false))).toContain('listBooks/filters-keep-what-matches');
});
