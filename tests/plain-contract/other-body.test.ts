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

const name = { type: 'string', minLength: 1, maxLength: 80 };
const email = { type: 'string', format: 'email', description: 'No two members have the same.' };
const address = { anyOf: [{ allOf: [{ $ref: '#/components/schemas/Address' }] }, { type: 'null' }] };
const sent = { name, email, address };
const id = { type: 'integer', format: 'int32' };
const member = {
  ...objectOf({ id, ...sent, isActive: { type: 'boolean' } }),
  additionalProperties: false,
};
const bodyOf = (properties: object, required: readonly string[]) => ({
  required: true,
  ...json({ type: 'object', required, properties, additionalProperties: false }),
});
const one = { 200: { description: 'It.', ...json(member) }, 404: { description: 'None.' } };
const bad = { 400: { description: 'A bad body.' }, 409: { description: 'Another member has this email.' } };
const optional = Object.fromEntries(Object.entries(sent).map(([key, own]) => [key, orNull(own)]));

/** Members, whose creation, replacement and change each have a body of their own. */
const DOCUMENT = {
  ...plainDocument({
    '/members': {
      get: { operationId: 'listMembers', responses: { 200: { description: 'All.', ...json(arrayOf(member)) } } },
      post: {
        operationId: 'createMember',
        requestBody: bodyOf(sent, ['name', 'email']),
        responses: { 201: { description: 'Made.', ...json(member) }, ...bad },
      },
    },
    '/members/{id}': {
      get: { operationId: 'getMember', parameters: [inPath('id', id)], responses: one },
      put: {
        operationId: 'replaceMember',
        parameters: [inPath('id', id)],
        requestBody: bodyOf({ ...sent, isActive: { type: 'boolean' } }, ['name', 'email', 'isActive']),
        responses: { 204: { description: 'Done.' }, 404: one[404], ...bad },
      },
      patch: {
        operationId: 'changeMember',
        description: 'Members that are left out or null stay as they are.',
        parameters: [inPath('id', id)],
        requestBody: bodyOf(optional, []),
        responses: { ...one, ...bad },
      },
      delete: {
        operationId: 'deleteMember',
        parameters: [inPath('id', id)],
        responses: { 204: { description: 'Gone.' }, 404: one[404] },
      },
    },
  }),
  components: { schemas: { Address: objectOf({ street: { type: 'string', minLength: 1 } }) } },
};

function orNull(own: object): object {
  return 'type' in own ? { ...own, type: ['string', 'null'] } : own;
}

interface Member {
  readonly id: number;
  readonly [name: string]: unknown;
}

const FAULTS = {
  'replaces nothing': 'replaceMember/changed',
  'forgets that it is active': 'replaceMember/changed',
  'takes the email of another': 'replaceMember/taken',
  'forgets the address': 'createMember/echoed',
  'has ids beyond 32 bits': 'listMembers/200/items/id/format',
} as const;

function members(fault?: keyof typeof FAULTS) {
  let last = fault === 'has ids beyond 32 bits' ? 3_000_000_000 : 0;
  const all = new Map<number, Member>();
  const add = (given: object) => {
    last += 1;
    const own = { address: null, ...given, id: last, isActive: true };
    all.set(last, fault === 'forgets the address' ? { ...own, address: null } : own);
    return all.get(last);
  };
  add({ name: 'Ada', email: 'ada@example.org' });
  return async (request: Request): Promise<Response> => {
    const part = new URL(request.url).pathname.split('/')[2];
    const { method } = request;
    if (part === undefined && method === 'GET') return Response.json([...all.values()]);
    const given = bodyIn(await request.text());
    const found = /^\d+$/u.test(part ?? '') ? all.get(Number(part)) : undefined;
    if (part !== undefined && found === undefined) return new Response(null, { status: 404 });
    if (method === 'GET') return Response.json(found);
    if (method === 'DELETE') {
      all.delete(Number(part));
      return new Response(null, { status: 204 });
    }
    if (given === undefined || !isGood(given, method)) return new Response(null, { status: 400 });
    const isTaken = [...all.values()].some(
      ({ id: other, email: own }) => own === given['email'] && other !== found?.id,
    );
    if (isTaken && !(method === 'PUT' && fault === 'takes the email of another'))
      return new Response(null, { status: 409 });
    if (found === undefined) return Response.json(add(given), { status: 201 });
    const named = Object.fromEntries(
      Object.entries(given).filter(
        ([key, value]) =>
          (method === 'PUT' || value !== null) && !(fault === 'forgets that it is active' && key === 'isActive'),
      ),
    );
    const base = method === 'PUT' ? { ...found, address: null } : found;
    if (!(method === 'PUT' && fault === 'replaces nothing')) all.set(found.id, { ...base, ...named, id: found.id });
    return method === 'PUT' ? new Response(null, { status: 204 }) : Response.json(all.get(found.id));
  };
}

function bodyIn(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return value !== null && typeof value === 'object' && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

function isGood(given: Record<string, unknown>, method: string): boolean {
  const isPartial = method === 'PATCH';
  const rules: Readonly<Record<string, (value: unknown) => boolean>> = {
    name: (value) => (typeof value === 'string' && /^.{1,80}$/u.test(value)) || (isPartial && value === null),
    email: (value) => (typeof value === 'string' && /^\S+@\S+\.\S+$/u.test(value)) || (isPartial && value === null),
    address: (value) =>
      value === null ||
      (typeof value === 'object' &&
        typeof (value as Member)['street'] === 'string' &&
        (value as Member)['street'] !== ''),
    ...(method === 'PUT' ? { isActive: (value: unknown) => typeof value === 'boolean' } : {}),
  };
  const required = isPartial ? [] : Object.keys(rules).filter((key) => key !== 'address');
  return (
    required.every((key) => key in given) && Object.entries(given).every(([key, value]) => rules[key]?.(value) === true)
  );
}

test('a service whose bodies differ has no finding', async () => {
  const run = await runOn(DOCUMENT, members(), { target: WRITABLE });
  expect(brokenIn(run)).toEqual([]);
  const promised = ['createMember/echoed', 'replaceMember/changed', 'replaceMember/taken', 'changeMember/changed'];
  expect(clausesWith(run, 'pass')).toEqual(expect.arrayContaining(promised));
});

test.each(Object.entries(FAULTS))('one that %s breaks %s', async (fault, clause) => {
  const run = await runOn(DOCUMENT, members(fault as keyof typeof FAULTS), { target: WRITABLE });
  expect(brokenIn(run)).toContain(clause);
});
