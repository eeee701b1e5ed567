import { expect, test } from 'vitest';
import { brokenIn, clausesWith, inPath, json, objectOf, plainDocument, runOn, WRITABLE } from '../support/documents.ts';

const id = inPath('id', { type: 'string' });
const fields = { text: { type: 'string', minLength: 1, maxLength: 90 } };
const task = objectOf({
  id: { type: 'string' },
  ...fields,
  state: { type: 'string', enum: ['open', 'closed', 'archived'] },
  views: { type: 'integer' },
});
const requestBody = {
  required: true,
  content: { 'application/json': { schema: objectOf(fields), example: { text: 'A task' } } },
};
const answer = (status: number, more: object = {}) => ({
  [status]: { description: 'The task.', ...json(task) },
  400: { description: 'A bad body.' },
  404: { description: 'There is none.' },
  ...more,
});

/** Tasks that can be closed, once. `conflict`: what the document says of a second time; `description`: of the action. */
function documentOf(conflict: string, description = '', action = '/close', more: object = {}) {
  return plainDocument({
    '/tasks': { post: { operationId: 'createTask', requestBody, responses: answer(201) } },
    '/tasks/{id}': {
      get: { operationId: 'getTask', parameters: [id], responses: answer(200) },
      delete: { operationId: 'deleteTask', parameters: [id], responses: { 204: { description: 'Gone.' } } },
    },
    [`/tasks/{id}${action}`]: {
      post: {
        operationId: 'closeTask',
        description,
        ...more,
        parameters: [id],
        responses: answer(200, { 409: { description: conflict } }),
      },
    },
  });
}

interface Ways {
  readonly second: number;
  readonly isStored: boolean;
  /** The state that the action answers. */
  readonly told: string;
  /** The state of a new task. */
  readonly first: string;
  /** The state that it has soon after the action. */
  readonly later: string;
}

function tasks({ second = 409, isStored = true, told = 'closed', first = 'open', later = 'closed' }: Partial<Ways>) {
  const there = new Map<string, { id: string; text: string; state: string; views: number }>();
  let made = 0;
  return async (request: Request): Promise<Response> => {
    const [, , key = '', verb] = new URL(request.url).pathname.split(/[/:]/u);
    const old = there.get(key);
    if (key !== '' && old === undefined) return new Response(null, { status: 404 });
    if (request.method === 'DELETE') return new Response(null, { status: there.delete(key) ? 204 : 404 });
    if (old !== undefined && verb === 'close') {
      if (old.state !== 'open' && second !== 200) return new Response(null, { status: second });
      if (isStored) old.state = later;
      return Response.json({ ...old, state: told });
    }
    if (old !== undefined) {
      old.views += 1;
      return Response.json(old);
    }
    const body = (await request.json().catch(() => undefined)) as { readonly text?: unknown } | undefined;
    const { text } = body ?? {};
    if (typeof text !== 'string' || text.length < 1 || text.length > 90) return new Response(null, { status: 400 });
    made += 1;
    there.set(`t${made}`, { id: `t${made}`, text, state: first, views: 0 });
    return Response.json(there.get(`t${made}`), { status: 201 });
  };
}

test.each<readonly [string, string, Partial<Ways>, readonly string[]]>([
  ['is refused a second time as documented', 'It is closed already.', {}, []],
  ['has moved on when it is read', 'It is closed already.', { later: 'archived' }, []],
  ['may be done twice', 'Somebody else works on it.', { second: 200 }, []],
  ['may be done twice, and not when something else was done', 'The task has already started.', { second: 200 }, []],
  ['is done twice, by other words', 'The task has already been closed.', { second: 200 }, ['closeTask/finished']],
  ['is done twice, by others', 'A task cannot be closed twice.', { second: 200 }, ['closeTask/finished']],
  ['is done twice', 'It is closed already.', { second: 200 }, ['closeTask/finished']],
  ['is refused with another status', 'It is closed already.', { second: 400 }, ['closeTask/finished']],
  [
    'changes nothing but its answer',
    'It is closed already.',
    { isStored: false },
    ['closeTask/acted', 'closeTask/finished'],
  ],
])('an action that %s', async (_what, conflict, ways, clauses) => {
  const run = await runOn(documentOf(conflict), tasks(ways), { target: WRITABLE });
  expect(brokenIn(run)).toEqual(clauses);
  if (!clauses.includes('closeTask/acted')) expect(clausesWith(run, 'pass')).toContain('closeTask/acted');
});

const NOTHING: Partial<Ways> = { isStored: false, told: 'open', second: 200 };

test.each<readonly [string, string, Partial<Ways>, readonly string[]]>([
  ['does what its description says', 'The task is `closed` from then on.', {}, []],
  ['has moved on', 'The task is closed from then on.', { later: 'archived' }, []],
  ['changes nothing', 'The task is `closed` from then on.', NOTHING, ['closeTask/acted']],
  ['changes nothing, as its description has it', 'Asks somebody to close the task.', NOTHING, []],
])('an action that %s', async (_what, description, ways, clauses) => {
  const run = await runOn(documentOf('', description), tasks(ways), { target: WRITABLE });
  expect(brokenIn(run)).toEqual(clauses);
  if (clauses.length === 0) expect(clausesWith(run, 'pass')).toContain('closeTask/acted');
});

const NO_MEMBERS = { requestBody: { required: true, ...json({ type: 'object' }) } };

test('an action whose request says nothing may be refused for the state of its item with any status that is documented', async () => {
  const run = await runOn(documentOf('', '', '/close', NO_MEMBERS), tasks({ first: 'archived', second: 400 }), {
    target: WRITABLE,
  });
  expect(brokenIn(run)).toEqual([]);
});

test.each([
  ['behind a colon is followed', {}, []],
  ['behind a colon is found if it changes nothing', { isStored: false }, ['closeTask/acted', 'closeTask/finished']],
])('an action %s', async (_what, ways, clauses) => {
  const run = await runOn(documentOf('It is closed already.', '', ':close'), tasks(ways), { target: WRITABLE });
  expect(brokenIn(run)).toEqual(clauses);
  expect(clausesWith(run, 'pass')).toContain('getTask/read');
});
