import { expect, test } from 'vitest';
import { arrayOf, brokenIn, clausesWith, inQuery, json, objectOf, plainDocument, runOn } from '../support/documents.ts';

const date = { type: 'string', format: 'date' };
const ORDERS = ['price', '-price'];
const task = objectOf({
  id: { type: 'integer' },
  price: { type: 'string', format: 'decimal' },
  due: { type: ['string', 'null'], format: 'date' },
});

/** Tasks as Django has them: numbers written as texts, dates that may be missing, and a list of orders. */
const DOCUMENT = plainDocument({
  '/tasks/': {
    get: {
      operationId: 'listTasks',
      parameters: [
        inQuery('page', { type: 'integer', minimum: 1, default: 1 }),
        inQuery('limit', { type: 'integer', minimum: 1, maximum: 50, default: 10 }),
        inQuery('price__gte', { type: 'number' }),
        inQuery('due__lt', date),
        { ...inQuery('ordering', { type: 'array', items: { type: 'string', enum: ORDERS } }), explode: false },
      ],
      responses: {
        200: { description: 'A page.', ...json(objectOf({ total: { type: 'integer' }, tasks: arrayOf(task) })) },
        400: { description: 'A bad query.' },
      },
    },
  },
});

const TASKS = Array.from({ length: 30 }, (_, index) => ({
  id: index + 1,
  price: (((index * 37) % 30) * 4.5).toFixed(2),
  due: index % 4 === 0 ? null : `2026-01-${String(1 + ((index * 7) % 25)).padStart(2, '0')}`,
}));

interface Parts {
  readonly isDear: (price: string, bound: string) => boolean;
  readonly isDue: (due: string | null, bound: string) => boolean;
  readonly priceOf: (price: string) => number | string;
}

const RIGHT: Parts = {
  isDear: (price, bound) => Number(price) >= Number(bound),
  isDue: (due, bound) => due !== null && due < bound,
  priceOf: Number,
};

function judged(parts: Partial<Parts>) {
  const { isDear, isDue, priceOf } = { ...RIGHT, ...parts };
  return runOn(DOCUMENT, (request) => {
    const query = new URL(request.url).searchParams;
    const [page, limit] = [Number(query.get('page') ?? 1), Number(query.get('limit') ?? 10)];
    const [dear, due, order] = ['price__gte', 'due__lt', 'ordering'].map((name) => query.get(name));
    const isRight =
      [page, limit].every((one) => Number.isInteger(one) && one > 0) &&
      limit <= 50 &&
      (dear === null || (dear !== '' && !Number.isNaN(Number(dear)))) &&
      (due === null || (/^\d{4}-\d\d-\d\d$/u.test(due ?? '') && !Number.isNaN(Date.parse(due ?? '')))) &&
      (order === null || (order ?? '').split(',').every((one) => ORDERS.includes(one)));
    if (!isRight) return new Response(null, { status: 400 });
    const found = TASKS.filter(
      (one) => (dear === null || isDear(one.price, dear ?? '')) && (due === null || isDue(one.due, due ?? '')),
    );
    const way = order === null ? 0 : order === 'price' ? 1 : -1;
    const sorted = found.toSorted((a, b) => way * (priceOf(a.price) > priceOf(b.price) ? 1 : -1));
    return Response.json({ total: found.length, tasks: sorted.slice((page - 1) * limit, page * limit) });
  });
}

test.each<[string, Partial<Parts>]>([
  ['before the day', {}],
  ['up to the day', { isDue: (due, bound) => due !== null && due <= bound }],
])('numbers in texts are compared as numbers, and nothing is said of the bound: %s', async (_, parts) => {
  const run = await judged(parts);
  expect(brokenIn(run)).toEqual([]);
  expect(clausesWith(run, 'pass')).toEqual(
    expect.arrayContaining([
      'listTasks/price-gte-filters',
      'listTasks/price-gte-keeps-its-bound',
      'listTasks/due-lt-filters',
      'listTasks/sort-by-price',
    ]),
  );
});

test.each<[string, Partial<Parts>, string]>([
  ['a bound that is ignored', { isDear: () => true }, 'listTasks/price-gte-filters'],
  ['a bound compared as text', { isDear: (price, bound) => price >= bound }, 'listTasks/price-gte-filters'],
  ['a bound that is left out', { isDear: (a, b) => Number(a) > Number(b) }, 'listTasks/price-gte-keeps-its-bound'],
  ['a day that is ignored', { isDue: () => true }, 'listTasks/due-lt-filters'],
  ['no day at all', { isDue: (due, bound) => due === null || due < bound }, 'listTasks/due-lt-filters'],
  ['a sort of numbers as texts', { priceOf: (price) => price }, 'listTasks/sort-by-price'],
])('finds %s', async (_, parts, clause) => {
  expect(brokenIn(await judged(parts))).toContain(clause);
});
