import { expect, test } from 'vitest';
import {
  arrayOf,
  brokenIn,
  clausesWith,
  inPath,
  json,
  objectOf,
  plainDocument,
  runOn,
  WRITABLE,
} from '../support/documents.ts';

const key = { type: 'string', maxLength: 40 };
const id = inPath('id', key);
const note = { type: 'string', minLength: 1, maxLength: 90 };
const reason = { type: 'string', enum: ['holiday', 'price', 'other'] };
const plan = objectOf({ id: key, active: { type: 'boolean' } });
const order = objectOf({
  id: key,
  plan: key,
  note,
  status: { type: 'string', enum: ['running', 'paused', 'cancelled'] },
});
const sent = (schema: object) => ({ required: true, ...json(schema) });
const answers = (status: number, schema: object) => ({
  [status]: { description: 'It.', ...json(schema) },
  400: { description: 'A bad request.' },
  404: { description: 'There is none.' },
});

/** Orders of plans. Their ids are texts of a form, and a deletion answers with the order. */
const DOCUMENT = plainDocument({
  '/plans': { get: { operationId: 'listPlans', responses: answers(200, arrayOf(plan)) } },
  '/orders': {
    get: { operationId: 'listOrders', responses: answers(200, arrayOf(order)) },
    post: {
      operationId: 'createOrder',
      requestBody: sent(objectOf({ plan: { ...key, description: 'The ID of an active plan.' }, note })),
      responses: answers(201, order),
    },
  },
  '/orders/{id}': {
    get: { operationId: 'getOrder', parameters: [id], responses: answers(200, order) },
    delete: { operationId: 'cancelOrder', parameters: [id], responses: answers(200, order) },
  },
  '/orders/{id}/pause': {
    post: {
      operationId: 'pauseOrder',
      parameters: [id],
      requestBody: sent(objectOf({ reason })),
      responses: answers(200, order),
    },
  },
});

interface Ways {
  /** May this plan be ordered? By default, if it is active. */
  readonly mayOrder?: (plan: string) => boolean;
  readonly mayPause?: (status: string, reason: string) => boolean;
  readonly longest?: number;
}

const PLANS = [1, 2, 3, 4].map((at) => ({ id: `plan${at}aaaaaaaa`, active: at > 2 }));

/** A plan is ordered only while it is active, and an order is paused only while it is running. */
function orders({ longest = 90, ...ways }: Ways = {}) {
  const { mayOrder = (one) => PLANS.some((each) => each.id === one && each.active) } = ways;
  const { mayPause = (status) => status === 'running' } = ways;
  const all = new Map<string, Readonly<Record<string, string>>>();
  const put = (own: string, one: object, status = 200): Response => {
    all.set(own, { ...all.get(own), ...one });
    return Response.json(all.get(own), { status });
  };
  put('o0', { id: 'o0', plan: 'plan3aaaaaaaa', note: 'Of somebody else', status: 'running' });
  const refusal = (status = 400) => new Response(null, { status });
  return async (request: Request): Promise<Response> => {
    const [, kind, own = '', verb] = new URL(request.url).pathname.split('/');
    if (kind === 'plans') return Response.json(PLANS);
    const found = all.get(own);
    if (own !== '' && found === undefined) return refusal(404);
    if (request.method === 'GET') return Response.json(found ?? [...all.values()]);
    if (request.method === 'DELETE') return put(own, { status: 'cancelled' });
    const body = (await request.json().catch(() => undefined)) as Readonly<Record<string, unknown>> | undefined;
    if (verb !== undefined) {
      const why = body?.['reason'];
      const isRight = typeof why === 'string' && reason.enum.includes(why) && mayPause(found?.['status'] ?? '', why);
      return isRight ? put(own, { status: 'paused' }) : refusal();
    }
    const { plan: wanted, note: text } = body ?? {};
    if (typeof text !== 'string' || text === '' || [...text].length > longest) return refusal();
    if (typeof wanted !== 'string' || wanted.length > 40 || !mayOrder(wanted)) return refusal();
    const made = `o${all.size}`;
    return put(made, { id: made, plan: wanted, note: text, status: 'running' }, 201);
  };
}

const judged = (ways?: Ways) => runOn(DOCUMENT, orders(ways), { target: WRITABLE });

test('what a body names may have to be in a state: others are tried', async () => {
  const run = await judged();
  expect(brokenIn(run)).toEqual([]);
  const shown = ['createOrder/body/note/maxLength', 'createOrder/listed', 'pauseOrder/body/reason/enum'];
  expect(clausesWith(run, 'pass')).toEqual(expect.arrayContaining(shown));
});

test('a refusal before anything like it was accepted shows nothing', async () => {
  const run = await judged({ mayOrder: () => false });
  expect(brokenIn(run)).toEqual([]);
  expect(clausesWith(run, 'pass')).not.toContain('createOrder/body/note/maxLength');
});

const NOTE = 'createOrder/body/note/maxLength';
const REASON = 'pauseOrder/body/reason/enum';
const isHoliday = (status: string, why: string) => status === 'running' && why === 'holiday';

test.each<readonly [string, Ways, readonly string[]]>([
  ['a long note is refused', { longest: 60 }, ['createOrder/valid-requests-are-not-refused', NOTE]],
  ['a listed reason is refused', { mayPause: isHoliday }, ['pauseOrder/valid-requests-are-not-refused', REASON]],
  // An inactive plan would be another reason for a refusal.
  ['a note that is too long is taken', { longest: 200 }, ['listOrders/200/items/note/maxLength', NOTE]],
])('it is found that %s', async (_what, ways, clauses) => {
  expect(brokenIn(await judged(ways))).toEqual(clauses);
});

test.each([
  ['cancelOrder', true],
  ['deleteOrder', false],
])('a %s that answers with what may be over need not remove it: %s', async (operationId, mayStay) => {
  const { delete: remove, ...item } = DOCUMENT.paths['/orders/{id}'];
  const paths = { ...DOCUMENT.paths, '/orders/{id}': { ...item, delete: { ...remove, operationId } } };
  const broken = brokenIn(await runOn({ ...DOCUMENT, paths }, orders(), { target: WRITABLE }));
  expect(broken).toEqual(mayStay ? [] : ['deleteOrder/dropped', 'deleteOrder/again', 'deleteOrder/gone']);
});

test('a text whose description calls it an id has to name something', async () => {
  const run = await judged({ mayOrder: (one) => !PLANS.some(({ id: own, active }) => own === one && !active) });
  expect(brokenIn(run)).toEqual(['createOrder/body/plan/unknown']);
});
