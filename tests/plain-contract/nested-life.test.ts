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

const [projectId, taskId] = [inPath('projectId'), inPath('taskId')];
const named = objectOf({ id: { type: 'integer' }, name: { type: 'string' } });
const refusals = { 400: { description: 'A bad request.' }, 404: { description: 'There is none.' } };
const listed = (member: string) => ({
  200: {
    description: 'All of them.',
    ...json(objectOf({ [member]: arrayOf(named) })),
  },
  ...refusals,
});
const one = (status: number) => ({ [status]: { description: 'One.', ...json(named) }, ...refusals });
const requestBody = {
  required: true,
  ...json(objectOf({ name: { type: 'string', minLength: 1, maxLength: 90 } })),
};

/** Tasks are made, opened, changed and deleted below the id of their project. */
const DOCUMENT = plainDocument({
  '/projects': { get: { operationId: 'listProjects', responses: listed('projects') } },
  '/projects/{projectId}/tasks': {
    get: { operationId: 'listTasks', parameters: [projectId], responses: listed('tasks') },
    post: { operationId: 'createTask', parameters: [projectId], requestBody, responses: one(200) },
  },
  '/projects/{projectId}/tasks/{taskId}': {
    get: { operationId: 'getTask', parameters: [taskId, projectId], responses: one(200) },
    put: { operationId: 'changeTask', parameters: [projectId, taskId], requestBody, responses: one(200) },
    delete: {
      operationId: 'deleteTask',
      parameters: [projectId, taskId],
      responses: { 204: { description: 'Gone.' }, ...refusals },
    },
  },
});

interface Task {
  readonly id: number;
  readonly name: string;
}

interface Parts {
  readonly deletes: boolean;
  readonly changes: boolean;
  /** Does the list show what was changed? */
  readonly lists: boolean;
  /** Does a request create one thing only? */
  readonly once: boolean;
}

function isNamed(body: unknown): body is Pick<Task, 'name'> {
  const { name } = (body ?? {}) as Record<string, unknown>;
  return typeof name === 'string' && name.length >= 1 && name.length <= 90;
}

function service({ deletes, changes, lists, once }: Parts) {
  const projects = [1, 2].map((id) => ({ id, name: `Project ${id}` }));
  // The first project has none.
  const tasks = new Map([
    [1, new Map<number, Task>()],
    [2, new Map<number, Task>([[7, { id: 7, name: 'Paint' }]])],
  ]);
  const first = new Map<number, Task>();
  const shown = (task: Task): Task => (lists ? task : (first.get(task.id) ?? task));
  let made = 100;
  const count = () => [...tasks.values()].reduce((sum, { size }) => sum + size, 0);
  const fetch = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url);
    if (pathname === '/projects') return Response.json({ projects });
    const [, project = '', task] = /^\/projects\/([^/]+)\/tasks(?:\/([^/]+))?$/u.exec(pathname) ?? [];
    if (![project, task ?? '0'].every((id) => /^\d+$/u.test(id))) return Response.json({}, { status: 400 });
    const there = tasks.get(Number(project));
    if (there === undefined) return Response.json({}, { status: 404 });
    const writes = ['POST', 'PUT'].includes(request.method);
    const body = writes ? ((await request.json().catch(() => undefined)) as unknown) : undefined;
    if (task === undefined) {
      if (!writes) return Response.json({ tasks: [...there.values()].map(shown) });
      if (!isNamed(body)) return Response.json({}, { status: 400 });
      made += 1;
      there.set(made, { id: made, name: body.name });
      first.set(made, { id: made, name: body.name });
      if (!once) there.set(made + 1000, { id: made + 1000, name: body.name });
      return Response.json(there.get(made));
    }
    const found = there.get(Number(task));
    if (found === undefined) return Response.json({}, { status: 404 });
    if (request.method === 'DELETE') {
      if (deletes) there.delete(found.id);
      return new Response(null, { status: 204 });
    }
    if (!writes) return Response.json(found);
    if (!isNamed(body)) return Response.json({}, { status: 400 });
    if (changes) there.set(found.id, { ...found, name: body.name });
    return Response.json({ ...found, name: body.name });
  };
  return { fetch, count };
}

/** Every path has this at its end; a service like those of Django has nothing at the paths without it. */
async function judged(parts: Partial<Parts> = {}, end = '') {
  const { fetch, count } = service({ deletes: true, changes: true, lists: true, once: true, ...parts });
  const paths = Object.fromEntries(Object.entries(DOCUMENT.paths).map(([path, item]) => [path + end, item]));
  const run = await runOn(
    { ...DOCUMENT, paths },
    (request) => {
      const url = new URL(request.url);
      if (!url.pathname.endsWith(end)) return Response.json({}, { status: 404 });
      url.pathname = url.pathname.slice(0, url.pathname.length - end.length);
      return fetch(new Request(url, request));
    },
    { target: WRITABLE },
  );
  return { broken: brokenIn(run), passed: clausesWith(run, 'pass'), left: count() - 1 };
}

test.each(['', '/'])(
  'what is made below an id is opened, changed and taken back there, with %o at the end',
  async (end) => {
    const { broken, passed, left } = await judged({}, end);
    expect(broken).toEqual([]);
    expect(left).toBe(0);
    expect(passed).toEqual(
      expect.arrayContaining([
        'createTask/listed',
        'getTask/read',
        'changeTask/changed',
        'changeTask/relisted',
        'deleteTask/gone',
      ]),
    );
  },
);

test.each(['', '/'])('and what is wrong with it is found, with %o at the end', async (end) => {
  expect((await judged({ changes: false }, end)).broken).toEqual(['changeTask/changed']);
  expect((await judged({ lists: false }, end)).broken).toEqual(['changeTask/relisted']);
  expect((await judged({ once: false }, end)).broken).toEqual(['createTask/listed']);
  expect((await judged({ deletes: false }, end)).broken).toEqual([
    'deleteTask/dropped',
    'deleteTask/again',
    'deleteTask/gone',
  ]);
});
