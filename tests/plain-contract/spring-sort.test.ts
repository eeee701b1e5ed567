import { describe, expect, test } from 'vitest';
import { arrayOf, brokenIn, clausesWith, inQuery, json, objectOf, plainDocument, runOn } from '../support/documents.ts';

const whole = { type: 'integer', minimum: 1 };
const day = { type: 'string', format: 'date' };
const text = { type: 'string' };
const item = objectOf({ id: whole, title: text, pages: whole, printed: day, maker: objectOf({ name: text }) });

const FORM = 'Sorting criteria in the format: property,(asc|desc). Default sort order is ascending.';
const LIST = 'Sortable properties are pages, printed and maker.name; any other is answered with 400.';

/** Books in pages, sorted as Spring does it. */
function documentOf(description: string, schema: object = arrayOf(text), sort: object = {}) {
  return plainDocument({
    '/books': {
      get: {
        operationId: 'listBooks',
        parameters: [
          inQuery('page', { type: 'integer', minimum: 0, default: 0 }),
          inQuery('size', { ...whole, maximum: 50, default: 10 }),
          { ...inQuery('sort', schema), description, ...sort },
        ],
        responses: {
          200: { description: 'A page.', ...json(objectOf({ totalElements: whole, content: arrayOf(item) })) },
          400: { description: 'A bad query.' },
        },
      },
    },
  });
}

const BOOKS = Array.from({ length: 34 }, (_, index) => ({
  id: index + 1,
  title: `Book ${(index * 5) % 34}`,
  pages: 5 + ((index * 13) % 34) * 9,
  printed: `20${10 + ((index * 7) % 17)}-03-0${1 + (index % 9)}`,
  maker: { name: `Maker ${index % 3}` },
}));
type Book = (typeof BOOKS)[number];
type Sortable = 'pages' | 'printed';
const isSortable = (name = ''): name is Sortable => ['pages', 'printed'].includes(name);

interface Parts {
  /** The direction that the text after the comma means. */
  readonly way: (asked: string | undefined) => 1 | -1;
  readonly keyOf: (book: Book, name: Sortable) => number | string;
  readonly cut: (ordered: readonly Book[], page: number, size: number, compare: Compare) => readonly Book[];
  readonly usual: string;
}
type Compare = (a: Book, b: Book) => number;

const right: Parts = {
  way: (asked) => (asked === 'desc' ? -1 : 1),
  keyOf: (book, name) => book[name],
  cut: (ordered, page, size) => ordered.slice(page * size, (page + 1) * size),
  usual: 'pages,asc',
};

async function judged(parts: Partial<Parts> = {}, document: object = documentOf(`${FORM} ${LIST}`)) {
  const { way, keyOf, cut, usual } = { ...right, ...parts };
  return runOn(document, (request) => {
    const query = new URL(request.url).searchParams;
    const [page, size] = [Number(query.get('page') ?? 0), Number(query.get('size') ?? 10)];
    const [name, asked, ...others] = (query.get('sort') ?? usual).split(',');
    const isRight = [page, size].every((one) => Number.isInteger(one)) && page >= 0 && size > 0 && size <= 50;
    const isDirected = asked === undefined || ['asc', 'desc'].includes(asked);
    if (!isRight || !isSortable(name) || !isDirected || others.length > 0) return new Response(null, { status: 400 });
    const compare: Compare = (a, b) => {
      const [one, other] = [keyOf(a, name), keyOf(b, name)];
      return (one < other ? -1 : one > other ? 1 : 0) * way(asked) || a.id - b.id;
    };
    const content = cut(BOOKS.toSorted(compare), page, size, compare);
    return Response.json({ totalElements: BOOKS.length, content });
  });
}

const BY_PAGES = ['sort-by-pages', 'sort-by-pages-asc', 'sort-by-pages-desc'].map((one) => `listBooks/${one}`);

describe('a sort in the form of Spring is judged', () => {
  test.each<[string, object]>([
    ['by the members that its description lists', documentOf(`${FORM} ${LIST}`)],
    ['in the form of earlier versions', documentOf(`${FORM.replace(',(', '(,')} Sort by pages or printed.`)],
    ['as one text', documentOf(`${FORM} ${LIST}`, text)],
    ['with a default', documentOf(`${FORM} ${LIST}`, { ...arrayOf(text), default: ['pages,asc'] })],
  ])('%s', async (_, document) => {
    const result = await judged({}, document);
    expect(brokenIn(result)).toEqual([]);
    expect(clausesWith(result, 'pass')).toEqual(
      expect.arrayContaining([...BY_PAGES, 'listBooks/sort-by-printed-desc']),
    );
  });
});

test.each<[string, string, Partial<Parts>]>([
  ['one that is ignored', 'sort-by-pages-asc', { keyOf: (book) => book.id }],
  ['one that never descends', 'sort-by-pages-desc', { way: () => 1 }],
  ['one that descends by default', 'sort-by-pages', { way: (asked) => (asked === 'asc' ? 1 : -1) }],
  ['numbers as texts', 'sort-by-pages-asc', { keyOf: (book, name) => String(book[name]) }],
  ['each page by itself', 'sort-by-pages-asc', { cut: (_, ...page) => right.cut(BOOKS, ...page).toSorted(page[2]) }],
])('a wrong sort is found: %s', async (_, clause, parts) => {
  expect(brokenIn(await judged(parts))).toContain(`listBooks/${clause}`);
});

test('another order without a sort than that of the default is found', async () => {
  const document = documentOf(`${FORM} ${LIST}`, { ...arrayOf(text), default: ['pages,asc'] });
  expect(brokenIn(await judged({ usual: 'pages,desc' }, document))).toContain('listBooks/sort-by-pages-asc');
});

test('without words on the order of a name alone, none is sent', async () => {
  const result = await judged(
    { way: (asked) => (asked === 'asc' ? 1 : -1) },
    documentOf(`property,(asc|desc). ${LIST}`),
  );
  expect(brokenIn(result)).toEqual([]);
  expect(result.clauses.map(({ id }) => id)).not.toContain('listBooks/sort-by-pages');
});

describe('no sort is recognised', () => {
  test.each<[string, object]>([
    ['without a list of members', documentOf(FORM)],
    ['of members of something else', documentOf(`${FORM} Sortable properties are maker.pages, maker.printed.`)],
    ['of what the description rules out', documentOf(`${FORM} Any property except pages and printed.`)],
    ['of what cannot be used', documentOf(`${FORM} The members pages and printed cannot be used.`)],
    ['of a list in another form', documentOf('Sort by pages or printed.')],
    ['of values joined by commas', documentOf(`${FORM} ${LIST}`, arrayOf(text), { explode: false })],
  ])('%s', async (_, document) => {
    const result = await judged({ keyOf: (book) => book.id }, document);
    expect(result.clauses.filter(({ id }) => id.startsWith('listBooks/sort-by'))).toEqual([]);
    expect(brokenIn(result)).toEqual([]);
  });
});
