import { expect, test } from 'vitest';
import { arrayOf, brokenIn, inPath, json, objectOf, plainDocument, runOn } from '../support/documents.ts';

const text = { type: 'string' };
const vehicle = objectOf({ id: text, wheels: { type: 'integer' } });
const trip = objectOf({ tripId: { type: 'integer' }, vehicleId: text, km: { type: 'integer' } });
const friend = objectOf({ vehicleId: text, since: { type: 'integer' } });
const parameters = [inPath('vehicleId', text)];
const get = (operationId: string, schema: object, of: object[] = parameters) => ({
  get: {
    operationId,
    ...(of.length === 0 ? {} : { parameters: of }),
    responses: { 200: { description: 'It.', ...json(schema) }, 404: { description: 'There is none.' } },
  },
});

const post = (operationId: string, schema: object) => ({
  post: {
    operationId,
    parameters,
    responses: { 201: { description: 'It was made.', ...json(schema) }, 404: { description: 'There is none.' } },
  },
});

/** Vehicles, their trips, the vehicles that they follow, and copies of them. */
const DOCUMENT = plainDocument({
  '/vehicles': get('listVehicles', arrayOf(vehicle), []),
  '/vehicles/{vehicleId}': get('getVehicle', vehicle),
  '/vehicles/{vehicleId}/trips': { ...get('listTrips', arrayOf(trip)), ...post('createTrip', trip) },
  '/vehicles/{vehicleId}/trips/{tripId}': get('getTrip', trip, [...parameters, inPath('tripId')]),
  '/vehicles/{vehicleId}/copies': post('copyVehicle', friend),
  '/vehicles/{vehicleId}/followed': get('listFollowed', arrayOf(friend)),
});

const VEHICLES = ['van-1', 'van-2', 'Bus_3'].map((id, index) => ({ id, wheels: 4 + 2 * index }));
const TRIPS = VEHICLES.flatMap(({ id }, index) =>
  [1, 2].map((number) => ({ tripId: 10 * index + number, vehicleId: id, km: number })),
);

interface Parts {
  readonly opens: (id: string) => object | undefined;
  readonly trips: (id: string) => readonly object[];
  readonly made: (id: string) => string;
}

const RIGHT: Parts = {
  opens: (id) => VEHICLES.find((one) => one.id === id),
  trips: (id) => TRIPS.filter(({ vehicleId }) => vehicleId === id),
  made: (id) => id,
};

async function broken(parts: Partial<Parts>): Promise<readonly string[]> {
  const { opens, trips, made } = { ...RIGHT, ...parts };
  const run = await runOn(
    DOCUMENT,
    (request) => {
      const [, , id = '', below, one] = new URL(request.url).pathname.split('/').map(decodeURIComponent);
      if (id === '') return Response.json(VEHICLES);
      if (!VEHICLES.some((one) => one.id === id)) return new Response(null, { status: 404 });
      if (request.method === 'POST' && below === 'copies')
        return Response.json({ vehicleId: `${id}-copy`, since: 2026 }, { status: 201 });
      if (request.method === 'POST') return Response.json({ tripId: 99, vehicleId: made(id), km: 0 }, { status: 201 });
      const trip = TRIPS.find(({ tripId, vehicleId }) => vehicleId === id && String(tripId) === one);
      if (one !== undefined) return Response.json(trip ?? {}, { status: trip === undefined ? 404 : 200 });
      if (below === 'trips') return Response.json(trips(id));
      const others = VEHICLES.filter((one) => one.id !== id).map((one) => ({ vehicleId: one.id, since: 2020 }));
      return Response.json(below === 'followed' ? others : opens(id));
    },
    { target: { baseUrl: 'http://fleet.local', allow: { writes: true } } },
  );
  return brokenIn(run);
}

test.each<[string, Partial<Parts>, readonly string[]]>([
  ['what belongs to the path', {}, []],
  ['the trips of all vehicles', { trips: () => TRIPS }, ['listTrips/vehicleId-is-that-of-the-path']],
  ['no trips', { trips: () => [] }, []],
  ['a trip of another vehicle', { made: () => 'van-9' }, ['createTrip/vehicleId-is-that-of-the-path']],
  ['one vehicle for every id', { opens: () => VEHICLES[1] }, ['getVehicle/id-is-that-of-the-path']],
])('%s', async (_, parts, clauses) => {
  expect(await broken(parts)).toEqual(clauses);
});

