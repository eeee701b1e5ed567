import { expect, test } from 'vitest';
import { arrayOf, brokenIn, inQuery, json, objectOf, plainDocument, runOn } from '../support/documents.ts';

const COLOURS = ['red', 'blue', 'grey', 'pink', 'gold', 'teal'];
const BOUNDS = ['minWeight', 'maxWeight'];
const FILTER = 'listBeads/colour-filters';

/** Beads by cursor, of which one page holds a fifth at most, and no total. */
function documentOf(bounds: readonly string[]) {
  const bead = objectOf({
    id: { type: 'integer' },
    colour: { type: 'string', enum: COLOURS },
    weight: { type: 'integer' },
  });
  const parameters = [
    inQuery('limit', { type: 'integer', minimum: 1, maximum: 30, default: 10 }),
    inQuery('cursor', { type: 'string', maxLength: 200 }),
    inQuery('colour', { type: 'string', enum: COLOURS }),
    ...bounds.map((name) => inQuery(name, { type: 'integer', minimum: 0, maximum: 99 })),
  ];
  const page = objectOf({ beads: arrayOf(bead), nextCursor: { type: ['string', 'null'] } });
  const responses = { 200: { description: 'Beads.', ...json(page) }, 400: { description: 'A bad query.' } };
  return plainDocument({ '/beads': { get: { operationId: 'listBeads', parameters, responses } } });
}

const BEADS = Array.from({ length: 150 }, (_, id) => ({
  id,
  colour: COLOURS[(id * 5 + (id % 7)) % COLOURS.length] ?? '',
  weight: (id * 37) % 100,
}));

type Filters = (colour: string, bead: (typeof BEADS)[number]) => boolean;

const rightly: Filters = (colour, bead) => bead.colour === colour;

function run(filters: Filters, bounds: readonly string[] = BOUNDS) {
  return runOn(documentOf(bounds), (request) => {
    const query = new URL(request.url).searchParams;
    const number = (name: string, least: number, most: number, other: number) => {
      const text = query.get(name) ?? String(other);
      return /^\d+$/u.test(text) && Number(text) >= least && Number(text) <= most ? Number(text) : Number.NaN;
    };
    const [limit, min, max] = [
      number('limit', 1, 30, 10),
      number('minWeight', 0, 99, 0),
      number('maxWeight', 0, 99, 99),
    ];
    const [colour, cursor] = [query.get('colour'), query.get('cursor') ?? '0'];
    const isRight = [limit, min, max].every(Number.isInteger) && /^\d+$/u.test(cursor);
    if (!isRight || (colour !== null && !COLOURS.includes(colour))) return Response.json({}, { status: 400 });
    const found = BEADS.filter(
      (bead) => bead.weight >= min && bead.weight <= max && (colour === null || filters(colour, bead)),
    );
    const [start, end] = [Number(cursor), Number(cursor) + limit];
    const nextCursor = end < found.length ? String(end) : null;
    return Response.json({ beads: found.slice(start, end), nextCursor });
  });
}

test('a listing too long to be known is cut by a bound, so that each filter is shown within it', async () => {
  const right = await run(rightly);
  expect(brokenIn(right)).toEqual([]);
  expect(right.clauses.find(({ id }) => id === FILTER)?.verdict).toBe('pass');
});

test('within the bound, a filter is found that is ignored for one value', async () => {
  const { clauses } = await run((colour, bead) => colour === 'gold' || rightly(colour, bead));
  expect(brokenIn({ clauses })).toContain(FILTER);
});

test('if only a fixed value cuts it, the reason does not say that all items have that value', async () => {
  const { clauses } = await run(rightly, []);
  expect(brokenIn({ clauses })).toEqual([]);
  expect(clauses.find(({ id }) => id === FILTER)).toMatchObject({
    verdict: 'skip',
    reason: 'there are too many items to know them all, and those that are known have the same colour',
  });
});
