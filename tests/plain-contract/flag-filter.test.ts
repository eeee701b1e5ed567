import { expect, test } from 'vitest';
import { arrayOf, brokenIn, inQuery, json, objectOf, plainDocument, runOn } from '../support/documents.ts';

const number = { type: 'integer' };
const DOOR = objectOf({ id: number, open: { type: 'boolean' }, floor: number });
const size = (name: string, maximum: number, usual: number) =>
  inQuery(name, { ...number, minimum: 1, maximum, default: usual });

const DOCUMENT = plainDocument({
  '/doors': {
    get: {
      operationId: 'listDoors',
      parameters: [size('page', 1000, 1), size('limit', 20, 5), inQuery('open', { type: 'boolean' })],
      responses: {
        200: { description: 'A page.', ...json(objectOf({ doors: arrayOf(DOOR), total: number })) },
        400: { description: 'Wrong.' },
      },
    },
  },
});

const DOORS = Array.from({ length: 14 }, (_, index) => ({ id: index + 1, open: index < 12, floor: index % 4 }));

/** `wanted`: the doors that the service looks for, by the value of the filter. */
const doors = (wanted: (open: string) => boolean | undefined) => (request: Request) => {
  const query = new URL(request.url).searchParams;
  const [page, limit] = [query.get('page') ?? '1', query.get('limit') ?? '5'].map(Number) as [number, number];
  const open = query.get('open') ?? undefined;
  const isRight = (value: number, most: number) => Number.isInteger(value) && value >= 1 && value <= most;
  if (!isRight(page, 1000) || !isRight(limit, 20) || ![undefined, 'true', 'false'].includes(open))
    return new Response(null, { status: 400 });
  const asked = open === undefined ? undefined : wanted(open);
  const found = DOORS.filter((door) => asked === undefined || door.open === asked);
  return Response.json({ doors: found.slice((page - 1) * limit, page * limit), total: found.length });
};

test.each<[string, (open: string) => boolean | undefined, readonly string[]]>([
  ['right', (open) => open === 'true', []],
  ['no value', (open) => (open === 'true' ? true : undefined), ['listDoors/open-filters']],
  ['any text', () => true, ['listDoors/open-filters']],
])('a filter by a flag whose false is %s', async (_what, wanted, broken) => {
  expect(brokenIn(await runOn(DOCUMENT, doors(wanted)))).toEqual(broken);
});
