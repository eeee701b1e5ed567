import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runConformance } from '../../src/run-conformance.ts';
import { temporaryFolder } from '../support/temporary.ts';

/** Notes by cursor: nothing of `x-listing` stands in the document. */
const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Notes', version: '1' },
  paths: {
    '/notes': {
      get: {
        operationId: 'listNotes',
        parameters: [
          { name: 'book', in: 'query', required: true, example: 'b1', schema: { type: 'string', minLength: 2 } },
          { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 50, default: 10 } },
          { name: 'cursor', in: 'query', schema: { type: 'string', maxLength: 200 } },
          { name: 'colour', in: 'query', schema: { type: 'string', enum: ['red', 'blue'] } },
        ],
        responses: {
          200: {
            description: 'Notes.',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Notes' } } },
          },
          400: { description: 'A bad query.' },
        },
      },
    },
  },
  components: {
    schemas: {
      Notes: {
        type: 'object',
        required: ['notes', 'nextCursor'],
        properties: {
          notes: {
            type: 'array',
            items: {
              type: 'object',
              required: ['id', 'colour'],
              properties: { id: { type: 'integer' }, colour: { type: 'string', enum: ['red', 'blue'] } },
            },
          },
          nextCursor: { type: ['string', 'null'] },
        },
      },
    },
  },
};

interface Parts {
  /** From the place that the cursor tells to the first item of the page. */
  readonly from: (place: number) => number;
  readonly next: (end: number, count: number) => string | null;
  readonly keeps: (colour: string | null, note: { readonly colour: string }) => boolean;
  readonly takesBook: (book: string | null) => boolean;
}

const RIGHT: Parts = {
  from: (place) => place,
  next: (end, count) => (end < count ? `c${end}` : null),
  keeps: (colour, note) => colour === null || note.colour === colour,
  takesBook: (book) => book !== null && book.length > 1,
};

const NOTES = Array.from({ length: 30 }, (_, id) => ({ id, colour: id % 3 === 0 ? 'red' : 'blue' }));

function notes(parts: Partial<Parts>) {
  const { from, next, keeps, takesBook } = { ...RIGHT, ...parts };
  return (request: Request): Response => {
    const query = new URL(request.url).searchParams;
    const [limit, colour, cursor] = [
      Number(query.get('limit') ?? 10),
      query.get('colour'),
      query.get('cursor') ?? 'c0',
    ];
    const isBad = !Number.isInteger(limit) || limit < 1 || limit > 50 || !['red', 'blue', null].includes(colour);
    if (isBad || !takesBook(query.get('book')) || !/^c\d+$/u.test(cursor))
      return Response.json({ error: 'bad query' }, { status: 400 });
    const kept = NOTES.filter((note) => keeps(colour, note));
    const start = from(Number(cursor.slice(1)));
    return Response.json({ notes: kept.slice(start, start + limit), nextCursor: next(start + limit, kept.length) });
  };
}

async function broken(parts: Partial<Parts>): Promise<readonly string[]> {
  const document = join(temporaryFolder(), 'notes.json');
  writeFileSync(document, JSON.stringify(DOCUMENT));
  const { clauses } = await runConformance({ document, fetch: notes(parts) });
  const [own] = clauses.filter(({ id }) => id === CURSOR);
  expect(own?.verdict).toMatch(/^(?:pass|warn)$/u);
  return clauses.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn').map(({ id }) => id);
}

const CURSOR = 'listNotes/cursor-leads-through-the-listing';

test('a listing by cursor is followed from page to page, and nothing is said of a right one', async () => {
  expect(await broken({})).toEqual([]);
  expect(await broken({ next: (end, count) => (end <= count ? `c${end}` : null) })).toEqual([]);
});

test.each<[string, Partial<Parts>]>([
  ['the cursor is ignored', { from: () => 0 }],
  ['a page begins with the last item of the one before', { from: (place) => Math.max(0, place - 1) }],
  ['a page loses its first item', { from: (place) => (place === 0 ? 0 : place + 1) }],
  ['the pages never end', { next: (end, count) => `c${Math.min(end, count)}` }],
  ['there is no second page', { next: () => null }],
])('%s', async (_name, parts) => {
  expect(await broken(parts)).toEqual([CURSOR]);
});

test.each<[string, Parts['takesBook']]>([
  ['required', (book) => book === null || book.length > 1],
  ['minLength', (book) => book !== null],
])('a parameter of which "%s" is not looked at is named', async (keyword, takesBook) => {
  expect(await broken({ takesBook })).toEqual([`listNotes/book/${keyword}`]);
});

test('its filters are judged as those of any listing', async () => {
  expect(await broken({ keeps: () => true })).toEqual(['listNotes/colour-filters']);
});
