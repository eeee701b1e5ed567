import { describe, expect, test } from 'vitest';
import { arrayOf, brokenIn, clausesWith, inQuery, json, objectOf, plainDocument, runOn } from '../support/documents.ts';

/** Notes by cursor: nothing of `x-listing` stands in the document. */
const BY_CURSOR = {
  parameter: inQuery('cursor', { type: 'string', maxLength: 200 }),
  members: { nextCursor: { type: ['string', 'null'] } },
  headers: {},
};

/** Notes as they are paged: by which parameter, and where the next page is told. */
function documentOf({ parameter, members, headers }: Record<keyof typeof BY_CURSOR, object>) {
  const note = objectOf({
    id: { type: 'integer' },
    colour: { type: 'string', enum: ['red', 'blue'] },
    size: { type: 'integer' },
  });
  const notes = {
    type: 'object',
    required: ['notes', ...Object.keys(members)],
    properties: { notes: arrayOf(note), ...members },
  };
  const parameters = [
    { name: 'book', in: 'query', required: true, example: 'b1', schema: { type: 'string', minLength: 2 } },
    inQuery('limit', { type: 'integer', minimum: 1, maximum: 50, default: 10 }),
    parameter,
    inQuery('colour', { type: 'string', enum: ['red', 'blue'] }),
    inQuery('sizeMin', { type: 'integer' }),
  ];
  const found = { description: 'Notes.', headers, ...json(notes) };
  const get = { operationId: 'listNotes', parameters, responses: { 200: found, 400: { description: 'A bad query.' } } };
  return plainDocument({ '/notes': { get } });
}

interface Parts {
  /** From the place that the cursor tells to the first item of the page. */
  readonly from: (place: number) => number;
  readonly next: (end: number, count: number) => string | null;
  readonly keeps: (colour: string | null, note: { readonly colour: string }) => boolean;
  readonly takesBook: (book: string | null) => boolean;
  /** Does the least size count for the page at this place? */
  readonly isBounded: (place: number) => boolean;
  /** The size of a page without one in the request. */
  readonly usual: number;
}

const RIGHT: Parts = {
  from: (place) => place,
  next: (end, count) => (end < count ? `c${end}` : null),
  keeps: (colour, note) => colour === null || note.colour === colour,
  takesBook: (book) => book !== null && book.length > 1,
  isBounded: () => true,
  usual: 10,
};

/** The least size that is asked for; NaN if it is no number. */
function leastSize(query: URLSearchParams): number {
  const text = query.get('sizeMin') ?? '-1';
  return /^-?\d+$/u.test(text) ? Number(text) : Number.NaN;
}

const NOTES = Array.from({ length: 40 }, (_, id) => ({
  id,
  colour: id % 3 === 0 ? 'red' : 'blue',
  size: (id * 7) % 11,
}));

function notes(parts: Partial<Parts>) {
  const { from, next, keeps, takesBook, isBounded, usual } = { ...RIGHT, ...parts };
  return (request: Request): Response => {
    const query = new URL(request.url).searchParams;
    const [limit, colour, cursor] = [
      Number(query.get('limit') ?? usual),
      query.get('colour'),
      query.get('cursor') ?? 'c0',
    ];
    const least = leastSize(query);
    const isBad =
      ![limit, least].every(Number.isInteger) || limit < 1 || limit > 50 || !['red', 'blue', null].includes(colour);
    if (isBad || !takesBook(query.get('book')) || !/^c\d+$/u.test(cursor))
      return Response.json({ error: 'bad query' }, { status: 400 });
    const start = from(Number(cursor.slice(1)));
    const kept = NOTES.filter((note) => keeps(colour, note) && (!isBounded(start) || note.size >= least));
    return Response.json({ notes: kept.slice(start, start + limit), nextCursor: next(start + limit, kept.length) });
  };
}

async function broken(parts: Partial<Parts>): Promise<readonly string[]> {
  const run = await runOn(documentOf(BY_CURSOR), notes(parts));
  expect(clausesWith(run, 'pass', 'warn')).toContain(CURSOR);
  return brokenIn(run);
}

