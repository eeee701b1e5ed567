import { expect, test } from 'vitest';
import { arrayOf, brokenIn, clausesWith, inQuery, json, objectOf, plainDocument, runOn } from '../support/documents.ts';

const time = { type: 'string', format: 'date-time' };
const rental = objectOf({ id: { type: 'integer' }, started_at: time, ended_at: { ...time, type: ['string', 'null'] } });
const page = objectOf({ items: arrayOf(rental), next_cursor: { type: ['string', 'null'] } });

const documentOf = (description: string) =>
  plainDocument({
    '/rentals': {
      get: {
        operationId: 'listRentals',
        description,
        parameters: [
          inQuery('limit', { type: 'integer', minimum: 1, maximum: 50, default: 20 }),
          inQuery('cursor', { type: 'string' }),
        ],
        responses: { 200: { description: 'A page.', ...json(page) }, 400: { description: 'A bad query.' } },
      },
    },
  });

const RENTALS = Array.from({ length: 60 }, (_, index) => ({
  id: ((index * 7) % 60) + 1,
  started_at: new Date(Date.UTC(2026, 0, 60 - index)).toISOString(),
  ended_at: index % 4 === 0 ? null : new Date(Date.UTC(2026, 3, 1 + ((index * 13) % 28))).toISOString(),
}));

function rentals(all: typeof RENTALS) {
  return (request: Request): Response => {
    const query = new URL(request.url).searchParams;
    const [limit, from] = [Number(query.get('limit') ?? 20), Number(query.get('cursor') ?? 0)];
    if (![limit, from].every(Number.isInteger) || limit < 1 || limit > 50) return new Response(null, { status: 400 });
    const end = from + limit;
    return Response.json({ items: all.slice(from, end), next_cursor: end < all.length ? String(end) : null });
  };
}

const ORDER = 'listRentals/items-are-in-order-of-started_at';

test.each(['The own rentals. Newest first, by `started_at`.', 'Newest first.'])(
  'a list by cursor is in the order that %j says',
  async (description) => {
    const right = await runOn(documentOf(description), rentals(RENTALS));
    expect(brokenIn(right)).toEqual([]);
    expect(clausesWith(right, 'pass')).toContain(ORDER);
    expect(brokenIn(await runOn(documentOf(description), rentals(RENTALS.toReversed())))).toEqual([ORDER]);
  },
);

test.each(['The newest ones.', 'Mostly newest first.', 'Newest first, by rank.'])(
  '%j leaves the order open',
  async (description) => {
    const run = await runOn(documentOf(description), rentals(RENTALS.toReversed()));
    expect(brokenIn(run)).toEqual([]);
    expect(run.clauses.map(({ id }) => id)).not.toContain(ORDER);
  },
);
