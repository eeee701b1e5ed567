import { expect, test } from 'vitest';
import { arrayOf, brokenIn, clausesWith, inPath, json, plainDocument, runOn, WRITABLE } from '../support/documents.ts';

const GROUPS = ['rose', 'fern', 'moss'];
const MARKS = ['hardy', 'rare', 'toxic', 'edible'];
const STATES = ['seed', 'grown', 'dead'];
const sent = {
  label: { type: 'string', minLength: 1, maxLength: 60 },
  place: { type: 'string', maxLength: 200 },
  group: { type: 'string', enum: GROUPS },
  note: { type: 'string', maxLength: 120, default: '' },
  marks: { ...arrayOf({ type: 'string', enum: MARKS }), uniqueItems: true, maxItems: 4 },
  rank: { type: 'integer', minimum: 0, maximum: 9, default: 5 },
  isPublic: { type: 'boolean', default: false },
};
const shown = { id: { type: 'integer' }, ...sent, state: { type: 'string', enum: STATES } };
const required = ['label', 'place', 'group'];
const plant = { ...json({ type: 'object', required: Object.keys(shown), properties: shown }) };
const refusals = { 400: { description: 'A bad body.' }, 404: { description: 'There is none.' } };
const changed = { type: 'object', additionalProperties: false, minProperties: 1 };
const body = (schema: object, example?: object) => ({
  required: true,
  content: { 'application/json': { schema, ...(example === undefined ? {} : { example }) } },
});

/** Plants that are made, opened, changed and deleted. */
const DOCUMENT = plainDocument({
  '/plants': {
    post: {
      operationId: 'createPlant',
      requestBody: body(
        { type: 'object', required, additionalProperties: false, properties: sent },
        { label: 'A fern', place: 'Orangery', group: 'rose' },
      ),
      responses: { 201: { description: 'Made.', ...plant }, ...refusals },
    },
  },
  '/plants/{id}': {
    parameters: [inPath('id')],
    get: { operationId: 'getPlant', responses: { 200: { description: 'A plant.', ...plant }, ...refusals } },
    patch: {
      operationId: 'changePlant',
      requestBody: body({ ...changed, properties: { ...sent, state: shown.state } }, { state: 'grown' }),
      responses: { 200: { description: 'A plant.', ...plant }, ...refusals },
    },
    delete: { operationId: 'deletePlant', responses: { 204: { description: 'Gone.' }, ...refusals } },
  },
});

interface Plant {
  readonly label: string;
  readonly place: string;
  readonly group: string;
  readonly note: string;
  readonly marks: readonly string[];
  readonly rank: number;
  readonly isPublic: boolean;
  readonly state: string;
}

const isText = (value: unknown, most: number, least = 0): boolean =>
  typeof value === 'string' && [...value].length >= least && [...value].length <= most;

const CHECKS: Readonly<Record<keyof Plant, (value: unknown) => boolean>> = {
  label: (value) => isText(value, 60, 1),
  place: (value) => isText(value, 200),
  group: (value) => GROUPS.includes(value as string),
  note: (value) => isText(value, 120),
  marks: (value) =>
    Array.isArray(value) && value.every((one) => MARKS.includes(one as string)) && new Set(value).size === value.length,
  rank: (value) => Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 9,
  isPublic: (value) => typeof value === 'boolean',
  state: (value) => STATES.includes(value as string),
};

interface Parts {
  readonly accepts: (own: Plant) => boolean;
  /** What is stored of what was sent. */
  readonly stores: (own: Plant) => Partial<Plant>;
  readonly changes: (before: Plant, change: Partial<Plant>) => Partial<Plant>;
}

const RIGHT: Parts = { accepts: () => true, stores: () => ({}), changes: (_before, change) => change };

const FIRST = { note: '', marks: [], rank: 5, isPublic: false, state: 'seed' };

