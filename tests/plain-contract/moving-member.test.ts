import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runConformance } from '../../src/run-conformance.ts';
import { temporaryFolder } from '../support/temporary.ts';

const integer = { type: 'integer', minimum: 1 };
const CAR = { type: 'object', required: ['id', 'km'], properties: { id: integer, km: { type: 'integer' } } };
const json = (schema: object) => ({ description: 'Cars.', content: { 'application/json': { schema } } });

/** Cars with the distance that they drove. */
const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Cars', version: '1' },
  paths: {
    '/cars': {
      get: {
        operationId: 'listCars',
        parameters: [{ name: 'limit', in: 'query', schema: { ...integer, maximum: 50, default: 10 } }],
        responses: {
          200: json({ type: 'object', required: ['items'], properties: { items: { type: 'array', items: CAR } } }),
          400: { description: 'A bad query.' },
        },
      },
    },
    '/cars/{id}': {
      get: {
        operationId: 'getCar',
        parameters: [{ name: 'id', in: 'path', required: true, schema: integer }],
        responses: { 200: json(CAR), 400: { description: 'No id.' }, 404: { description: 'There is none.' } },
      },
    },
  },
};

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
  const document = join(temporaryFolder(), 'cars.json');
  writeFileSync(document, JSON.stringify(DOCUMENT));
  const { clauses } = await runConformance({ document, fetch: cars(every, ahead) });
  expect(clauses.filter(({ verdict }) => ['fail', 'warn'].includes(verdict)).map(({ id }) => id)).toEqual(broken);
});
