import { expect, test } from 'vitest';
import { arrayOf, inQuery, json, objectOf, plainDocument, runOn } from '../support/documents.ts';

const KINDS = ['a', 'b'];
const item = objectOf({ id: { type: 'string' }, kind: { type: 'string', enum: KINDS } });
const page = objectOf({ items: arrayOf(item), nextCursor: { type: ['string', 'null'] } });

/** Things by cursor. */
const DOCUMENT = plainDocument({
  '/things': {
    get: {
      operationId: 'listThings',
      parameters: [
        inQuery('kind', item.properties.kind),
        inQuery('limit', { type: 'integer', minimum: 1, maximum: 50, default: 10 }),
        inQuery('cursor', { type: 'string', minLength: 1 }),
      ],
      responses: {
        200: { description: 'A page.', ...json(page) },
        400: { description: 'A bad query.' },
      },
    },
  },
});

const THINGS = Array.from({ length: 60 }, (_, index) => ({ id: `x${index}`, kind: index % 3 === 0 ? 'b' : 'a' }));

/** A service that gives two items fewer than requested, and loses so many between two pages. */
async function clausesBroken(lost = 0): Promise<readonly string[]> {
  const { findings } = await runOn(DOCUMENT, (request) => {
    const query = new URL(request.url).searchParams;
    const [limit, from] = [Number(query.get('limit') ?? 10), Number(query.get('cursor') ?? 0)];
    const kind = query.get('kind');
    const isRight = Number.isInteger(limit) && limit >= 1 && limit <= 50 && Number.isInteger(from);
    if (!isRight || (kind !== null && !KINDS.includes(kind))) return new Response(null, { status: 400 });
    const kept = THINGS.filter((thing) => kind === null || thing.kind === kind);
    const end = from + (limit > 3 ? limit - 2 : limit);
    return Response.json({
      items: kept.slice(from, end),
      nextCursor: end < kept.length ? String(end + lost) : null,
    });
  });
  return findings.flatMap(({ clauses }) => clauses);
}

test('a page by cursor with fewer items than requested breaks nothing while it leads to a next one', async () => {
  expect(await clausesBroken()).toEqual([]);
});

test('an item that is lost between two pages is found', async () => {
  expect(await clausesBroken(1)).toEqual(['listThings/cursor-leads-through-the-listing']);
});
