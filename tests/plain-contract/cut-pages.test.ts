import { expect, test } from 'vitest';
import { arrayOf, inQuery, json, objectOf, plainDocument, runOn } from '../support/documents.ts';

const integer = { type: 'integer', minimum: 1 };
const item = objectOf({ id: integer, colour: { type: 'string', enum: ['red', 'blue'] } });
const list = {
  type: 'object',
  required: ['pins'],
  properties: { total: { type: 'integer' }, pins: arrayOf(item) },
};

/** Pins in pages, without a largest page size, and with this default for it. */
const documentWith = (size: number | undefined) =>
  plainDocument({
    '/pins': {
      get: {
        operationId: 'listPins',
        parameters: [
          inQuery('page', { ...integer, default: 1 }),
          inQuery('limit', { ...integer, ...(size === undefined ? {} : { default: size }) }),
          inQuery('colour', item.properties.colour),
        ],
        responses: {
          200: { description: 'A page.', ...json(list) },
          400: { description: 'A bad query.' },
        },
      },
    },
  });

const PINS = Array.from({ length: 60 }, (_, index) => ({ id: index + 1, colour: index % 3 === 0 ? 'red' : 'blue' }));

/** `most`: the largest page of the service. `size`: the documented default. `lost`: how many items the later pages lack. */
async function clausesBroken(
  most: number,
  {
    lost = 0,
    counts = true,
    size,
  }: { readonly lost?: number; readonly counts?: boolean; readonly size?: number | undefined } = {},
) {
  const { findings } = await runOn(documentWith(size), (request) => {
    const query = new URL(request.url).searchParams;
    const [page, limit] = [Number(query.get('page') ?? 1), Number(query.get('limit') ?? 8)];
    const colour = query.get('colour');
    const isRight = [page, limit].every((one) => Number.isInteger(one) && one > 0);
    if (!isRight || !['red', 'blue', null].includes(colour)) return new Response(null, { status: 400 });
    const kept = PINS.filter((pin) => colour === null || pin.colour === colour);
    const size = Math.min(limit, most);
    const pins = kept.slice((page - 1) * size, page * size - (page > 1 ? lost : 0));
    return Response.json({ ...(counts ? { total: kept.length } : {}), pins });
  });
  return findings.flatMap(({ clauses }) => clauses);
}

test.each([
  [5, undefined],
  [8, undefined],
  [25, undefined],
  [60, undefined],
  [20, 8],
])(
  'a service whose largest page has %i items, and that documents a default of %j, breaks nothing',
  async (most, size) => {
    expect(await clausesBroken(most, { size })).toEqual([]);
    expect(await clausesBroken(most, { size, counts: false })).toEqual([]);
  },
);

test('a page that lacks an item is found', async () => {
  expect(await clausesBroken(25, { lost: 1 })).not.toEqual([]);
});
