import { describe, expect, test } from 'vitest';
import { arrayOf, brokenIn, clausesWith, inQuery, json, objectOf, plainDocument, runOn } from '../support/documents.ts';

const whole = { type: 'integer', minimum: 1 };
const KINDS = ['tool', 'part', 'paint'];
const kind = { type: 'string', enum: KINDS };

/** Goods in pages. A parameter takes several values of a member. */
function documentOf(parameter: string, member: string, asked: object = kind) {
  const goods = arrayOf(objectOf({ id: whole, [member]: kind }));
  const get = {
    operationId: 'listGoods',
    parameters: [
      inQuery('page', { ...whole, default: 1 }),
      inQuery('limit', { ...whole, maximum: 50, default: 10 }),
      inQuery(parameter, arrayOf(asked)),
    ],
    responses: {
      200: { description: 'A page.', ...json(objectOf({ total: { type: 'integer' }, goods })) },
      400: { description: 'A bad query.' },
    },
  };
  return plainDocument({ '/goods': { get } });
}

type IsFound = (own: string, asked: readonly string[]) => boolean;

function judged(parameter: string, member: string, isFound: IsFound, asked?: object) {
  const goods = Array.from({ length: 30 }, (_, index) => ({ id: index + 1, [member]: KINDS[(index * 7) % 3] ?? '' }));
  return runOn(documentOf(parameter, member, asked), (request) => {
    const query = new URL(request.url).searchParams;
    const [page, limit] = [query.get('page') ?? '1', query.get('limit') ?? '10'];
    const kinds = query.getAll(parameter);
    const isRight = [page, limit].every((one) => /^[1-9]\d*$/u.test(one)) && Number(limit) <= 50;
    if (!isRight || kinds.some((one) => !KINDS.includes(one))) return new Response(null, { status: 400 });
    const found = goods.filter((one) => kinds.length === 0 || isFound(String(one[member]), kinds));
    const from = (Number(page) - 1) * Number(limit);
    return Response.json({ total: found.length, goods: found.slice(from, from + Number(limit)) });
  });
}

describe.each([
  ['kinds', 'kind'],
  ['Statuses', 'status'],
  ['good_categories', 'goodCategory'],
])('the parameter %s filters by several values of %s', (parameter, member) => {
  const clause = `listGoods/${parameter.toLowerCase().replace('_', '-')}-filters`;

  test('and has no finding', async () => {
    const result = await judged(parameter, member, (own, asked) => asked.includes(own));
    expect(brokenIn(result)).toEqual([]);
    expect(clausesWith(result, 'pass')).toContain(clause);
  });

  test.each<[string, IsFound]>([
    ['is ignored', () => true],
    ['finds all others', (own, asked) => !asked.includes(own)],
    ['is ignored for one value', (own, asked) => asked.includes(own) || asked.includes('paint')],
  ])('that %s is found', async (_, isFound) => {
    expect(brokenIn(await judged(parameter, member, isFound))).toContain(clause);
  });
});

test.each<[string, string, object]>([
  ['of another member', 'kinds', kind],
  ['with other values', 'shapes', { type: 'string', enum: [...KINDS, 'all'] }],
  ['of free texts', 'shapes', { type: 'string' }],
])('a list %s is no filter', async (_, parameter, asked) => {
  const result = await judged(parameter, 'shape', () => true, asked);
  expect(result.clauses.map(({ id }) => id)).not.toContain(`listGoods/${parameter}-filters`);
});
