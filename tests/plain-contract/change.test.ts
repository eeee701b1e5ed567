import { expect, test } from 'vitest';
import { brokenIn, clausesWith, inPath, json, objectOf, plainDocument, runOn, WRITABLE } from '../support/documents.ts';

const box = objectOf({ kind: { type: 'string', enum: ['box'] }, grams: { type: 'number', minimum: 1, maximum: 900 } });
const tube = objectOf({
  kind: { type: 'string', enum: ['tube'] },
  length: { type: 'number', minimum: 1, maximum: 90 },
});
const members = {
  label: { type: 'string', minLength: 1, maxLength: 40 },
  note: { type: 'string', maxLength: 80 },
  carrier: { oneOf: [box, tube] },
};
const example = { label: 'A parcel', carrier: { kind: 'box', grams: 20 } };
const id = inPath('id');
const body = (schema: object) => ({ required: true, content: { 'application/json': { schema, example } } });
const parcel = (status: number) => ({
  [status]: {
    description: 'The parcel.',
    ...json({ type: 'object', required: ['id'], properties: { id: { type: 'number' }, ...members } }),
  },
  400: { description: 'A bad body.' },
  404: { description: 'There is none.' },
  415: { description: 'No JSON.' },
});

/** Parcels that are made, changed and taken away. */
const DOCUMENT = plainDocument({
  '/parcels': {
    post: {
      operationId: 'createParcel',
      requestBody: body({ type: 'object', required: ['label', 'carrier'], properties: members }),
      responses: parcel(201),
    },
  },
  '/parcels/{id}': {
    get: { operationId: 'getParcel', parameters: [id], responses: parcel(200) },
    patch: {
      operationId: 'changeParcel',
      parameters: [id],
      requestBody: body({ type: 'object', minProperties: 1, additionalProperties: false, properties: members }),
      responses: parcel(200),
    },
    delete: {
      operationId: 'deleteParcel',
      parameters: [id],
      responses: { 204: { description: 'Gone.' }, 404: { description: 'There is none.' } },
    },
  },
});

type Given = Readonly<Record<string, unknown>>;

function isNumberWithin(value: unknown, most: number): boolean {
  // What stores so large a number fails, and nobody may send it.
  if (typeof value === 'number' && value > 1e20) throw new RangeError('out of range');
  return typeof value === 'number' && value >= 1 && value <= most;
}

function fits({ label = 'x', note = '', carrier = { kind: 'tube', length: 1 } }: Given): boolean {
  if (typeof note !== 'string' || note.length > 80) return false;
  if (typeof label !== 'string' || label.length < 1 || label.length > 40) return false;
  if (typeof carrier !== 'object' || carrier === null) return false;
  const { kind, grams, length } = carrier as Given;
  return (kind === 'box' && isNumberWithin(grams, 900)) || (kind === 'tube' && isNumberWithin(length, 90));
}

interface Parts {
  readonly takes: (change: Given) => boolean;
  readonly reads: (type: string) => boolean;
  readonly stores: (before: Given, change: Given) => Given;
  /** What PUT stores. */
  readonly replaces: (before: Given, own: Given) => Given;
  readonly forgets: boolean;
}

const RIGHT: Parts = {
  takes: () => true,
  reads: (type) => type.startsWith('application/json'),
  stores: (before, change) => ({ ...before, ...change }),
  replaces: (_before, own) => own,
  forgets: true,
};

function parcels(parts: Partial<Parts> = {}) {
  const { takes, reads, stores, replaces, forgets } = { ...RIGHT, ...parts };
  const there = new Map<string, Given>();
  let made = 0;
  const answer = async (request: Request): Promise<Response> => {
    const at = /^\/parcels\/(?<at>\d+)$/u.exec(new URL(request.url).pathname)?.groups?.['at'] ?? '';
    if (request.method === 'DELETE') {
      const isThere = forgets ? there.delete(at) : there.has(at);
      return new Response(null, { status: isThere ? 204 : 404 });
    }
    if (request.method === 'GET') {
      const found = there.get(at);
      return Response.json(found ?? {}, { status: found === undefined ? 404 : 200 });
    }
    if (!reads(request.headers.get('content-type') ?? '')) return Response.json({}, { status: 415 });
    const given = (await request.json().catch(() => undefined)) as unknown;
    if (typeof given !== 'object' || given === null || Array.isArray(given) || !fits(given as Given))
      return Response.json({}, { status: 400 });
    const own = given as Given;
    if (request.method === 'POST') {
      if (own['label'] === undefined || own['carrier'] === undefined) return Response.json({}, { status: 400 });
      made += 1;
      there.set(String(made), { id: made, ...own });
      return Response.json(there.get(String(made)), { status: 201 });
    }
    const before = there.get(at);
    if (before === undefined) return Response.json({}, { status: 404 });
    if (request.method === 'PUT') {
      if (own['label'] === undefined || own['carrier'] === undefined) return Response.json({}, { status: 400 });
      there.set(at, { id: Number(at), ...replaces(before, own) });
      return Response.json(there.get(at));
    }
    const isKnown = Object.keys(own).every((name) => ['label', 'note', 'carrier'].includes(name));
    if (!isKnown || Object.keys(own).length === 0 || !takes(own)) return Response.json({}, { status: 400 });
    there.set(at, stores(before, own));
    return Response.json({ ...before, ...own });
  };
  return (request: Request) => answer(request).catch(() => Response.json({}, { status: 500 }));
}