const CURSOR = 'listNotes/cursor-leads-through-the-listing';

test('a listing by cursor is followed from page to page, and nothing is said of a right one', async () => {
  expect(await broken({})).toEqual([]);
  expect(await broken({ next: (end, count) => (end <= count ? `c${end}` : null) })).toEqual([]);
});

test('a page without a size is as large as one of the default size, though each leads on', async () => {
  expect(await broken({ usual: 6 })).toEqual(['listNotes/default-page-size']);
});

test.each([
  ['a failure', 500, ['listNotes/server-errors', 'listNotes/valid-requests-do-not-fail']],
  ['a refusal', 422, []],
  ['not found', 404, []],
])('the answer to a cursor that the service never told is %s', async (_words, status, found) => {
  const serve = notes({});
  let madeUp = 0;
  const run = await runOn(documentOf(BY_CURSOR), (request) => {
    const cursor = new URL(request.url).searchParams.get('cursor') ?? 'c0';
    if (/^c\d+$/u.test(cursor) || cursor.length > 200) return serve(request);
    madeUp += 1;
    return Response.json({ error: 'bad cursor' }, { status });
  });
  expect(brokenIn(run).toSorted()).toEqual(found);
  expect(madeUp).toBeGreaterThan(0);
});

test('a page of a small size that is refused is told with its status', async () => {
  const serve = notes({});
  const { findings } = await runOn(
    documentOf(BY_CURSOR),
    (request) =>
      [null, '50'].includes(new URL(request.url).searchParams.get('limit'))
        ? serve(request)
        : Response.json({ error: 'bad query' }, { status: 400 }),
    { only: [CURSOR] },
  );
  expect(JSON.stringify(findings)).not.toContain('is missing');
  expect(findings.length).toBeGreaterThan(0);
});

test('pages by cursor are not compared with a total as if they were first pages', async () => {
  const members = { ...BY_CURSOR.members, total: { type: 'integer' } };
  const serve = notes({});
  const { findings, clauses } = await runOn(documentOf({ ...BY_CURSOR, members }), async (request) => {
    const response = serve(request);
    const body = (await response.json()) as object;
    const query = new URL(request.url).searchParams;
    const least = leastSize(query);
    const total = NOTES.filter((note) => RIGHT.keeps(query.get('colour'), note) && note.size >= least).length;
    return Response.json(response.ok ? { ...body, total } : body, { status: response.status });
  });
  expect(findings.map(({ id, actual }) => `${id}: ${actual}`)).toEqual([]);
  expect(clauses.find(({ id }) => id === CURSOR)?.verdict).toBe('pass');
});

test.each<[string, Partial<Parts>]>([
  ['the cursor is ignored', { from: () => 0 }],
  ['a page begins with the last item of the one before', { from: (place) => Math.max(0, place - 1) }],
  ['a page loses its first item', { from: (place) => (place === 0 ? 0 : place + 1) }],
  ['the pages never end', { next: (end, count) => `c${Math.min(end, count)}` }],
  ['there is no second page', { next: () => null }],
  ['a bound is ignored on later pages', { isBounded: (place) => place === 0 }],
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
  expect(await broken({ keeps: () => true })).toEqual(['listNotes/colour-filters', 'listNotes/filters-hold-together']);
});

test('a header Link that names no page is not followed', async () => {
  const serve = pagesOf(() => undefined, true);
  const { findings, clauses } = await runOn(documentOf(byLink(true)), (request) => {
    const response = serve(request);
    response.headers.set('link', '</notes>; rel="self", </licence>; rel="license"');
    return response;
  });
  expect(findings.map(({ id }) => id)).toEqual([]);
  expect(clauses.find(({ id }) => id === LINKS)?.verdict).toBe('skip');
});

/** The same notes by page, with the address of the next page beside them or in a header. */
const byLink = (inHeader: boolean) => ({
  parameter: inQuery('page', { type: 'integer', minimum: 1, default: 1 }),
  members: inHeader ? {} : { next: { type: ['string', 'null'], format: 'uri-reference' } },
  headers: inHeader ? { Link: { schema: { type: 'string' } } } : {},
});

