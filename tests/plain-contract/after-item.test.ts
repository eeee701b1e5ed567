import { expect, test } from 'vitest';
import { arrayOf, inQuery, json, objectOf, plainDocument, runOn } from '../support/documents.ts';

const STATES = ['paid', 'open', 'void'];
const state = { type: 'string', enum: STATES };

/** Bills, each page after the bill whose id is given. */
const DOCUMENT = plainDocument({
  '/bills': {
    get: {
      operationId: 'listBills',
      parameters: [
        inQuery('limit', { type: 'integer', minimum: 1, maximum: 100, default: 10 }),
        inQuery('starting_after', { type: 'string' }),
        inQuery('state', state),
      ],
      responses: {
        200: {
          description: 'Some.',
          ...json(
            objectOf({ data: arrayOf(objectOf({ id: { type: 'string' }, state })), has_more: { type: 'boolean' } }),
          ),
        },
        400: { description: 'Bad.' },
      },
    },
  },
});

interface Parts {
  /** From the place of the bill that is given to the first bill of the page. */
  readonly from: (place: number) => number;
  readonly keeps: (one: { readonly state: string }, wanted: string, isFirst: boolean) => boolean;
  readonly hasMore: (end: number, count: number) => boolean;
}

const RIGHT: Parts = {
  from: (place) => place + 1,
  keeps: (one, wanted) => one.state === wanted,
  hasMore: (end, count) => end < count,
};

const BILLS = Array.from({ length: 47 }, (_, index) => ({
  id: `b${(index * 31) % 47}`,
  state: STATES[index % 3] ?? '',
}));

function bills(changes: Partial<Parts>) {
  const { from, keeps, hasMore } = { ...RIGHT, ...changes };
  return ({ url }: Request): Response => {
    const query = new URL(url).searchParams;
    const [limit, after, wanted] = [Number(query.get('limit') ?? 10), query.get('starting_after'), query.get('state')];
    const kept = BILLS.filter((one) => wanted === null || keeps(one, wanted, after === null));
    const place = kept.findIndex((one) => one.id === after);
    const isGood = Number.isInteger(limit) && limit >= 1 && limit <= 100 && (after === null || place >= 0);
    if (!isGood || (wanted !== null && !STATES.includes(wanted))) return new Response(null, { status: 400 });
    const start = after === null ? 0 : from(place);
    return Response.json({ data: kept.slice(start, start + limit), has_more: hasMore(start + limit, kept.length) });
  };
}

test.each<[name: string, changes: Partial<Parts>, broken: readonly string[]]>([
  ['that is right', {}, []],
  ['with the given item again', { from: (place) => place }, ['listBills/cursor-leads-through-the-listing']],
  ['without the next item', { from: (place) => place + 2 }, ['listBills/cursor-leads-through-the-listing']],
  [
    'without the filter of the first',
    { keeps: (one, wanted, isFirst) => !isFirst || one.state === wanted },
    ['listBills/cursor-leads-through-the-listing'],
  ],
  ['that always has more', { hasMore: () => true }, ['listBills/cursor-leads-through-the-listing']],
  ['that ends too early', { hasMore: (end) => end < 20 }, ['listBills/cursor-leads-through-the-listing']],
])('the id of the last item leads to the next page: a page %s', async (_, changes, broken) => {
  const { findings } = await runOn(DOCUMENT, bills(changes));
  expect(findings.map(({ clause }) => clause)).toEqual(broken);
});