function plants(parts: Partial<Parts>) {
  const { accepts, stores, changes } = { ...RIGHT, ...parts };
  const there = new Map<string, Plant & { readonly id: number }>();
  let made = 0;
  return async (request: Request): Promise<Response> => {
    const at = /^\/plants\/(?<at>\d+)$/u.exec(new URL(request.url).pathname)?.groups?.['at'] ?? '';
    const found = there.get(at);
    if (request.method === 'DELETE') return new Response(null, { status: there.delete(at) ? 204 : 404 });
    if (request.method === 'GET') return Response.json(found ?? {}, { status: found === undefined ? 404 : 200 });
    const given = (await request.json().catch(() => undefined)) as Partial<Plant> | undefined;
    const isPost = request.method === 'POST';
    const isRight =
      typeof given === 'object' &&
      given !== null &&
      !Array.isArray(given) &&
      Object.entries(given).every(([name, value]) => CHECKS[name as keyof Plant]?.(value) === true) &&
      (isPost ? required.every((name) => name in given) && !('state' in given) : Object.keys(given).length > 0);
    if (!isRight) return Response.json({}, { status: 400 });
    if (isPost) {
      const own = { ...FIRST, ...given } as Plant;
      if (!accepts(own)) return Response.json({}, { status: 400 });
      made += 1;
      there.set(String(made), { id: made, ...own, ...stores(own) });
      return Response.json(there.get(String(made)), { status: 201 });
    }
    if (found === undefined) return Response.json({}, { status: 404 });
    there.set(at, { ...found, ...changes(found, given) });
    return Response.json(there.get(at));
  };
}

test.each<readonly [string, Partial<Parts>, string]>([
  ['a note that has a default', { stores: () => ({ note: '' }) }, 'createPlant/echoed'],
  ['a list that may be missing', { stores: () => ({ marks: [] }) }, 'createPlant/echoed'],
  ['all but the first element', { stores: ({ marks }) => ({ marks: marks.slice(0, 1) }) }, 'createPlant/echoed'],
  ['a number beside its default', { stores: () => ({ rank: 5 }) }, 'createPlant/echoed'],
  ['the end of a text', { stores: ({ place }) => ({ place: place.slice(0, 30) }) }, 'createPlant/echoed'],
  [
    'the end of the text with the mark',
    { stores: ({ label }) => ({ label: label.slice(0, 40) }) },
    'createPlant/echoed',
  ],
  ['a list', { changes: (_before, change) => ({ marks: [], ...change }) }, 'changePlant/changed'],
  ['a note', { changes: (_before, change) => ({ note: '', ...change }) }, 'changePlant/changed'],
  ['what only a change sets', { changes: (_before, change) => ({ state: 'seed', ...change }) }, 'changePlant/changed'],
  ['the first listed value', { changes: (_before, change) => ({ group: 'rose', ...change }) }, 'changePlant/changed'],
  [
    'nothing of a list that is replaced',
    { changes: ({ marks }, change) => ({ ...change, marks: [...new Set([...marks, ...(change.marks ?? [])])] }) },
    'changePlant/changed',
  ],
])('it is found if a creation or a change loses %s', async (_what, parts, clause) => {
  expect(brokenIn(await runOn(DOCUMENT, plants(parts), { target: WRITABLE }))).toEqual([clause]);
});

const sorted = (marks: readonly string[] = []) => ({ marks: marks.toSorted() });

test.each<readonly [string, Partial<Parts>]>([
  ['is as documented', {}],
  [
    'trims texts and writes them in lower case',
    {
      stores: ({ label, place, note }) => ({
        label: label.trim().toLowerCase(),
        place: place.trim(),
        note: note.trim().toLowerCase(),
      }),
    },
  ],
  [
    'sorts a list',
    {
      stores: ({ marks }) => sorted(marks),
      changes: (_, change) => ({ ...change, ...('marks' in change ? sorted(change.marks) : {}) }),
    },
  ],
  ['lets only some callers publish', { stores: () => ({ isPublic: false }) }],
  ['knows members that do not go together', { accepts: ({ note, marks }) => note === '' || marks.length < 2 }],
  ['takes no long texts', { accepts: ({ place }) => place.length < 20 || place.startsWith('conform') }],
])('a service that %s has no finding', async (_what, parts) => {
  const run = await runOn(DOCUMENT, plants(parts), { target: WRITABLE });
  expect(brokenIn(run)).toEqual([]);
  expect(clausesWith(run, 'pass')).toEqual(
    expect.arrayContaining(['createPlant/echoed', 'getPlant/read', 'changePlant/changed', 'deletePlant/gone']),
  );
});
