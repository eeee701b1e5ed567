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

const id = inPath('id', { type: 'string' });
const boat = objectOf({ id: { type: 'string' } });
const sent = objectOf({ boatId: { type: 'string' }, remark: { type: 'string', minLength: 1, maxLength: 80 } });
const rental = objectOf({ id: { type: 'string' }, ...sent.properties });
const missing = { 404: { description: 'There is none.' } };

/** Boats that are rented: each to one guest, until it is given back. */
const DOCUMENT = plainDocument({
  '/boats': { get: { operationId: 'listBoats', responses: { 200: { description: 'All.', ...json(arrayOf(boat)) } } } },
  '/rentals': {
    post: {
      operationId: 'rent',
      requestBody: { required: true, content: { 'application/json': { schema: sent } } },
      responses: {
        201: { description: 'Rented.', ...json(rental) },
        400: { description: 'A bad body.' },
        409: { description: 'The boat is not there.' },
      },
    },
  },
  '/rentals/{id}': {
    get: {
      operationId: 'getRental',
      parameters: [id],
      responses: { 200: { description: 'It.', ...json(rental) }, ...missing },
    },
    delete: {
      operationId: 'giveBack',
      parameters: [id],
      responses: { 204: { description: 'Back.' }, ...missing },
    },
  },
});

const BOATS = Array.from({ length: 40 }, (_, index) => ({ id: `b${index}` }));

/**
 * Of the boats some are out from the start. `taken`: how it refuses those (0: not at all); `longest`: the longest remark that it
 * takes.
 */
function rentals(isOut: (boat: string) => boolean, { taken = 409, longest = 80 } = {}) {
  const there = new Map<string, { readonly boatId: string; readonly remark: string }>();
  let made = 0;
  const no = (status: number) => new Response(null, { status });
  return async (request: Request): Promise<Response> => {
    const [, kind, key = ''] = new URL(request.url).pathname.split('/');
    if (kind === 'boats') return Response.json(BOATS);
    const found = there.get(key);
    if (request.method === 'DELETE') return no(there.delete(key) ? 204 : 404);
    if (request.method === 'GET') return found === undefined ? no(404) : Response.json({ id: key, ...found });
    const { boatId, remark } = ((await request.json().catch(() => undefined)) ?? {}) as Record<string, unknown>;
    if (typeof boatId !== 'string' || typeof remark !== 'string' || remark === '') return no(400);
    if (remark.length > longest) return no(400);
    const isTaken = isOut(boatId) || [...there.values()].some((one) => one.boatId === boatId);
    if (isTaken && taken > 0) return no(taken);
    made += 1;
    there.set(`r${made}`, { boatId, remark });
    return Response.json({ id: `r${made}`, boatId, remark }, { status: 201 });
  };
}

test.each([
  ['the first is there', () => false],
  ['the first ones are out', (one: string) => ['b0', 'b1', 'b2'].includes(one)],
])('what is taken is not named again, also if %s', async (_what, isOut) => {
  const run = await runOn(DOCUMENT, rentals(isOut), { target: WRITABLE });
  expect(brokenIn(run)).toEqual([]);
  expect(clausesWith(run, 'pass')).toEqual(expect.arrayContaining(['rent/echoed', 'getRental/read', 'giveBack/gone']));
});

test('and if all are out, that is no finding', async () => {
  const run = await runOn(
    DOCUMENT,
    rentals(() => true),
    { target: WRITABLE },
  );
  expect(brokenIn(run)).toEqual([]);
});

test('what was accepted may be taken, whatever the service says of it', async () => {
  const service = (taken: number, longest = 80) => rentals((one) => taken > 0 && one === 'b3', { taken, longest });
  const right = await runOn(DOCUMENT, service(400), { target: WRITABLE });
  expect(brokenIn(right)).toEqual([]);
  const shown = ['rent/body/remark/maxLength', 'rent/valid-requests-are-not-refused'];
  expect(clausesWith(right, 'pass')).toEqual(expect.arrayContaining(shown));
  const wrong = await runOn(DOCUMENT, service(0, 79), { target: WRITABLE });
  expect(brokenIn(wrong)).toEqual(expect.arrayContaining(shown));
});
