import { expect, test } from 'vitest';
import { arrayOf, brokenIn, clausesWith, inQuery, json, objectOf, plainDocument, runOn } from '../support/documents.ts';

const time = { type: 'string', format: 'date-time' };
const state = { type: 'string', enum: ['open', 'finished'] };
const rental = objectOf({ id: { type: 'integer' }, bike_id: { type: 'string' }, state, begun_at: time });

/** Rentals by cursor, just as many as the largest page holds. */
const DOCUMENT = plainDocument({
  '/rentals': {
    get: {
      operationId: 'listRentals',
      parameters: [
        inQuery('state', state),
        inQuery('bike_id', { type: 'string' }),
        inQuery('begun_from', time),
        inQuery('limit', { type: 'integer', minimum: 1, maximum: 50, default: 20 }),
        inQuery('cursor', { type: 'string' }),
      ],
      responses: {
        200: {
          description: 'A page.',
          ...json(objectOf({ items: arrayOf(rental), next_cursor: { type: ['string', 'null'] } })),
        },
        400: { description: 'A bad query.' },
      },
    },
  },
});

const RENTALS = Array.from({ length: 50 }, (_, index) => ({
  id: index + 1,
  bike_id: `bk_${1000 + ((index * 7) % 45)}`,
  state: index > 40 && index % 4 === 0 ? 'open' : 'finished',
  begun_at: new Date(Date.UTC(2026, 0, 60 - index)).toISOString(),
}));

async function judged(ignored?: 'state' | 'bike_id') {
  return runOn(DOCUMENT, (request) => {
    const query = new URL(request.url).searchParams;
    const [limit, start] = [Number(query.get('limit') ?? 20), Number(query.get('cursor') ?? 0)];
    const [from, bike] = [query.get('begun_from') ?? RENTALS.at(-1)?.begun_at ?? '', query.get('bike_id')];
    const wanted = query.get('state');
    const isRight = Number.isInteger(limit) && limit >= 1 && limit <= 50 && Number.isInteger(start);
    if (!isRight || !['open', 'finished', null].includes(wanted) || !/^\d{4}-\d\d-\d\dT/u.test(from))
      return new Response(null, { status: 400 });
    const found = RENTALS.filter(
      (one) =>
        (wanted === null || ignored === 'state' || one.state === wanted) &&
        (bike === null || ignored === 'bike_id' || one.bike_id === bike) &&
        Date.parse(one.begun_at) >= Date.parse(from),
    );
    const end = start + limit;
    return Response.json({
      items: found.slice(start, end),
      next_cursor: end < found.length ? String(end) : null,
    });
  });
}

test('all items are known where the largest page is full and names no next one', async () => {
  const run = await judged();
  expect(brokenIn(run)).toEqual([]);
  expect(clausesWith(run, 'pass')).toContain('listRentals/state-filters');
  expect(brokenIn(await judged('state'))).toContain('listRentals/state-filters');
});

test('an id is filtered by as a whole, though each has a word of the others', async () => {
  expect(clausesWith(await judged(), 'pass')).toContain('listRentals/bike-id-filters');
  expect(brokenIn(await judged('bike_id'))).toContain('listRentals/bike-id-filters');
});
