import { describe, expect, test } from 'vitest';
import { arrayOf, brokenIn, inQuery, json, objectOf, plainDocument, runOn } from '../support/documents.ts';

const integer = { type: 'integer', minimum: 1 };
const item = objectOf({
  id: integer,
  name: { type: 'string' },
  size: { type: 'string', enum: ['small', 'medium', 'large'] },
  added: { type: 'string', format: 'date-time' },
});

/** Tools in pages, sorted by a text, by an enumeration or by a date and time. */
const document = plainDocument({
  '/tools': {
    get: {
      operationId: 'listTools',
      parameters: [
        inQuery('page', { ...integer, default: 1 }),
        inQuery('limit', { ...integer, maximum: 50, default: 10 }),
        inQuery('sort', { type: 'string', enum: ['name', '-name', 'size', 'added'] }),
      ],
      responses: {
        200: { description: 'A page.', ...json(objectOf({ total: { type: 'integer' }, tools: arrayOf(item) })) },
        400: { description: 'A bad query.' },
      },
    },
  },
});

const NAMES = (
  'Hammer|adze|The Anvil|Zange|Öse|ösen|Saw 10|Saw 9|saw-horse|sawfish|Chisel|Drill bit|Drill-press|drills|Hobel|' +
  'Aale|An awl|_spare|3 mm bit|12 mm bit|Łopata|File|file 2|Vice|vise|Winch|Yoke|Izmel|Llama shears|Lathe|Żuraw|Übel|Udder'
).split('|');
const SIZES = ['small', 'medium', 'large'];

/** With the time of every other tool in another time zone. */
const TOOLS = NAMES.map((name, index) => {
  const hour = new Date(Date.UTC(2026, 0, 1, (index * 7) % NAMES.length)).toISOString().slice(0, 13);
  return {
    id: ((index * 10) % NAMES.length) + 1,
    name,
    size: SIZES[index % 3] ?? '',
    added: index % 2 === 0 ? `${hour}:00:00Z` : `${hour}:30:00.000+00:30`,
  };
});
type Tool = (typeof TOOLS)[number];
type Compare = (a: string, b: string) => number;

interface Parts {
  readonly compare: Compare;
  readonly order: (tools: readonly Tool[], sort: string | null, compare: Compare) => readonly Tool[];
  readonly cut: (tools: readonly Tool[], page: number, limit: number, sort: string | null) => readonly Tool[];
}

const inOrder: Parts['order'] = (tools, sort, compare) =>
  tools.toSorted((a, b) => {
    if (sort === 'size') return SIZES.indexOf(a.size) - SIZES.indexOf(b.size) || a.id - b.id;
    if (sort === 'added') return Date.parse(a.added) - Date.parse(b.added) || a.id - b.id;
    return sort === null ? a.id - b.id : (sort === 'name' ? 1 : -1) * compare(a.name, b.name) || a.id - b.id;
  });
const byCodeUnit: Compare = (a, b) => (a < b ? -1 : 1);
const right: Parts = {
  compare: byCodeUnit,
  order: inOrder,
  cut: (tools, page, limit) => tools.slice((page - 1) * limit, page * limit),
};

async function broken(parts: Partial<Parts>): Promise<readonly string[]> {
  const { compare, order, cut } = { ...right, ...parts };
  const run = await runOn(document, (request) => {
    const query = new URL(request.url).searchParams;
    const [page, limit] = [Number(query.get('page') ?? 1), Number(query.get('limit') ?? 10)];
    const isRight = [page, limit].every((one) => Number.isInteger(one) && one > 0) && limit <= 50;
    if (!isRight || !['name', '-name', 'size', 'added', null].includes(query.get('sort')))
      return new Response(null, { status: 400 });
    return Response.json({
      total: TOOLS.length,
      tools: cut(order(TOOLS, query.get('sort'), compare), page, limit, query.get('sort')),
    });
  });
  return brokenIn(run);
}

const locale = (name: string, options?: Intl.CollatorOptions): Compare => new Intl.Collator(name, options).compare;

describe('a right order of texts breaks nothing', () => {
  test.each<[string, Compare]>([
    ['of bytes', byCodeUnit],
    ['of bytes without regard to case', (a, b) => byCodeUnit(a.toLowerCase(), b.toLowerCase())],
    ['of English', locale('en')],
    ['of Czech', locale('cs')],
    ['of Danish', locale('da')],
    ['of Estonian, capitals first', locale('et', { caseFirst: 'upper' })],
    ['of Swedish', locale('sv')],
    ['of Lithuanian, without accents', locale('lt', { sensitivity: 'base' })],
    ['without punctuation', locale('en', { ignorePunctuation: true })],
    ['with numbers by their value', locale('de', { numeric: true })],
    ['without the article', (a, b) => locale('en')(a.replace(/^(?:An|The) /u, ''), b.replace(/^(?:An|The) /u, ''))],
  ])('%s', async (_, compare) => {
    expect(await broken({ compare })).toEqual([]);
  });
});

describe('a wrong order of texts is found', () => {
  test.each<[string, Partial<Parts>, string?]>([
    ['it is ignored', { order: (tools, sort, compare) => inOrder(tools, sort === 'name' ? null : sort, compare) }],
    [
      'each page is sorted by itself',
      {
        order: (tools, sort, compare) => inOrder(tools, sort === 'name' ? null : sort, compare),
        cut: (tools, page, limit, sort) => {
          const found = right.cut(tools, page, limit, sort);
          return sort === 'name' ? inOrder(found, sort, byCodeUnit) : found;
        },
      },
      // Few of these names have a certain place, so the page would fit elsewhere.
      'pages-do-not-overlap',
    ],
    [
      'it turns on later pages',
      {
        cut: (tools, page, limit, sort) =>
          right.cut(page > 1 && sort === 'name' ? tools.toReversed() : tools, page, limit, sort),
      },
    ],
    [
      'it is that of the date',
      { order: (tools, sort, compare) => inOrder(tools, sort === 'name' ? 'added' : sort, compare) },
    ],
  ])('%s', async (_, parts, clause = 'sort-by-name') => {
    expect(await broken(parts)).toContain(`listTools/${clause}`);
  });
});

test('times are compared as instants, also where they are written in different zones', async () => {
  const asText: Parts['order'] = (tools, sort, compare) =>
    sort === 'added'
      ? tools.toSorted((a, b) => byCodeUnit(a.added.slice(14), b.added.slice(14)))
      : inOrder(tools, sort, compare);
  expect(await broken({ order: asText })).toContain('listTools/sort-by-added');
});

test('the items of one value of an enumeration stand side by side, in whatever order of the values', async () => {
  const ignored: Parts['order'] = (tools, sort, compare) => inOrder(tools, sort === 'size' ? null : sort, compare);
  expect(await broken({ order: ignored })).toContain('listTools/sort-by-size');
});
