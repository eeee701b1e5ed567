import { expect, test } from 'vitest';
import type { ContractDocument } from '../../src/contract/document.ts';
import { thingOf } from '../../src/contract/recognise/thing.ts';
import { parseJson } from '../../src/http/json-text.ts';
import {
  arrayOf,
  brokenIn,
  clausesWith,
  inPath,
  inQuery,
  json,
  objectOf,
  plainDocument,
  runOn,
  WRITABLE,
} from '../support/documents.ts';

const text = { type: 'string' };
const count = { type: 'integer', minimum: 1 };
const flag = { type: 'boolean' };
const name = { ...text, minLength: 1, maxLength: 80 };
const email = { ...text, format: 'email', maxLength: 190, description: 'Must be unique. A taken one gets 422.' };
const gardener = objectOf({
  id: count,
  name,
  email,
  newsletter: flag,
  deleted_at: { type: ['string', 'null'], format: 'date-time', readOnly: true },
});
const body = {
  required: true,
  ...json({
    type: 'object',
    required: ['name', 'email'],
    properties: { name, email, newsletter: { ...flag, default: false } },
  }),
};
/** POST and PUT have the same example, as generators write them. */
const example = { name: 'Greta', email: 'greta@example.org', newsletter: true };
const withExample = { ...body, content: { 'application/json': { ...body.content['application/json'], example } } };
const refused = { 422: { description: 'Bad values.' } };
const missing = { 404: { description: 'There is none.' } };
const wrapped = (schema: object) => json(objectOf({ data: schema }));
const parameters = [inPath('gardener', count)];
const bed = objectOf({ id: count, gardener_id: count, plant: text });

/** Gardeners in envelopes, as Laravel writes them, who stay as deleted ones. */
const DOCUMENT = plainDocument({
  '/gardeners': {
    get: {
      operationId: 'listGardeners',
      parameters: [inQuery('with_trashed', flag)],
      responses: { 200: { description: 'All.', ...wrapped(arrayOf(gardener)) }, ...refused },
    },
    post: {
      operationId: 'createGardener',
      requestBody: withExample,
      responses: { 201: { description: 'Made.', ...wrapped(gardener) }, ...refused },
    },
  },
  '/gardeners/{gardener}': {
    get: {
      operationId: 'getGardener',
      description: 'A deleted gardener is not found.',
      parameters,
      responses: { 200: { description: 'It.', ...wrapped(gardener) }, ...missing },
    },
    put: {
      operationId: 'replaceGardener',
      parameters,
      requestBody: withExample,
      responses: { 200: { description: 'It.', ...wrapped(gardener) }, ...missing, ...refused },
    },
    delete: {
      operationId: 'deleteGardener',
      description: 'The gardener is kept and can be restored. One that is deleted already is not found.',
      parameters,
      responses: { 204: { description: 'Gone.' }, ...missing },
    },
  },
  '/gardeners/{gardener}/beds': {
    get: {
      operationId: 'listBeds',
      parameters,
      responses: { 200: { description: 'All.', ...wrapped(arrayOf(bed)) }, ...missing },
    },
    post: {
      operationId: 'createBed',
      parameters,
      requestBody: { required: true, ...json(objectOf({ plant: text })) },
      responses: { 201: { description: 'Made.', ...wrapped(bed) }, ...missing, ...refused },
    },
  },
});

const FAULTS = {
  'stores nothing': ['createGardener/listed'],
  'takes the newsletter for wanted': ['createGardener/newsletter-has-its-default'],
  'takes the email of another': ['createGardener/taken', 'replaceGardener/taken'],
  'replaces nothing': ['replaceGardener/changed'],
  'deletes nothing': ['deleteGardener/again', 'deleteGardener/dropped', 'deleteGardener/gone'],
  'opens what is deleted': ['deleteGardener/gone'],
  'deletes twice': ['deleteGardener/again'],
  'shows the beds of everybody': ['listBeds/gardener_id-is-that-of-the-path'],
} as const;

interface Gardener {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly newsletter: boolean;
  readonly deleted_at: string | null;
}

