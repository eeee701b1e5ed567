import { expect, test } from 'vitest';
import { arrayOf, brokenIn, clausesWith, inQuery, json, objectOf, plainDocument, runOn } from '../support/documents.ts';

const whole = { type: 'integer', minimum: 1 };
const kind = { type: 'string', enum: ['tool', 'part', 'paint'] };
const tag = { type: 'string', pattern: '^[a-z]+$' };

const DOCUMENT = plainDocument({
  '/goods': {
    get: {
      operationId: 'listGoods',
      parameters: [
        inQuery('page', { ...whole, default: 1 }),
        inQuery('limit', { ...whole, maximum: 50, default: 10 }),
        inQuery('kind', arrayOf(kind)),
        inQuery('shelf', arrayOf(whole)),
        { ...inQuery('tags', arrayOf(tag)), style: 'pipeDelimited', explode: false },
      ],
      responses: {
        200: {
          description: 'A page.',
          ...json(
            objectOf({ total: whole, goods: arrayOf(objectOf({ id: whole, kind, shelf: whole, tags: arrayOf(tag) })) }),
          ),
        },
        400: { description: 'A bad query.' },
      },
    },
  },
});

const TAGS = ['red', 'old', 'big'];
const GOODS = Array.from({ length: 40 }, (_, index) => ({
  id: index + 1,
  kind: kind.enum[index % 3] ?? '',
  shelf: 1 + ((index * 3) % 7),
  tags: TAGS.filter((_tag, at) => (index >> at) % 2 === 1),
}));
type Good = (typeof GOODS)[number];

interface Parts {
  readonly isKind: (good: Good, kinds: readonly string[]) => boolean;
  readonly isOnShelf: (good: Good, shelves: readonly number[]) => boolean;
  readonly isTagged: (good: Good, tags: readonly string[]) => boolean;
}

async function judged(parts: Partial<Parts>) {
  const isKind = parts.isKind ?? ((good, kinds) => kinds.includes(good.kind));
  const isOnShelf = parts.isOnShelf ?? ((good, shelves) => shelves.includes(good.shelf));
  const isTagged = parts.isTagged ?? ((good, tags) => tags.some((one) => good.tags.includes(one)));
  return runOn(DOCUMENT, (request) => {
    const query = new URL(request.url).searchParams;
    const [page, limit] = [Number(query.get('page') ?? 1), Number(query.get('limit') ?? 10)];
    const [kinds, tags] = [query.getAll('kind'), query.get('tags')?.split('|') ?? []];
    const shelves = query.getAll('shelf').map(Number);
    const isRight = [page, limit, ...shelves].every((one) => Number.isInteger(one) && one > 0) && limit <= 50;
    if (!isRight || kinds.some((one) => !kind.enum.includes(one)) || tags.some((one) => !/^[a-z]+$/u.test(one)))
      return new Response(null, { status: 400 });
    const found = GOODS.filter(
      (good) =>
        (kinds.length === 0 || isKind(good, kinds)) &&
        (shelves.length === 0 || isOnShelf(good, shelves)) &&
        (tags.length === 0 || isTagged(good, tags)),
    );
    return Response.json({ total: found.length || 1, goods: found.slice((page - 1) * limit, page * limit) });
  });
}

test.each<[string, Partial<Parts>]>([
  ['any of its values', {}],
  ['all of its values', { isTagged: (good, tags) => tags.every((one) => good.tags.includes(one)) }],
])('a filter by a list holds for %s', async (_, parts) => {
  const result = await judged(parts);
  expect(brokenIn(result)).toEqual([]);
  expect(clausesWith(result, 'pass')).toEqual(
    expect.arrayContaining(['listGoods/kind-filters', 'listGoods/shelf-filters', 'listGoods/tags-filters']),
  );
});

test.each<[string, Partial<Parts>]>([
  ['listGoods/kind-filters', { isKind: () => true }],
  ['listGoods/shelf-filters', { isOnShelf: () => true }],
  ['listGoods/tags-filters', { isTagged: () => true }],
  ['listGoods/tags-filters', { isTagged: (good, tags) => !tags.some((one) => good.tags.includes(one)) }],
])('%s is broken', async (clause, parts) => {
  expect(brokenIn(await judged(parts))).toContain(clause);
});
