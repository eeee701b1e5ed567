import { describe, expect, test } from 'vitest';
import { defined } from '../../src/defined.ts';
import { arrayOf, brokenIn, clausesWith, inQuery, json, objectOf, plainDocument, runOn } from '../support/documents.ts';

const integer = { type: 'integer', minimum: 1 };
const tool = objectOf({ id: integer, grams: { type: 'integer' }, added: { type: 'string', format: 'date' } });

/** Tools in pages, sorted by one parameter in the direction that another one gives. */
function documentOf(sort: object, order: object) {
  return plainDocument({
    '/tools': {
      get: {
        operationId: 'listTools',
        parameters: [
          inQuery('page', { ...integer, default: 1 }),
          inQuery('limit', { ...integer, maximum: 50, default: 10 }),
          inQuery('sort', { type: 'string', enum: ['grams', 'added', 'fame'], ...sort }),
          inQuery('order', { type: 'string', enum: ['asc', 'desc'], ...order }),
        ],
        responses: {
          200: { description: 'A page.', ...json(objectOf({ total: { type: 'integer' }, tools: arrayOf(tool) })) },
          400: { description: 'A bad query.' },
        },
      },
    },
  });
}

const TOOLS = Array.from({ length: 40 }, (_, index) => ({
  id: index + 1,
  grams: ((index * 17) % 40) * 10,
  added: new Date(Date.UTC(2026, 0, 1 + ((index * 7) % 40))).toISOString().slice(0, 10),
}));
type Tool = (typeof TOOLS)[number];

const KEYS: Readonly<Record<string, (one: Tool) => number>> = {
  grams: ({ grams }) => grams,
  added: ({ added }) => Date.parse(added),
  fame: ({ id }) => (id * 13) % 40,
};

interface Ways {
  readonly sort: string;
  readonly order: string;
  readonly wayOf: (order: string, sort: string) => string;
}

function tools(given: Partial<Ways> = {}) {
  const ways: Ways = { sort: 'added', order: 'desc', wayOf: (order) => order, ...given };
  return (request: Request): Response => {
    const query = new URL(request.url).searchParams;
    const { page = '1', limit = '10', sort = ways.sort, order = ways.order } = Object.fromEntries(query);
    const keyOf = KEYS[sort];
    const isRight = [page, limit].every((one) => /^[1-9]\d*$/u.test(one)) && Number(limit) <= 50;
    if (!isRight || keyOf === undefined || !['asc', 'desc'].includes(order)) return Response.json({}, { status: 400 });
    const sign = ways.wayOf(order, sort) === 'asc' ? 1 : -1;
    const sorted = TOOLS.toSorted((a, b) => sign * (keyOf(a) - keyOf(b)) || a.id - b.id);
    const from = (Number(page) - 1) * Number(limit);
    return Response.json({ total: TOOLS.length, tools: sorted.slice(from, from + Number(limit)) });
  };
}

const WITH_DEFAULTS = documentOf({ default: 'added' }, { default: 'desc' });

test.each<readonly [string, object, Partial<Ways>]>([
  ['has the documented defaults', WITH_DEFAULTS, {}],
  ['has a default that is not documented', documentOf({}, {}), { sort: 'fame', order: 'asc' }],
  ['has a documented sort alone', documentOf({ default: 'grams' }, {}), { sort: 'grams', order: 'asc' }],
  ['has a documented direction alone', documentOf({}, { default: 'asc' }), { sort: 'grams', order: 'asc' }],
])('a service that %s has no finding', async (_what, document, ways) => {
  const run = await runOn(document, tools(ways));
  expect(brokenIn(run)).toEqual([]);
  expect(clausesWith(run, 'pass')).toContain('listTools/sort-by-grams-asc');
});

test.each<readonly [string, Partial<Ways>, string]>([
  ['the direction is ignored', { wayOf: () => 'desc' }, 'listTools/sort-by-grams-asc'],
  [
    'one sort has one direction',
    { wayOf: (order, sort) => (sort === 'grams' ? 'asc' : order) },
    'listTools/sort-by-grams-desc',
  ],
  ['the direction is the other one by default', { order: 'asc' }, 'listTools/default-sort'],
  ['the sort is another one by default', { sort: 'grams' }, 'listTools/default-sort'],
])('%s: one finding', async (_what, ways, clause) => {
  const { findings } = await runOn(WITH_DEFAULTS, tools(ways));
  expect(findings.length).toBe(1);
  expect(findings.flatMap(({ clauses }) => clauses)).toContain(clause);
});

/** The same tools, with a flag that gives the direction. */
function flagged(name: string, { usual, wayOf = (way) => way }: { usual?: boolean; wayOf?: Ways['wayOf'] }) {
  const flag = { type: 'boolean', ...(usual === undefined ? {} : { default: usual }) };
  const { paths, ...document } = documentOf({ default: 'added' }, {});
  const { get } = paths['/tools'];
  const parameters = [...get.parameters.slice(0, -1), inQuery(name, flag)];
  const isAscending = name.toLowerCase().includes('asc');
  const service = tools({ order: (usual ?? false) === isAscending ? 'asc' : 'desc', wayOf });
  return runOn({ ...document, paths: { '/tools': { get: { ...get, parameters } } } }, (request) => {
    const url = new URL(request.url);
    const told = url.searchParams.get(name);
    if (![null, 'true', 'false'].includes(told)) return Response.json({}, { status: 400 });
    if (told !== null) url.searchParams.set('order', (told === 'true') === isAscending ? 'asc' : 'desc');
    return service(new Request(url));
  });
}

describe.each([
  ['desc'],
  ['descending'],
  ['sortDesc'],
  ['SortDescending'],
  ['isDescending'],
  ['ascending'],
  ['sort_asc'],
])('a flag %s gives the direction', (name) => {
  test.each([[undefined], [false], [true]])('with the default %s, and no finding', async (usual) => {
    const result = await flagged(name, defined({ usual }));
    expect(brokenIn(result)).toEqual([]);
    expect(clausesWith(result, 'pass')).toEqual(
      expect.arrayContaining(['listTools/sort-by-grams-asc', 'listTools/sort-by-grams-desc']),
    );
  });

  test.each<[string, Ways['wayOf'], string]>([
    ['ignored', (_way) => 'asc', 'listTools/sort-by-grams-desc'],
    ['inverted', (way) => (way === 'asc' ? 'desc' : 'asc'), 'listTools/sort-by-grams-asc'],
  ])('that is %s is one finding', async (_, wayOf, clause) => {
    const { findings } = await flagged(name, { usual: false, wayOf });
    expect(findings.length).toBe(1);
    expect(findings.flatMap(({ clauses }) => clauses)).toContain(clause);
  });
});

test('a flag called otherwise gives no direction', async () => {
  const result = await flagged('described', {});
  expect(result.clauses.map(({ id }) => id)).toContain('listTools/sort-by-grams');
});
