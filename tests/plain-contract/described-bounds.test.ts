import { expect, test } from 'vitest';
import { partsOf } from '../../src/contract/recognise/parts.ts';
import { arrayOf, brokenIn, clausesWith, inQuery, json, objectOf, plainDocument, runOn } from '../support/documents.ts';

const time = { type: 'string', format: 'date-time' };
const integer = { type: 'integer', minimum: 1 };
const shift = objectOf({ id: integer, start: time, end: time, updated_at: time, createdAt: time });

/** Shifts in pages. `name` and `description`: a parameter that is a bound, or none. */
function documentOf(name: string, description: string) {
  return plainDocument({
    '/shifts': {
      get: {
        operationId: 'listShifts',
        parameters: [
          inQuery('page', { ...integer, default: 1 }),
          inQuery('limit', { ...integer, maximum: 50, default: 10 }),
          { ...inQuery(name, time), description },
        ],
        responses: {
          200: { description: 'A page.', ...json(objectOf({ total: { type: 'integer' }, shifts: arrayOf(shift) })) },
          400: { description: 'A bad query.' },
        },
      },
    },
  });
}

const at = (hour: number) => new Date(Date.UTC(2026, 0, 1, hour)).toISOString();
const SHIFTS = Array.from({ length: 30 }, (_, index) => ({
  id: index + 1,
  start: at(5 * index),
  end: at(5 * index + 9),
  updated_at: at((index * 7) % 30),
  createdAt: at((index * 11) % 30),
}));
type Shift = (typeof SHIFTS)[number];

function shifts(isFound: (one: Shift, bound: number) => boolean) {
  return (request: Request): Response => {
    const { page = '1', limit = '10', ...bounds } = Object.fromEntries(new URL(request.url).searchParams);
    const [bound] = Object.values(bounds);
    const isRight = [page, limit].every((one) => /^[1-9]\d*$/u.test(one)) && Number(limit) <= 50;
    if (!isRight || (bound !== undefined && Number.isNaN(Date.parse(bound))))
      return new Response(null, { status: 400 });
    const found = SHIFTS.filter((one) => bound === undefined || isFound(one, Date.parse(bound)));
    const from = (Number(page) - 1) * Number(limit);
    return Response.json({ total: found.length, shifts: found.slice(from, from + Number(limit)) });
  };
}

const NEVER = () => true;

test.each<readonly [string, string, (one: Shift, bound: number) => boolean]>([
  ['from', 'Only shifts that end after this time.', ({ end }, bound) => Date.parse(end) > bound],
  ['from', 'Only shifts that end after this time.', ({ end }, bound) => Date.parse(end) >= bound],
  ['to', 'Shifts starting before this time. They start before it.', ({ start }, bound) => Date.parse(start) < bound],
  ['since', 'Updated at this time or later.', ({ updated_at: updated }, bound) => Date.parse(updated) >= bound],
  ['before', 'Created before this time.', ({ createdAt }, bound) => Date.parse(createdAt) < bound],
])('%s is a bound: %s', async (name, description, isFound) => {
  const clause = `listShifts/${name}-filters`;
  const right = await runOn(documentOf(name, description), shifts(isFound));
  expect(brokenIn(right)).toEqual([]);
  expect(clausesWith(right, 'pass')).toContain(clause);
  expect(brokenIn(await runOn(documentOf(name, description), shifts(NEVER)))).toContain(clause);
});

test.each([
  ['from', 'The start of the range.'],
  ['from', 'Shifts that end before this time.'],
  ['since', 'Updated or created after this time.'],
  ['day', 'Only shifts that end after this time.'],
])('%s is no known bound: %s', async (name, description) => {
  const run = await runOn(documentOf(name, description), shifts(NEVER));
  expect(run.clauses.map(({ id }) => id)).not.toContain(`listShifts/${name}-filters`);
  expect(brokenIn(run)).toEqual([]);
});

/** The members of what an item costs, and the bound that its description explains. */
const rows = (members: Readonly<Record<string, object>>, description: string) =>
  partsOf([{ name: 'price_min', in: 'query', schema: integer, description }], new Map(Object.entries(members)));

test('a description names the member that a bound is compared with', () => {
  const members = { id: integer, price: { type: 'string' }, price_cents: integer };
  const [bound] = rows(members, 'Only what costs at least this (`price_cents`).');
  expect(bound?.update).toEqual({ parameter: 'price_min', member: 'price_cents', relation: 'at-least' });
  expect(rows(members, 'Only what costs at least this.')).toEqual([]);
  expect(rows({ ...members, price_gross: integer }, 'At least this `price_cents` or `price_gross`.')).toEqual([]);
});
