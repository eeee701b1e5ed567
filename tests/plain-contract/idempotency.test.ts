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

const sent = objectOf({ text: { type: 'string', minLength: 1, maxLength: 90 } });
const task = objectOf({ id: { type: 'integer' }, ...sent.properties });
const requestBody = { required: true, content: { 'application/json': { schema: sent, example: { text: 'A task' } } } };
const key = { name: 'Idempotency-Key', in: 'header', schema: { type: 'string', minLength: 8, maxLength: 64 } };
const id = inPath('id');
const missing = { 404: { description: 'There is none.' } };

const documentOf = (required: boolean) =>
  plainDocument({
    '/tasks': {
      get: { operationId: 'listTasks', responses: { 200: { description: 'All.', ...json(arrayOf(task)) } } },
      post: {
        operationId: 'createTask',
        parameters: [{ ...key, required, example: 'one-key-for-all' }],
        requestBody,
        responses: {
          201: {
            description: 'Made.',
            headers: { Location: { schema: { type: 'string' } } },
            ...json(task),
          },
          400: { description: 'A bad body.' },
          409: { description: 'The key was used with another body.' },
        },
      },
    },
    '/tasks/{id}': {
      get: {
        operationId: 'getTask',
        parameters: [id],
        responses: { 200: { description: 'It.', ...json(task) }, ...missing },
      },
      delete: { operationId: 'deleteTask', parameters: [id], responses: { 204: { description: 'Gone.' }, ...missing } },
    },
  });

/** What is unusual about a service. */
interface Ways {
  readonly required?: boolean;
  /** Creates one for each request. */
  readonly ignores?: boolean;
  /** The status for a repetition, if it is refused. */
  readonly again?: number;
  /** The status for another body with a known key; undefined: the first answer. */
  readonly other?: number | undefined;
  readonly location?: string;
}

function tasks(given: Ways) {
  const { required = false, ignores = false, again, other, location = '/base/tasks/' } = { other: 409, ...given };
  const there = new Map<number, string>([[1, 'Not of the run']]);
  const known = new Map<string, { readonly text: string; readonly id: number }>();
  let made = 1;
  const refused = (status: number) => new Response(null, { status });
  const show = (at: number, status = 200) =>
    Response.json(
      { id: at, text: there.get(at) },
      { status, headers: status === 201 ? { Location: `${location}${at}` } : {} },
    );
  const answer = async (request: Request): Promise<Response> => {
    const [, , at = ''] = new URL(request.url).pathname.split('/');
    if (at !== '' && !there.has(Number(at))) return refused(404);
    if (request.method === 'DELETE') return refused(there.delete(Number(at)) ? 204 : 404);
    if (request.method === 'GET')
      return at === '' ? Response.json([...there].map(([one, text]) => ({ id: one, text }))) : show(Number(at));
    const { text } = (JSON.parse((await request.text()) || 'null') ?? {}) as { text?: unknown };
    const header = request.headers.get('Idempotency-Key');
    if (typeof text !== 'string' || text === '' || text.length > 90 || (required && header === null))
      return refused(400);
    const before = known.get(header ?? '');
    if (before !== undefined && !ignores) {
      if (before.text === text) return again === undefined ? show(before.id, 201) : refused(again);
      return other === undefined ? show(before.id, 201) : refused(other);
    }
    made += 1;
    there.set(made, text);
    if (header !== null) known.set(header, { text, id: made });
    return show(made, 201);
  };
  return (request: Request) => answer(request).catch(() => refused(400));
}

const run = (ways: Ways) => runOn(documentOf(ways.required ?? false), tasks(ways), { target: WRITABLE });

test.each<[string, Ways]>([
  ['optional', {}],
  ['required, so that each creation has one of its own', { required: true }],
])('a key that is %s breaks nothing', async (_, ways) => {
  const judged = await run(ways);
  expect(brokenIn(judged)).toEqual([]);
  expect(clausesWith(judged, 'pass')).toEqual(
    expect.arrayContaining(['createTask/repeatable', 'createTask/located', 'createTask/listed']),
  );
});

test.each<[string, Ways, string]>([
  ['a key that is ignored', { ignores: true }, 'createTask/repeatable'],
  ['a repetition that is refused', { again: 409 }, 'createTask/repeatable'],
  ['another body that gets the first answer', { other: undefined }, 'createTask/repeatable'],
  ['another body that is refused otherwise', { other: 422 }, 'createTask/repeatable'],
  ['a Location that leads elsewhere', { location: '/task/' }, 'createTask/located'],
  ['a Location that leads to another kind of thing', { location: '/users/' }, 'createTask/located'],
])('%s is found', async (_, ways, clause) => {
  expect(brokenIn(await run(ways))).toEqual([clause]);
});
