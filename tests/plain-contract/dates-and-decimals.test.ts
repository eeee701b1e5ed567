import { expect, test } from 'vitest';
import { arrayOf, brokenIn, inPath, json, objectOf, plainDocument, runOn, WRITABLE } from '../support/documents.ts';

const sent = {
  title: { type: 'string', minLength: 1, maxLength: 80 },
  rate: { type: 'string', format: 'decimal', pattern: String.raw`^-?\d{0,6}(?:\.\d{0,2})?$` },
  due: { type: 'string', format: 'date' },
};
const hire = { ...objectOf({ id: { type: 'integer' }, ...sent }), additionalProperties: false };
const example = { title: 'A lantern', rate: '12.50', due: '2026-02-28' };
const bodyOf = (required: readonly string[]) => ({
  required: true,
  content: { 'application/json': { schema: { type: 'object', required, properties: sent }, example } },
});
const one = { 200: { description: 'It.', ...json(hire) }, 404: { description: 'None.' } };
const bad = { 400: { description: 'A bad body.' } };
const parameters = [inPath('id')];

/** Hires as Django has them: numbers written as texts, and dates. */
const DOCUMENT = plainDocument({
  '/hires': {
    get: { operationId: 'listHires', responses: { 200: { description: 'All.', ...json(arrayOf(hire)) } } },
    post: {
      operationId: 'createHire',
      requestBody: bodyOf(['title', 'rate', 'due']),
      responses: { 201: { description: 'Made.', ...json(hire) }, ...bad },
    },
  },
  '/hires/{id}': {
    get: { operationId: 'getHire', parameters, responses: one },
    put: {
      operationId: 'replaceHire',
      parameters,
      requestBody: bodyOf(['title', 'rate', 'due']),
      responses: { ...one, ...bad },
    },
    patch: { operationId: 'changeHire', parameters, requestBody: bodyOf([]), responses: { ...one, ...bad } },
    delete: {
      operationId: 'deleteHire',
      parameters,
      responses: { 204: { description: 'Gone.' }, 404: { description: 'None.' } },
    },
  },
});

type Hire = Readonly<Record<string, unknown>>;

interface Parts {
  /** What a change stores of what it was sent. */
  readonly kept: (given: Hire, method: string) => Hire;
  readonly takes: (given: Hire, before: Hire) => boolean;
}

function isFit(given: Hire): boolean {
  const { title = 'x', rate = '1.00', due = '2026-01-01' } = given;
  if (typeof title !== 'string' || title.length < 1 || title.length > 80) return false;
  if (typeof rate !== 'string' || !/^-?\d{0,6}(?:\.\d{0,2})?$/u.test(rate)) return false;
  const time = typeof due === 'string' && /^\d{4}-\d\d-\d\d$/u.test(due) ? Date.parse(due) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().slice(0, 10) === due;
}

function hires({ kept = (given) => given, takes = () => true }: Partial<Parts> = {}) {
  const all = new Map<number, Hire>();
  let id = 0;
  const stored = (id: number, own: Hire): Hire => ({ ...own, rate: Number(own['rate']).toFixed(2), id });
  return async (request: Request): Promise<Response> => {
    const { method, url } = request;
    const at = Number(/\/hires\/(?<at>\d+)$/u.exec(url)?.groups?.['at']);
    const before = all.get(at);
    const isOne = !url.endsWith('/hires');
    if (method === 'GET' && !isOne) return Response.json([...all.values()]);
    if (isOne && before === undefined) return Response.json({}, { status: 404 });
    if (method === 'GET') return Response.json(before);
    if (method === 'DELETE') return new Response(null, { status: all.delete(at) ? 204 : 404 });
    const given = (await request.json().catch(() => undefined)) as unknown;
    if (typeof given !== 'object' || given === null || Array.isArray(given) || !isFit(given as Hire))
      return Response.json({}, { status: 400 });
    const own = Object.fromEntries(Object.entries(given as Hire).filter(([name]) => name in sent));
    const isWhole = ['title', 'rate', 'due'].every((name) => name in own);
    if (!isWhole && method !== 'PATCH') return Response.json({}, { status: 400 });
    if (method === 'POST') {
      id += 1;
      all.set(id, stored(id, own));
      return Response.json(all.get(id), { status: 201 });
    }
    if (!takes(own, before ?? {})) return Response.json({}, { status: 400 });
    all.set(at, stored(at, { ...before, ...kept(own, method) }));
    return Response.json(all.get(at));
  };
}

const ignoring = (name: string, where: string): Partial<Parts> => ({
  kept: (given, method) =>
    method === where ? Object.fromEntries(Object.entries(given).filter(([one]) => one !== name)) : given,
});

test.each<readonly [string, Partial<Parts>, readonly string[]]>([
  ['takes every change', {}, []],
  ['never takes another date', { takes: (given, before) => (given['due'] ?? before['due']) === before['due'] }, []],
  ['ignores the rate in PUT', ignoring('rate', 'PUT'), ['replaceHire/changed']],
  ['ignores the rate in PATCH', ignoring('rate', 'PATCH'), ['changeHire/changed']],
  ['ignores the date in PUT', ignoring('due', 'PUT'), ['replaceHire/changed']],
  ['ignores the date in PATCH', ignoring('due', 'PATCH'), ['changeHire/changed']],
])('a service that %s', async (_what, parts, broken) => {
  const run = await runOn(DOCUMENT, hires(parts), { target: WRITABLE });
  expect(brokenIn(run).toSorted()).toEqual(broken);
});
