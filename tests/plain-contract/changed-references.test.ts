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

const id = { type: 'integer' };
const name = { type: 'string', minLength: 1, maxLength: 60 };
const note = { type: 'string', minLength: 1, maxLength: 60 };
const task = objectOf({ id, name, note, project_id: id });
const example = { name: 'Paint', note: 'Green', project_id: 1 };
const bodyOf = (required: readonly string[]) => ({
  required: true,
  content: {
    'application/json': { schema: { type: 'object', required, properties: { name, note, project_id: id } }, example },
  },
});
const bad = { 400: { description: 'A bad body.' }, 404: { description: 'None.' } };
const parameters = [inPath('id')];
const one = { 200: { description: 'It.', ...json(task) }, ...bad };

const DOCUMENT = plainDocument({
  '/projects': {
    get: {
      operationId: 'listProjects',
      responses: { 200: { description: 'All.', ...json(arrayOf(objectOf({ id, name }))) } },
    },
  },
  '/tasks': {
    get: { operationId: 'listTasks', responses: { 200: { description: 'All.', ...json(arrayOf(task)) } } },
    post: {
      operationId: 'createTask',
      requestBody: bodyOf(['name', 'note', 'project_id']),
      responses: { 201: { description: 'Made.', ...json(task) }, ...bad },
    },
  },
  '/tasks/{id}': {
    get: { operationId: 'getTask', parameters, responses: one },
    patch: { operationId: 'changeTask', parameters, requestBody: bodyOf([]), responses: one },
    delete: { operationId: 'deleteTask', parameters, responses: { 204: { description: 'Gone.' }, 404: bad[404] } },
  },
});

type Task = Readonly<Record<string, unknown>>;

interface Projects {
  readonly projects?: readonly number[];
  readonly open?: readonly number[];
  readonly loses?: boolean;
}

/** Tasks of listed projects. `open`: those that take tasks. `loses`: a change of the project is not stored. */
function tasks({ projects = [1000, 1001], open = projects, loses = false }: Projects = {}) {
  const all = new Map<number, Task>();
  let made = 0;
  const isText = (text: unknown) => typeof text === 'string' && text !== '' && [...text].length <= 60;
  const isFit = (given: Task) =>
    isText(given['name']) && isText(given['note']) && open.includes(given['project_id'] as number);
  return async (request: Request): Promise<Response> => {
    const { method, url } = request;
    const [, kind, key] = new URL(url).pathname.split('/');
    if (kind === 'projects') return Response.json(projects.map((of) => ({ id: of, name: 'A house' })));
    const before = all.get(Number(key));
    if (method === 'GET' && key === undefined) return Response.json([...all.values()]);
    if (key !== undefined && before === undefined) return Response.json({}, { status: 404 });
    if (method === 'GET') return Response.json(before);
    if (method === 'DELETE') return new Response(null, { status: all.delete(Number(key)) ? 204 : 404 });
    const given = (await request.json().catch(() => undefined)) as unknown;
    if (typeof given !== 'object' || given === null || Array.isArray(given)) return Response.json({}, { status: 400 });
    const whole = { ...before, ...given };
    if (!isFit(whole)) return Response.json({}, { status: 400 });
    if (before === undefined) made += 1;
    const own = before === undefined ? made : Number(key);
    const kept = loses && before !== undefined ? { project_id: before['project_id'] } : {};
    all.set(own, { ...whole, id: own, ...kept });
    return Response.json(all.get(own), { status: before === undefined ? 201 : 200 });
  };
}

test('a change is judged by the id that it named, which exists, and not by that of the example', async () => {
  const run = await runOn(DOCUMENT, tasks(), { target: WRITABLE });
  expect(brokenIn(run)).toEqual([]);
  expect(clausesWith(run, 'pass')).toContain('changeTask/changed');
});

test('and one that is not stored is found', async () => {
  const run = await runOn(DOCUMENT, tasks({ loses: true }), { target: WRITABLE });
  expect(brokenIn(run)).toEqual(['changeTask/changed']);
});

test('a service may refuse what names another listed thing than its example, as a project that is closed', async () => {
  const run = await runOn(DOCUMENT, tasks({ projects: [1, 2, 3, 4], open: [1] }), { target: WRITABLE });
  expect(brokenIn(run)).toEqual([]);
  expect(clausesWith(run, 'pass')).toContain('createTask/listed');
  expect(clausesWith(run, 'pass')).toContain('changeTask/changed');
});
