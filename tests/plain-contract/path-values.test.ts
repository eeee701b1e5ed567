import { expect, test } from 'vitest';
import { arrayOf, clausesWith, inPath, json, objectOf, plainDocument, runOn, WRITABLE } from '../support/documents.ts';

const THING = objectOf({ id: { type: 'string' }, name: { type: 'string' } });
const found = (schema: object) => ({ description: 'It.', ...json(schema) });
const REFUSALS = { 400: { description: 'Bad.' }, 404: { description: 'Unknown.' } };
const LIST = { responses: { 200: found(arrayOf(THING)), ...REFUSALS } };
const CREATE = {
  requestBody: {
    required: true,
    ...json({ ...THING, required: ['name'], properties: { name: THING.properties.name } }),
  },
  responses: { 201: found(THING), ...REFUSALS },
};
const parameter = (name: string) => inPath(name, { type: 'string' });
const [ORDER, NOTE] = [parameter('orderId'), parameter('noteId')];
const GONE = { responses: { 204: { description: 'Gone.' }, ...REFUSALS } };

/** Orders with notes. Each note is in one order only. */
const DOCUMENT = plainDocument({
  '/orders': { get: LIST, post: CREATE },
  '/orders/{orderId}': { delete: { parameters: [ORDER], ...GONE } },
  '/orders/{orderId}/notes': { get: { parameters: [ORDER], ...LIST }, post: { parameters: [ORDER], ...CREATE } },
  '/orders/{orderId}/notes/{noteId}': { delete: { parameters: [ORDER, NOTE], ...GONE } },
  '/orders/{orderId}/notes/{noteId}/archive': {
    post: {
      operationId: 'archive',
      parameters: [ORDER, NOTE],
      responses: { 202: { description: 'Done.' }, ...REFUSALS },
    },
  },
});

type Row = { readonly id: string; readonly name: string; readonly in: string };

async function answerTo(request: Request, rows: Map<string, Row>): Promise<Response> {
  const [, , order, notes, note] = new URL(request.url).pathname.split('/');
  const isBelow = notes !== undefined;
  const place = isBelow ? (order ?? '') : 'root';
  const id = isBelow ? note : order;
  if (isBelow && rows.get(order ?? '')?.in !== 'root') return Response.json({}, { status: 404 });
  if (id === undefined && request.method === 'GET')
    return Response.json(
      [...rows.values()].filter((row) => row.in === place).map(({ id: own, name }) => ({ id: own, name })),
    );
  if (id === undefined) {
    const body = (await request.json().catch(() => undefined)) as { name?: unknown } | undefined;
    if (typeof body?.name !== 'string') return Response.json({}, { status: 400 });
    const made = { id: `${rows.size + 1}`, name: body.name, in: place };
    rows.set(made.id, made);
    return Response.json({ id: made.id, name: made.name }, { status: 201 });
  }
  const row = rows.get(id);
  if (row?.in !== place) return Response.json({}, { status: 404 });
  if (request.method !== 'DELETE') return new Response(null, { status: 202 });
  rows.set(id, { ...row, in: 'nowhere' });
  return new Response(null, { status: 204 });
}

async function run(first: readonly Row[], writes: boolean) {
  const rows = new Map(first.map((row) => [row.id, row]));
  const paths: string[] = [];
  const { clauses, findings } = await runOn(
    DOCUMENT,
    (request) => {
      paths.push(`${request.method} ${new URL(request.url).pathname}`);
      return answerTo(request, rows);
    },
    { target: { ...WRITABLE, allow: { writes } } },
  );
  return { clauses, titles: findings.map(({ title }) => title), paths };
}

test.each([[[]], [[{ id: '', name: 'without an id', in: 'root' }]]])(
  'no empty segment of a path is sent: %j',
  async (rows) => {
    const { clauses, titles, paths } = await run(rows, false);
    expect(paths.filter((path) => path.includes('//') || path.endsWith('/'))).toEqual([]);
    expect(titles).toEqual([]);
    const below = clauses.filter(({ id }) => id.startsWith('get-orders-{orderId}-notes/'));
    expect(below.filter(({ verdict }) => verdict !== 'skip' && verdict !== 'inconclusive')).toEqual([]);
    expect(below.map(({ reason }) => reason).join()).toContain('orderId');
  },
);

test('the ids of one path come from one place', async () => {
  const { clauses, titles } = await run([{ id: 'o1', name: 'one', in: 'root' }], true);
  expect(titles).toEqual([]);
  expect(clauses.filter(({ id, verdict }) => id.startsWith('archive/') && verdict === 'pass')).not.toEqual([]);
});

test('an id that the document gives as an example need not exist', async () => {
  const shop = { ...parameter('shopId'), example: 'nowhere' };
  const document = plainDocument({
    '/shops/{shopId}': {
      get: { operationId: 'getShop', parameters: [shop], responses: { 200: found(THING), ...REFUSALS } },
    },
  });
  const missing = await runOn(document, async () => Response.json({}, { status: 404 }));
  expect(clausesWith(missing, 'fail', 'warn', 'inconclusive')).toEqual([]);
  const undocumented = await runOn(document, async () => Response.json({}, { status: 409 }));
  expect(clausesWith(undocumented, 'fail')).toContain('getShop/security/public');
});
