import { expect, test } from 'vitest';
import { arrayOf, brokenIn, clausesWith, inQuery, json, objectOf, plainDocument, runOn } from '../support/documents.ts';

const integer = { type: 'integer', minimum: 1 };
const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });

type Written = (name: string, own?: object) => object;

/** A named schema with annotations beside it: in the way of OpenAPI 3.0, or in that of 3.1. */
const IN_PARTS: Written = (name, own = {}) => ({ allOf: [reference(name)], description: 'Its own.', ...own });
const BESIDE: Written = (name, own = {}) => ({ ...reference(name), description: 'Its own.', ...own });

function documentOf(written: Written) {
  const tool = objectOf({ id: integer, kind: written('Kind'), grams: integer });
  const parameters = [
    inQuery('page', { ...integer, default: 1 }),
    inQuery('limit', { ...integer, maximum: 50, default: 10 }),
    inQuery('kind', written('Kind')),
    inQuery('not', arrayOf(written('Kind'))),
    inQuery('sort', written('Sort', { default: 'grams' })),
  ];
  const page = json(objectOf({ total: { type: 'integer' }, tools: arrayOf(tool) }));
  const responses = { 200: { description: 'A page.', ...page }, 400: { description: 'A bad query.' } };
  const schemas = {
    Kind: { type: 'string', enum: ['saw', 'axe'] },
    Sort: { type: 'string', enum: ['grams', '-grams'] },
  };
  return {
    ...plainDocument({ '/tools': { get: { operationId: 'listTools', parameters, responses } } }),
    components: { schemas },
  };
}

const TOOLS = Array.from({ length: 40 }, (_, index) => ({
  id: index + 1,
  kind: index % 3 === 0 ? 'saw' : 'axe',
  grams: ((index * 17) % 40) + 1,
}));

interface Mistakes {
  /** The parameter of which any value is taken. */
  readonly takes?: string;
  /** The parameter that changes nothing. */
  readonly ignores?: string;
  readonly usual?: string;
}

function tools({ takes, ignores, usual = 'grams' }: Mistakes) {
  return (request: Request): Response => {
    const query = new URL(request.url).searchParams;
    const { page = '1', limit = '10', kind, sort = usual } = Object.fromEntries(query);
    const isNumber = [page, limit].every((one) => /^[1-9]\d*$/u.test(one)) && Number(limit) <= 50;
    const isKnown = (name: string, values: readonly string[]) =>
      takes === name || query.getAll(name).every((one) => values.includes(one));
    const isRight = isKnown('kind', ['saw', 'axe']) && isKnown('not', ['saw', 'axe']);
    if (!isNumber || !isRight || !isKnown('sort', ['grams', '-grams'])) return new Response(null, { status: 400 });
    const kept = TOOLS.filter(
      (one) =>
        (ignores === 'kind' || kind === undefined || one.kind === kind) && !query.getAll('not').includes(one.kind),
    );
    const sign = (ignores === 'sort' ? usual : sort) === '-grams' ? -1 : 1;
    const sorted = kept.toSorted((a, b) => sign * (a.grams - b.grams));
    const from = (Number(page) - 1) * Number(limit);
    return Response.json({ total: kept.length, tools: sorted.slice(from, from + Number(limit)) });
  };
}

test.each([
  ['in allOf', IN_PARTS],
  ['by $ref', BESIDE],
])('a parameter whose schema is another one %s beside annotations is as that one', async (_words, written) => {
  const run = await runOn(documentOf(written), tools({}));
  expect(brokenIn(run)).toEqual([]);
  expect(clausesWith(run, 'pass')).toEqual(
    expect.arrayContaining(['kind/enum', 'not/items/enum', 'sort/enum', 'kind-filters'].map((id) => `listTools/${id}`)),
  );
});

test.each<[string, Mistakes]>([
  ['kind/enum', { takes: 'kind' }],
  ['not/items/enum', { takes: 'not' }],
  ['sort/enum', { takes: 'sort' }],
  ['kind-filters', { ignores: 'kind' }],
  ['sort-by--grams', { ignores: 'sort' }],
  ['default-sort', { usual: '-grams' }],
])('%s is broken', async (clause, mistakes) => {
  expect(brokenIn(await runOn(documentOf(IN_PARTS), tools(mistakes)))).toContain(`listTools/${clause}`);
});