type NextPage = (page: number, limit: number, isLast: boolean, filters?: string) => string | undefined;

const RIGHT_LINK: NextPage = (page, limit, isLast, filters = '') =>
  isLast ? undefined : `/notes?book=b1&page=${page + 1}&limit=${limit}${filters}`;

function pagesOf(next: NextPage, inHeader: boolean, takesAnyColour = false) {
  return (request: Request): Response => {
    const query = new URL(request.url).searchParams;
    const [page, limit] = [Number(query.get('page') ?? 1), Number(query.get('limit') ?? 10)];
    const [colour, book] = [query.get('colour'), query.get('book')];
    const isWhole = [page, limit].every((one) => Number.isInteger(one) && one > 0) && limit <= 50;
    const least = leastSize(query);
    const isKnown = takesAnyColour ? colour !== '' : ['red', 'blue', null].includes(colour);
    if (!isWhole || Number.isNaN(least) || !isKnown || !RIGHT.takesBook(book))
      return Response.json({ error: 'bad query' }, { status: 400 });
    const kept = NOTES.filter((note) => RIGHT.keeps(colour, note) && note.size >= least);
    const filters = ['colour', 'sizeMin']
      .filter((name) => query.has(name))
      .map((name) => `&${name}=${query.get(name)}`);
    const link = next(page, limit, page * limit >= kept.length, filters.join(''));
    const found = kept.slice((page - 1) * limit, page * limit);
    const headers: Record<string, string> =
      inHeader && link !== undefined ? { link: `</notes?page=1>; rel="first", <${link}>; rel="next"` } : {};
    return Response.json({ notes: found, ...(inHeader ? {} : { next: link ?? null }) }, { headers });
  };
}

async function brokenLinks(next: NextPage, inHeader: boolean): Promise<readonly string[]> {
  const run = await runOn(documentOf(byLink(inHeader)), pagesOf(next, inHeader));
  expect(clausesWith(run, 'pass', 'warn', 'skip')).toContain(LINKS);
  return brokenIn(run);
}

const LINKS = 'listNotes/links-lead-through-the-listing';

describe.each([
  ['beside the items', false],
  ['in the header Link', true],
])('a link to the next page %s', (_where, inHeader) => {
  test('is followed as it stands', async () => {
    expect(await brokenLinks(RIGHT_LINK, inHeader)).toEqual([]);
  });

  test('is not there: then an optional header is not what leads through numbered pages', async () => {
    expect(await brokenLinks(() => undefined, inHeader)).toEqual(inHeader ? [] : [LINKS]);
  });

  test.each<[string, NextPage]>([
    ['forgets the filters', (page, limit, isLast) => RIGHT_LINK(page, limit, isLast)],
    ['leads to the same page', (page, limit, _isLast, filters) => RIGHT_LINK(page - 1, limit, false, filters)],
    [
      'forgets the size of the page',
      (page, _limit, isLast, filters) => RIGHT_LINK(page, 10, isLast, filters)?.replace(/&limit=\d+/u, ''),
    ],
  ])('%s', async (_name, next) => {
    expect(await brokenLinks(next, inHeader)).toEqual([LINKS]);
  });
});

test('a link that forgets a filter is found without listed values of the filter as well', async () => {
  const text = JSON.stringify(documentOf(byLink(false)))
    .replaceAll('"enum":["red","blue"]', '"minLength":1')
    .replaceAll('"name":"colour"', '"name":"colour","description":"Matches exactly."');
  const of = (next: NextPage) => runOn(JSON.parse(text) as ReturnType<typeof documentOf>, pagesOf(next, false, true));
  expect(brokenIn(await of(RIGHT_LINK))).toEqual([]);
  const forgetful: NextPage = (page, limit, isLast, filters) =>
    RIGHT_LINK(page, limit, isLast, filters?.replace(/&colour=\w+/u, ''));
  expect(brokenIn(await of(forgetful))).toEqual([LINKS]);
});
