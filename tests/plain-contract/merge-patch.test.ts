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
const text = { type: 'string', minLength: 1, maxLength: 90 };
const fields = { title: text, due: { type: 'string', format: 'date' }, size: { type: 'integer', minimum: 1 } };
const task = { ...objectOf({ id: { type: 'string' }, ...fields }), required: ['id', 'title'] };
const requestBody = { required: true, ...json({ type: 'object', required: ['title'], properties: fields }) };
const answers = (status: number) => ({
  [status]: { description: 'The task.', ...json(task) },
  400: { description: 'A bad body.' },
  404: { description: 'There is none.' },
});

/** Tasks that a PATCH of this media type changes. */
const documentOf = (type: string) =>
  plainDocument({
    '/tasks': {
      get: { operationId: 'listTasks', responses: { 200: { description: 'All.', ...json(arrayOf(task)) } } },
      post: { operationId: 'createTask', requestBody, responses: answers(201) },
    },
    '/tasks/{id}': {
      get: { operationId: 'getTask', parameters: [id], responses: answers(200) },
      patch: {
        operationId: 'changeTask',
        parameters: [id],
        requestBody: { required: true, content: { [type]: { schema: { type: 'object', properties: fields } } } },
        responses: answers(200),
      },
      put: { operationId: 'replaceTask', parameters: [id], requestBody, responses: answers(200) },
      delete: { operationId: 'deleteTask', parameters: [id], responses: { 204: { description: 'Gone.' } } },
    },
  });

type Task = Readonly<Record<string, unknown>>;

const isDay = (one: unknown) => typeof one === 'string' && /^\d{4}-\d\d-\d\d$/u.test(one) && !one.endsWith('-30');

/** `merges` gives what becomes of a task. What `takesNull` is false of is refused with null in it. */
function tasks(merges: (old: Task, given: Task) => Task, takesNull = true) {
  const all = new Map<string, Task>([['own', { id: 'own', title: 'Of somebody else' }]]);
  let made = 0;
  return async (request: Request): Promise<Response> => {
    const refusal = (status: number) => new Response(null, { status });
    const [, , key = ''] = new URL(request.url).pathname.split('/');
    const old = all.get(key);
    if (key !== '' && old === undefined) return refusal(404);
    if (request.method === 'GET') return Response.json(old ?? [...all.values()]);
    if (request.method === 'DELETE') return refusal(all.delete(key) ? 204 : 404);
    const body = (await request.json().catch(() => undefined)) as Task | null | undefined;
    if (typeof body !== 'object' || body === null || Array.isArray(body)) return refusal(400);
    const isPatch = request.method === 'PATCH';
    const { title = isPatch ? old?.['title'] : undefined, due, size } = body;
    const isFree = (one: unknown) => one === undefined || (one === null && takesNull && isPatch);
    const isRight = typeof title === 'string' && title !== '' && [...title].length <= 90;
    if (!isRight || !(isFree(due) || isDay(due)) || !(isFree(size) || (Number.isInteger(size) && Number(size) > 0)))
      return refusal(400);
    made += old === undefined ? 1 : 0;
    const next = old !== undefined && isPatch ? merges(old, body) : { ...body, id: old?.['id'] ?? `t${made}` };
    all.set(String(next['id']), next);
    return Response.json(next, { status: old === undefined ? 201 : 200 });
  };
}

const withoutNull = (one: Task) => Object.fromEntries(Object.entries(one).filter(([, value]) => value !== null));
const merges = (old: Task, given: Task) => withoutNull({ ...old, ...given });
const ignores = (old: Task, given: Task) => ({ ...old, ...withoutNull(given) });
const MERGE = 'application/merge-patch+json';

test.each<readonly [string, string, ReturnType<typeof tasks>, readonly string[]]>([
  ['removes a member', MERGE, tasks(merges), []],
  ['is refused', MERGE, tasks(merges, false), []],
  ['changes nothing', MERGE, tasks(ignores), ['changeTask/changed']],
  ['changes nothing, outside of a merge patch', 'application/json', tasks(ignores, false), []],
])('null in a change %s', async (_what, type, fetch, broken) => {
  const run = await runOn(documentOf(type), fetch, { target: WRITABLE });
  expect(brokenIn(run)).toEqual(broken);
  expect(clausesWith(run, 'pass')).toContain('replaceTask/changed');
});
