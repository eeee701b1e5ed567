import { expect, test } from 'vitest';
import { withFreshValues } from '../../src/check/fresh-values.ts';
import type { Operation } from '../../src/contract/operations.ts';
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

const time = { type: 'string', format: 'date-time' };
const sent = objectOf({ guest: { type: 'string', minLength: 1, maxLength: 80 }, from: time, to: time });
const booking = objectOf({ id: { type: 'integer' }, ...sent.properties });
const example = { guest: 'Ada', from: '2031-03-04T10:00:00Z', to: '2031-03-04T11:00:00Z' };
const requestBody = { required: true, content: { 'application/json': { schema: sent, example } } };
const id = inPath('id');
const missing = { 404: { description: 'There is none.' } };
const documentOf = (conflict: string) =>
  plainDocument({
    '/bookings': {
      get: { operationId: 'listBookings', responses: { 200: { description: 'All.', ...json(arrayOf(booking)) } } },
      post: {
        operationId: 'createBooking',
        requestBody,
        responses: {
          201: { description: 'Booked.', ...json(booking) },
          400: { description: 'A bad body.' },
          409: { description: conflict },
        },
      },
    },
    '/bookings/{id}': {
      get: {
        operationId: 'getBooking',
        parameters: [id],
        responses: { 200: { description: 'It.', ...json(booking) }, ...missing },
      },
      delete: {
        operationId: 'deleteBooking',
        parameters: [id],
        responses: { 204: { description: 'Gone.' }, ...missing },
      },
    },
  });

interface Booking {
  readonly guest: string;
  readonly from: string;
  readonly to: string;
}

function bookings({ capacity = 1 } = {}) {
  const there = new Map<number, Booking>();
  let made = 0;
  const refused = (status: number) => new Response(null, { status });
  const show = (key: number, status = 200) => Response.json({ id: key, ...there.get(key) }, { status });
  const isTime = (one: unknown) => typeof one === 'string' && /^\d{4}-\d\d-\d\dT/u.test(one) && isReal(one);
  const isReal = (one: string) => new Date(one).toISOString().slice(0, 10) === one.slice(0, 10);
  const answer = async (request: Request): Promise<Response> => {
    const [, , text = ''] = new URL(request.url).pathname.split('/');
    const key = Number(text);
    if (text !== '' && !there.has(key)) return refused(404);
    if (request.method === 'DELETE') return refused(there.delete(key) ? 204 : 404);
    if (request.method === 'GET')
      return text === '' ? Response.json([...there].map(([one, rest]) => ({ id: one, ...rest }))) : show(key);
    const body = JSON.parse((await request.text()) || 'null') as Partial<Booking> | null;
    const { guest, from, to } = body ?? {};
    const isWell = typeof guest === 'string' && guest !== '' && guest.length <= 80 && isTime(from) && isTime(to);
    if (!isWell || from === undefined || to === undefined || to < from) return refused(400);
    const others = [...there.values()].filter((one) => one.from < to && from < one.to);
    if (others.length >= capacity) return refused(409);
    made += 1;
    there.set(made, { guest, from, to });
    return show(made, 201);
  };
  return (request: Request) => answer(request).catch(() => refused(400));
}

const OVERLAPS = 'It overlaps another booking.';

test('each creation is a week later, so that a service that refuses a taken time can be tested', async () => {
  const judged = await runOn(documentOf(OVERLAPS), bookings(), { target: WRITABLE });
  expect(brokenIn(judged)).toEqual([]);
  const shown = [
    'createBooking/taken',
    'createBooking/listed',
    'deleteBooking/gone',
    'createBooking/body/guest/maxLength',
  ];
  expect(clausesWith(judged, 'pass')).toEqual(expect.arrayContaining(shown));
});

test('a time that is booked twice is found', async () => {
  const judged = await runOn(documentOf(OVERLAPS), bookings({ capacity: 2 }), { target: WRITABLE });
  expect(brokenIn(judged)).toEqual(['createBooking/taken']);
});

test('a place with room for several may be booked again', async () => {
  const judged = await runOn(documentOf('It is fully booked then.'), bookings({ capacity: 9 }), { target: WRITABLE });
  expect(brokenIn(judged)).toEqual([]);
});

test('the dates of a body move together, and a body with moved dates is sent as it is', () => {
  const distinct = new Map(['/from', '/to'].map((at) => [at, time]));
  const operation = { id: 'book', requestBody: { distinct } } as unknown as Operation;
  const sentBefore = new Map<string, number>();
  const send = (body: object, isValid = true): unknown =>
    JSON.parse(
      withFreshValues(operation, JSON.stringify(body), { sent: sentBefore, mark: '1', isValid, mayRepeat: false }),
    );
  const day = { from: '2031-03-04', to: '2031-03-05' };
  const later = { from: '2031-03-11', to: '2031-03-12' };
  expect([send(day, false), send(day), send(day)]).toEqual([day, day, later]);
  expect(send(later)).toEqual(later);
  expect(send({ to: '2031-03-01' })).toEqual({ to: '2031-03-15' });
  expect(send({ from: '2031-02-30', to: 'soon' })).toEqual({ from: '2031-02-30', to: 'soon' });
});
