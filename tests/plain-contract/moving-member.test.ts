import { expect, test } from 'vitest';
import { arrayOf, brokenIn, inPath, inQuery, json, objectOf, plainDocument, runOn } from '../support/documents.ts';

const integer = { type: 'integer', minimum: 1 };
const CAR = objectOf({ id: integer, km: { type: 'integer' } });
const found = (schema: object) => ({ description: 'Cars.', ...json(schema) });

/** Cars with the distance that they drove. */
const DOCUMENT = plainDocument({
  '/cars': {
    get: {
      operationId: 'listCars',
      parameters: [inQuery('limit', { ...integer, maximum: 50, default: 10 })],
      responses: {
        200: found(objectOf({ items: arrayOf(CAR) })),
        400: { description: 'A bad query.' },
      },
    },
  },
  '/cars/{id}': {
    get: {
      operationId: 'getCar',
      parameters: [inPath('id', integer)],
      responses: { 200: found(CAR), 400: { description: 'No id.' }, 404: { description: 'There is none.' } },
    },
  },
});

/** Three cars. After the given number of requests they have driven on. The detail may be `ahead` of the list. */
function cars(every: number, ahead = 0) {
  let requests = 0;
  return (request: Request): Response => {
    requests += 1;
    const km = Math.floor(requests / every);
    const { pathname, searchParams } = new URL(request.url);
    const [id, limit] = [pathname.split('/')[2], searchParams.get('limit') ?? '10'];
    if (id !== undefined && /^[123]$/u.test(id)) return Response.json({ id: Number(id), km: km + ahead });
    if (id !== undefined) return Response.json({}, { status: /^[1-9]\d*$/u.test(id) ? 404 : 400 });
    if (!/^[1-9]\d*$/u.test(limit) || Number(limit) > 50) return Response.json({}, { status: 400 });
    return Response.json({ items: [1, 2, 3].slice(0, Number(limit)).map((car) => ({ id: car, km })) });
  };
}

test.each<readonly [string, number, number, readonly string[]]>([
  ['moves with each request', 1, 0, []],
  ['moves now and then', 6, 0, []],
  ['stands still', 1e9, 0, []],
  ['stands still, and the detail has another', 1e9, 5, ['getCar/same-record-as-listed']],
])('a member that %s is judged by what stands still', async (_what, every, ahead, broken) => {
  const { clauses } = await runOn(DOCUMENT, cars(every, ahead));
  expect(brokenIn({ clauses })).toEqual(broken);
});