async function brokenBy(fetch: ReturnType<typeof parcels>, given: object = DOCUMENT): Promise<readonly string[]> {
  const run = await runOn(given, fetch, { target: WRITABLE });
  expect(clausesWith(run, 'pass')).toContain('changeParcel/200/media-type');
  return brokenIn(run);
}

test('a number beyond a bound that stands in one variant alone is no valid value', async () => {
  expect(await brokenBy(parcels())).toEqual([]);
});

test('a change of one member alone is tried, and has to be taken', async () => {
  const broken = await brokenBy(parcels({ takes: (change) => Object.keys(change).length > 1 }));
  expect(broken).toContain('changeParcel/valid-requests-are-not-refused');
});

test('a body that is announced as text is tried where the document has a 415', async () => {
  expect(await brokenBy(parcels({ reads: () => true }))).toEqual([
    'createParcel/body/media-type',
    'changeParcel/body/media-type',
  ]);
});

test.each<readonly [string, Partial<Parts>, readonly string[]]>([
  ['is not stored', { stores: (before) => before }, ['changeParcel/changed']],
  ['takes the rest away', { stores: ({ id: own }, change) => ({ id: own, ...change }) }, ['changeParcel/changed']],
  ['deletes nothing', { forgets: false }, ['deleteParcel/gone', 'deleteParcel/id/unknown']],
])('a change or deletion that %s is found where nothing lists what there is', async (_what, parts, clauses) => {
  const broken = await brokenBy(parcels(parts));
  expect(clauses.filter((clause) => broken.includes(clause))).not.toEqual([]);
  expect(broken.filter((clause) => !clauses.includes(clause))).toEqual([]);
});

/** The same with a PUT before the PATCH. */
const WITH_PUT = {
  ...DOCUMENT,
  paths: {
    ...DOCUMENT.paths,
    '/parcels/{id}': {
      put: {
        operationId: 'replaceParcel',
        parameters: [id],
        requestBody: body({ type: 'object', required: ['label', 'carrier'], properties: members }),
        responses: parcel(200),
      },
      ...DOCUMENT.paths['/parcels/{id}'],
    },
  },
};

test.each<readonly [string, Partial<Parts>, readonly string[]]>([
  ['nothing', {}, []],
  ['PATCH that is not stored', { stores: (before) => before }, ['changeParcel/changed']],
  [
    'PATCH that takes the rest away',
    { stores: ({ id: own }, change) => ({ id: own, ...change }) },
    ['changeParcel/changed'],
  ],
  [
    'PATCH that forgets the note',
    { stores: (before, own) => ({ ...before, note: '', ...own }) },
    ['changeParcel/changed'],
  ],
  ['PUT that is not stored', { replaces: (before) => before }, ['replaceParcel/changed']],
])('of PUT and PATCH, each is judged: %s', async (_what, parts, clauses) => {
  expect(await brokenBy(parcels(parts), WITH_PUT)).toEqual(clauses);
});

test('what is opened in another documented media type says nothing of members', async () => {
  const { get, ...others } = DOCUMENT.paths['/parcels/{id}'];
  const { description, content } = parcel(200)[200] as { description: string; content: object };
  const both = { description, content: { ...content, 'application/xml': { schema: { type: 'string' } } } };
  const responses = { ...get.responses, 200: both };
  const paths = { ...DOCUMENT.paths, '/parcels/{id}': { get: { ...get, responses }, ...others } };
  const service = parcels();
  for (const turn of [0, 1]) {
    let opened = turn;
    const fetch = async (request: Request): Promise<Response> => {
      const answer = await service(request);
      const isXml = request.method === 'GET' && answer.ok && (opened += 1) % 2 === 0;
      return isXml ? new Response('<parcel/>', { headers: { 'content-type': 'application/xml' } }) : answer;
    };
    expect(await brokenBy(fetch, { ...DOCUMENT, paths })).toEqual([]);
  }
});
