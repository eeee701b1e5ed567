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

const STATES = ['open', 'done'];
const named = objectOf({ id: { type: 'integer' } });
const task = { ...named, properties: { ...named.properties, state: { type: 'string', enum: STATES } } };

function pageOf(items: object) {
  const schema = objectOf({ items: arrayOf(items), nextCursor: { type: ['string', 'null'] } });
  return {
    200: { description: 'A page.', ...json(schema) },
    400: { description: 'A bad query.' },
    404: { description: 'There is none.' },
  };
}

const paging = [
  inQuery('limit', { type: 'integer', minimum: 1, maximum: 50, default: 10 }),
  inQuery('cursor', { type: 'string', minLength: 1 }),
];

/** The tasks of a project, by cursor. */
const DOCUMENT = plainDocument({
  '/projects': { get: { operationId: 'listProjects', parameters: paging, responses: pageOf(named) } },
  '/projects/{projectId}/tasks': {
    get: {
      operationId: 'listTasks',
      parameters: [inPath('projectId'), inQuery('state', task.properties.state), ...paging],
      responses: pageOf(task),
    },
  },
});

const PROJECTS = [1, 2, 3].map((id) => ({ id }));

/** Only the second project has more than one. */
const tasksOf = (project: number) =>
  Array.from({ length: project === 2 ? 23 : 1 }, (_, index) => ({ id: index + 1, state: STATES[index % 2] }));

interface Parts {
  /** How many items are lost between two pages. */
  readonly lost?: number;
  /** Does the filter hold on this page? */
  readonly filters?: (isFirst: boolean) => boolean;
}

function service({ lost = 0, filters = () => true }: Parts) {
  return (request: Request): Response => {
    const { pathname, searchParams: query } = new URL(request.url);
    const project = /^\/projects\/(?<id>[^/]+)\/tasks$/u.exec(pathname)?.groups?.['id'];
    const [limit, from] = [Number(query.get('limit') ?? 10), Number(query.get('cursor') ?? 0)];
    const state = query.get('state');
    const isRight = Number.isInteger(limit) && limit >= 1 && limit <= 50 && Number.isInteger(from);
    if (!isRight || (state !== null && !STATES.includes(state))) return Response.json({}, { status: 400 });
    if (project !== undefined && !/^[1-3]$/u.test(project))
      return Response.json({}, { status: /^\d+$/u.test(project) ? 404 : 400 });
    const all = project === undefined ? PROJECTS : tasksOf(Number(project));
    const isFree = state === null || !filters(from === 0);
    const kept = all.filter((one) => isFree || ('state' in one && one.state === state));
    const end = from + limit;
    const next = end < kept.length ? String(end + (project === undefined ? 0 : lost)) : null;
    return Response.json({ items: kept.slice(from, end), nextCursor: next });
  };
}

async function broken(parts: Parts = {}): Promise<readonly string[]> {
  const run = await runOn(DOCUMENT, service(parts));
  expect(clausesWith(run, 'pass', 'warn')).toContain(CURSOR);
  return brokenIn(run);
}

const CURSOR = 'listTasks/cursor-leads-through-the-listing';

test('pages by cursor below an id are followed where there are items enough', async () => {
  expect(await broken()).toEqual([]);
  expect(await broken({ lost: 1 })).toEqual([CURSOR]);
});

test('a filter that holds on the first page only is found', async () => {
  expect(await broken({ filters: (isFirst) => isFirst })).toEqual([CURSOR]);
});
