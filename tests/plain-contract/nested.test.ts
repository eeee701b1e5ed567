import { expect, test } from 'vitest';
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
} from '../support/documents.ts';

const number = (name: string, schema: object) => inQuery(name, { type: 'integer', minimum: 1, ...schema });
const window = [number('page', { default: 1 }), number('limit', { maximum: 50, default: 10 })];
const projectId = inPath('projectId');
const named = objectOf({ id: { type: 'integer' }, name: { type: 'string' } });
const task = {
  ...named,
  required: ['id', 'name', 'done'],
  properties: { ...named.properties, done: { type: 'boolean' } },
};

function pageOf(member: string, items: object) {
  const schema = objectOf({ [member]: arrayOf(items), total: { type: 'integer' } });
  return {
    200: { description: 'A page.', ...json(schema) },
    400: { description: 'A bad query.' },
    404: { description: 'There is none.' },
  };
}

/** The tasks of a project are listed below its id. */
const DOCUMENT = plainDocument({
  '/projects': {
    get: { operationId: 'listProjects', parameters: window, responses: pageOf('projects', named) },
  },
  '/projects/{projectId}/tasks': {
    get: {
      operationId: 'listTasks',
      parameters: [projectId, ...window, inQuery('done', { type: 'boolean' })],
      responses: pageOf('tasks', task),
    },
  },
});

const PROJECTS = [1, 2, 3].map((id) => ({ id, name: `Project ${id}` }));

/** The first project has next to none. */
const TASKS = new Map(
  PROJECTS.map(({ id }) => [
    id,
    Array.from({ length: id === 2 ? 23 : 1 }, (_, index) => ({
      id: id * 100 + index,
      name: `Task ${index}`,
      done: index % 3 === 0,
    })),
  ]),
);

function service(filters: boolean, counts: (all: number, shown: number) => number = (all) => all) {
  return async (request: Request): Promise<Response> => {
    const { pathname, searchParams } = new URL(request.url);
    const [page, limit] = [Number(searchParams.get('page') ?? 1), Number(searchParams.get('limit') ?? 10)];
    const done = searchParams.get('done');
    const isNumber = [page, limit].every((one) => Number.isInteger(one) && one >= 1) && limit <= 50;
    const isFlag = done === null || done === 'true' || done === 'false';
    if (!isNumber || !isFlag) return Response.json({}, { status: 400 });
    const cut = <T>(all: readonly T[]) => all.slice((page - 1) * limit, page * limit);
    if (pathname === '/projects') return Response.json({ projects: cut(PROJECTS), total: PROJECTS.length });
    const id = /^\/projects\/(?<id>[^/]+)\/tasks$/u.exec(pathname)?.groups?.['id'] ?? '';
    const tasks = TASKS.get(Number(id));
    if (tasks === undefined) return Response.json({}, { status: /^\d+$/u.test(id) ? 404 : 400 });
    const found = tasks.filter((one) => !filters || done === null || String(one.done) === done);
    return Response.json({ tasks: cut(found), total: counts(found.length, cut(found).length) });
  };
}

async function verdicts(fetch: ReturnType<typeof service>) {
  const run = await runOn(DOCUMENT, fetch);
  return { broken: brokenIn(run), passed: clausesWith(run, 'pass') };
}

test('a listing below an id is judged where it has items enough', async () => {
  const { broken, passed } = await verdicts(service(true));
  expect(broken).toEqual([]);
  expect(passed).toEqual(
    expect.arrayContaining(['listTasks/done-filters', 'listTasks/pages-do-not-overlap', 'listTasks/pages-hold-total']),
  );
});

test.each([
  ['ignores its filter', service(false), 'listTasks/done-filters'],
  ['counts the page', service(true, (_, shown) => shown), 'listTasks/pages-hold-total'],
])('one that %s is found', async (_what, fetch, clause) => {
  expect((await verdicts(fetch)).broken).toContain(clause);
});