function gardeners(fault?: keyof typeof FAULTS) {
  const all = new Map<number, Gardener>();
  const beds = [1, 2, 3].map((id) => ({ id, gardener_id: 1 + (id % 2), plant: `plant ${id}` }));
  const add = (given: Given): Gardener => {
    const newsletter = given.newsletter ?? fault === 'takes the newsletter for wanted';
    const made = { ...given, newsletter, id: all.size + 1, deleted_at: null };
    all.set(made.id, fault === 'stores nothing' && all.size > 2 ? { ...made, deleted_at: 'always' } : made);
    return made;
  };
  for (const one of ['Ada', 'Bo']) add({ name: one, email: `${one}@example.org`, newsletter: false });
  const data = (value: unknown, status = 200) => Response.json({ data: value }, { status });
  return async (request: Request): Promise<Response> => {
    const [, , part, below] = new URL(request.url).pathname.split('/');
    const { method } = request;
    const isThere = ({ deleted_at }: Gardener) => deleted_at === null;
    const trashed = new URL(request.url).searchParams.get('with_trashed') ?? 'false';
    if (!['true', 'false'].includes(trashed)) return new Response(null, { status: 422 });
    if (part === undefined && method === 'GET')
      return data([...all.values()].filter((one) => trashed === 'true' || isThere(one)));
    const found = /^\d+$/u.test(part ?? '') ? all.get(Number(part)) : undefined;
    const isOpen = found !== undefined && (isThere(found) || (fault === 'opens what is deleted' && method === 'GET'));
    if (part !== undefined && !isOpen && !(fault === 'deletes twice' && method === 'DELETE' && found !== undefined))
      return new Response(null, { status: 404 });
    if (found !== undefined && below === 'beds') {
      if (method === 'POST') return bedOf(await request.text(), found.id, beds.length + 1);
      return data(beds.filter((one) => fault === 'shows the beds of everybody' || one.gardener_id === found.id));
    }
    if (method === 'GET') return data(found);
    if (found !== undefined && method === 'DELETE') {
      if (fault !== 'deletes nothing') all.set(found.id, { ...found, deleted_at: '2026-01-01T00:00:00Z' });
      return new Response(null, { status: 204 });
    }
    const given = bodyIn(await request.text());
    const isTaken = [...all.values()].some((one) => one.email === given?.email && one !== found);
    if (given === undefined || (isTaken && fault !== 'takes the email of another'))
      return new Response(null, { status: 422 });
    if (found === undefined) return data(add(given), 201);
    const changed = { ...found, newsletter: false, ...given };
    if (fault !== 'replaces nothing') all.set(found.id, changed);
    return data(changed);
  };
}

type Given = Pick<Gardener, 'name' | 'email'> & { readonly newsletter?: boolean };

function bedOf(sent: string, gardener_id: number, id: number): Response {
  const { plant } = (parseJson(sent)?.value ?? {}) as { readonly plant?: unknown };
  if (typeof plant !== 'string') return new Response(null, { status: 422 });
  return Response.json({ data: { id, gardener_id, plant } }, { status: 201 });
}

/** What is before the @ has at most 64 characters, and no part of the host more than 63. */
const EMAIL = /^[\w.-]{1,64}@(?:[a-z\d-]{1,63}\.)+[a-z]{2,63}$/u;

function bodyIn(sent: string): Given | undefined {
  const value = parseJson(sent)?.value;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const { name: called, email: address, newsletter } = value as Partial<Record<string, unknown>>;
  if (typeof called !== 'string' || called === '' || [...called].length > 80) return undefined;
  if (typeof address !== 'string' || address.length > 190 || !EMAIL.test(address)) return undefined;
  if (newsletter !== undefined && typeof newsletter !== 'boolean') return undefined;
  return { name: called, email: address, ...(newsletter === undefined ? {} : { newsletter }) };
}

test('a service whose answers are in envelopes has no finding, and is judged as others are', async () => {
  const run = await runOn(DOCUMENT, gardeners(), { target: WRITABLE });
  expect(brokenIn(run)).toEqual([]);
  expect(clausesWith(run, 'pass')).toEqual(expect.arrayContaining([...new Set(Object.values(FAULTS).flat())]));
});

test.each(Object.entries(FAULTS))('one that %s breaks %j', async (fault, clauses) => {
  const run = await runOn(DOCUMENT, gardeners(fault as keyof typeof FAULTS), { target: WRITABLE });
  expect(brokenIn(run)).toEqual(expect.arrayContaining([...clauses]));
});

test.each([
  ['the only object', { data: gardener }, '/data'],
  ['beside what envelopes have', { data: gardener, meta: objectOf({ took: count }), request_id: text }, '/data'],
  ['beside another member', { number: text, customer: gardener }, ''],
  ['beside another object', { customer: gardener, seller: gardener }, ''],
  ['without an id', { data: objectOf({ plant: text }) }, ''],
])('an object %s in an answer is the thing only if nothing else is there', (_where, members, at) => {
  const document = plainDocument({
    '/orders': {
      post: { operationId: 'order', responses: { 201: { description: 'Made.', ...json(objectOf(members)) } } },
    },
  }) as unknown as ContractDocument;
  const node = document.paths['/orders']?.['post'];
  expect(node && thingOf(document, node).at).toBe(at);
});