const chair = objectOf({ name: text, roomId: text, id: text });
const room = objectOf({ name: text, id: text });

/** Chairs of rooms, in which every id is just called `id`, and a room has a room beside it. */
const GENERAL = plainDocument({
  '/rooms': get('listRooms', arrayOf(room), []),
  '/rooms/{id}': get('getRoom', objectOf({ ownerId: text }), [inPath('id', text)]),
  '/rooms/{id}/chairs': {
    get: get('listChairs', arrayOf(chair), [inPath('id', text)]).get,
    post: { ...post('createChair', chair).post, parameters: [inPath('id', text)] },
  },
  '/rooms/{id}/chairs/{chair}': get('getChair', chair, [inPath('id', text), inPath('chair', text)]),
  '/rooms/{id}/neighbour': get('getNeighbour', room, [inPath('id', text)]),
});

test.each([
  ['its own', (id: string) => id, []],
  ['another', () => 'r9', ['listChairs', 'createChair', 'getChair'].map((id) => `${id}/roomId-is-that-of-the-path`)],
])('compares the id of the parent only with what is named as the parent: %s', async (_, roomOf, clauses) => {
  const run = await runOn(
    GENERAL,
    (request) => {
      const [, , id = '', below, one] = new URL(request.url).pathname.split('/');
      if (id === '') return Response.json([{ name: 'Hall', id: 'r1' }]);
      if (id !== 'r1') return new Response(null, { status: 404 });
      const made = { name: 'Stool', roomId: roomOf(id), id: 'c1' };
      if (request.method === 'POST') return Response.json(made, { status: 201 });
      if (below === undefined) return Response.json({ ownerId: 'o1' });
      if (below === 'neighbour') return Response.json({ name: 'Attic', id: 'r2' });
      if (one !== undefined) return Response.json(made, { status: one === 'c1' ? 200 : 404 });
      return Response.json([made]);
    },
    { target: { baseUrl: 'http://rooms.local', allow: { writes: true } } },
  );
  expect(brokenIn(run)).toEqual(clauses);
});

test('does not compare a parent that a request names, a POST may not have made, or only a list knows, nor names', async () => {
  const body = { requestBody: { required: true, ...json(objectOf({ roomId: text })) } };
  const moves = { post: { ...post('addChair', chair).post, ...body, parameters: [inPath('roomId', text)] } };
  const { 201: made, ...others } = post('swapChair', chair).post.responses;
  const swaps = { post: { ...post('swapChair', chair).post, responses: { 200: made, ...others } } };
  const document = plainDocument({
    '/rooms/{roomId}/chairs': moves,
    '/rooms/{roomId}/liked': get('listLiked', arrayOf(chair), [inPath('roomId', text)]),
    '/sets/{name}/chairs': { ...get('listSet', arrayOf(chair), [inPath('name', text)]), ...post('createInSet', chair) },
    '/rooms/{roomId}/swaps': { post: { ...swaps.post, parameters: [inPath('roomId', text)] } },
  });
  const run = await runOn(document, () => Response.json({ name: 'Stool', roomId: 'r9', id: 'c1' }, { status: 201 }));
  expect(run.clauses.filter(({ id }) => id.endsWith('is-that-of-the-path'))).toEqual([]);
});

test('reads the id of the item in what a POST below it makes', async () => {
  const document = plainDocument({
    '/rooms/{room_id}/orders': {
      post: { ...post('order', objectOf({ id: text, room_id: text })).post, parameters: [inPath('room_id', text)] },
    },
  });
  const run = await runOn(document, () => Response.json({}));
  expect(run.clauses.map(({ id }) => id)).toContain('order/room_id-is-that-of-the-path');
});

test.each<[string, object, readonly string[]]>([
  ['has no type', { id: {} }, ['getRoom/id-is-that-of-the-path']],
  ['is an address', { url: { ...text, format: 'uri', readOnly: true } }, []],
])('an id of the path, where that of the answer %s', async (_what, members, clauses) => {
  const document = plainDocument({ '/rooms/{id}': get('getRoom', objectOf(members), [inPath('id', text)]) });
  const run = await runOn(document, () => Response.json({}));
  expect(run.clauses.map(({ id }) => id).filter((id) => id.endsWith('is-that-of-the-path'))).toEqual(clauses);
});
