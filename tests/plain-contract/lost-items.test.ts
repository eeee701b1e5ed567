import { expect, test } from 'vitest';
import { arrayOf, brokenIn, clausesWith, inQuery, json, objectOf, plainDocument, runOn } from '../support/documents.ts';

const CURSOR = 'listRocks/cursor-leads-through-the-listing';

/** Rocks by cursor, of which the largest page has 30. */
function document() {
  const parameters = [
    inQuery('limit', { type: 'integer', minimum: 1, maximum: 30, default: 10 }),
    inQuery('cursor', { type: 'string', maxLength: 200 }),
  ];
  const rocks = {
    type: 'object',
    required: ['rocks', 'nextCursor'],
    properties: { rocks: arrayOf(objectOf({ id: { type: 'integer' } })), nextCursor: { type: ['string', 'null'] } },
  };
  const responses = { 200: { description: 'Rocks.', ...json(rocks) }, 400: { description: 'A bad query.' } };
  return plainDocument({ '/rocks': { get: { operationId: 'listRocks', parameters, responses } } });
}

/** What a request asks for, and the rocks that are there when it comes. */
interface Asked {
  readonly ids: readonly number[];
  readonly limit: number;
  readonly cursor: number | undefined;
}

/** The place of the first rock of the page; the cursor of the page, of which it is told how many rocks follow. */
interface Parts {
  readonly count: number;
  readonly idsAt: (request: number, ids: readonly number[]) => readonly number[];
  readonly from: (asked: Asked) => number;
  readonly next: (asked: Asked, end: number) => number | undefined;
}

const RIGHT: Parts = {
  count: 100,
  idsAt: (_request, ids) => ids,
  from: ({ ids, cursor }) => (cursor === undefined ? 0 : ids.findIndex((id) => id > cursor)),
  next: ({ ids }, end) => (end < ids.length ? ids[end - 1] : undefined),
};

/** The cursor is a place, not an item. */
const BY_PLACE: Partial<Parts> = {
  from: ({ cursor = 0 }) => cursor,
  next: ({ ids }, end) => (end < ids.length ? end : undefined),
};

function rocks(parts: Partial<Parts>) {
  const { count, idsAt, from, next } = { ...RIGHT, ...parts };
  const all = Array.from({ length: count }, (_, id) => id);
  let requests = 0;
  return (request: Request): Response => {
    const query = new URL(request.url).searchParams;
    const [limit, cursor] = [Number(query.get('limit') ?? 10), query.get('cursor')];
    const isRight = Number.isInteger(limit) && limit > 0 && limit <= 30 && (cursor === null || /^\d+$/u.test(cursor));
    if (!isRight) return Response.json({ error: 'bad query' }, { status: 400 });
    requests += 1;
    const ids = idsAt(requests, all);
    const asked = { ids, limit, cursor: cursor === null ? undefined : Number(cursor) };
    const start = from(asked);
    const found = start < 0 ? [] : ids.slice(start, start + limit);
    const nextCursor = next(asked, start + found.length);
    return Response.json({
      rocks: found.map((id) => ({ id })),
      nextCursor: nextCursor === undefined ? null : String(nextCursor),
    });
  };
}

async function runWith(parts: Partial<Parts>) {
  return runOn(document(), rocks(parts), { only: [CURSOR] });
}

test.each<[string, Partial<Parts>]>([
  ['more than the largest page', {}],
  ['more than the largest page, with places as cursors', BY_PLACE],
  [
    'just the largest page, and a full page names another one',
    { count: 30, next: ({ ids, limit }, end) => (end % limit === 0 ? ids[end - 1] : undefined) },
  ],
  ['the last page names a next one, which is empty', { count: 60, next: ({ ids }, end) => ids[end - 1] }],
])('a right service: %s', async (_name, parts) => {
  const run = await runWith(parts);
  expect(brokenIn(run)).toEqual([]);
  expect(clausesWith(run, 'pass')).toContain(CURSOR);
});

test.each<[string, Partial<Parts>]>([
  ['each page loses its first item', { from: (asked) => RIGHT.from(asked) + (asked.cursor === undefined ? 0 : 1) }],
  [
    'items of which a page shows a part are lost',
    {
      from: ({ ids, cursor }) =>
        cursor === undefined ? 0 : ids.findIndex((id) => Math.floor(id / 4) > Math.floor(cursor / 4)),
    },
  ],
  [
    'the pages stop in the middle',
    { next: (asked, end) => (end >= 30 && asked.cursor !== undefined ? undefined : RIGHT.next(asked, end)) },
  ],
])('a fault among more items than the largest page has: %s', async (_name, parts) => {
  expect(brokenIn(await runWith(parts))).toEqual([CURSOR]);
});

/** The items in another order for each request. */
const shuffled: Parts['idsAt'] = (request, ids) =>
  ids.toSorted((a, b) => ((a * 7919 + request * 104729) % 1009) - ((b * 7919 + request * 104729) % 1009));

/** From this request on, the first items are gone. */
const removedAt =
  (start: number): Parts['idsAt'] =>
  (request, ids) =>
    request < start ? ids : ids.slice(2);

/** Before this request, the last items are not there yet. */
const addedAt =
  (start: number): Parts['idsAt'] =>
  (request, ids) =>
    request < start ? ids.slice(0, -2) : ids;

test.each([2, 3, 5])('items removed or added before request %d are no fault', async (start) => {
  for (const count of [30, 100]) {
    expect(brokenIn(await runWith({ ...BY_PLACE, count, idsAt: removedAt(start) }))).toEqual([]);
    expect(brokenIn(await runWith({ count, idsAt: removedAt(start) }))).toEqual([]);
    expect(brokenIn(await runWith({ count, idsAt: addedAt(start) }))).toEqual([]);
  }
});

test('a service that shows its items in another order each time is not said to lose any', async () => {
  const { findings } = await runWith({ ...BY_PLACE, idsAt: shuffled });
  expect(JSON.stringify(findings)).not.toContain('is missing');
});
