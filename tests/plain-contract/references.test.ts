import { expect, test } from 'vitest';
import { pathNames } from '../../src/contract/path-names.ts';
import { arrayOf, clausesWith, inPath, json, objectOf, plainDocument, runOn, WRITABLE } from '../support/documents.ts';

const name = { type: 'string', minLength: 1, maxLength: 60 };
const id = { type: 'integer' };

/** Tasks that belong to a project: `member` names it. Projects may be listed at this path. */
function documentOf(member: string, list?: string) {
  const task = objectOf({ title: name, [member]: { type: 'integer', minimum: 1 } });
  const known = { type: 'object', required: ['id'], properties: { id, ...task.properties } };
  return plainDocument({
    ...(list !== undefined
      ? {
          [list]: {
            get: {
              parameters: pathNames(list).map((one) => inPath(one)),
              operationId: 'listProjects',
              responses: { 200: { description: 'All.', ...json(arrayOf(objectOf({ id, name }))) } },
            },
          },
        }
      : {}),
    '/tasks': {
      post: {
        operationId: 'createTask',
        requestBody: { required: true, ...json(task) },
        responses: { 201: { description: 'Made.', ...json(known) }, 400: { description: 'A bad body.' } },
      },
    },
    '/tasks/{id}': {
      delete: { operationId: 'deleteTask', parameters: [inPath('id')], responses: { 204: { description: 'Gone.' } } },
    },
  });
}

interface Sent {
  readonly title?: unknown;
  readonly [name: string]: unknown;
}

/** Takes a task only of a project that there is, unless it is `lenient` about its number. */
function tasks(member: string, projects: readonly number[], { lenient = false } = {}) {
  const named: unknown[] = [];
  return {
    named,
    fetch: async (request: Request): Promise<Response> => {
      if (request.method === 'GET') return Response.json(projects.map((one) => ({ id: one, name: `Project ${one}` })));
      if (request.method === 'DELETE') return new Response(null, { status: 204 });
      const body = await (request.json() as Promise<Sent>).catch(() => ({}) as Sent);
      const isTitle = typeof body?.title === 'string' && body.title.length > 0 && body.title.length <= 60;
      const project = body?.[member];
      if (!isTitle || !(projects.includes(project as number) || (lenient && Number.isInteger(project))))
        return new Response(null, { status: 400 });
      named.push(project);
      return Response.json({ id: named.length, ...body }, { status: 201 });
    },
  };
}

const PROJECTS = [900_017, 900_052];

test.each(['project', 'project_id', 'projectId'])(
  'a body names by %s what the list of that name shows, so a service that knows no other id takes it',
  async (member) => {
    const service = tasks(member, PROJECTS);
    const result = await runOn(documentOf(member, '/projects'), service.fetch, { target: WRITABLE });
    expect(clausesWith(result, 'fail', 'warn', 'inconclusive')).toEqual([]);
    expect(clausesWith(result, 'pass')).toContain('createTask/body/title/maxLength');
    expect(new Set(service.named)).toEqual(new Set([900_017]));
    expect(clausesWith(result, 'pass')).toContain(`createTask/body/${member}/minimum`);
  },
);

/**
 * Notes about a book, of which every creation and every deletion is counted. Unknown books are taken if it is `lenient`, else they
 * get this status.
 */
function notes(books: readonly (number | string)[], { lenient = false, status = 422 } = {}) {
  const made = new Map<string, unknown>();
  const book = { type: typeof books[0] === 'number' ? 'integer' : 'string' };
  const document = plainDocument({
    '/books': {
      get: {
        operationId: 'listBooks',
        responses: { 200: { description: 'All.', ...json(arrayOf(objectOf({ id: book, name }))) } },
      },
    },
    '/notes': {
      post: {
        operationId: 'createNote',
        requestBody: { required: true, ...json(objectOf({ title: name, book_id: book })) },
        responses: { 201: { description: 'Made.', ...json(objectOf({ id })) }, 422: { description: 'A bad body.' } },
      },
    },
    '/notes/{id}': {
      delete: { operationId: 'deleteNote', parameters: [inPath('id')], responses: { 204: { description: 'Gone.' } } },
    },
  });
  const asked: unknown[] = [];
  const isBook = (of: unknown) => (book.type === 'integer' ? Number.isInteger(of) : typeof of === 'string');
  const fetch = async (request: Request): Promise<Response> => {
    if (request.method === 'GET') return Response.json(books.map((one) => ({ id: one, name: 'A book' })));
    if (request.method === 'DELETE') {
      made.delete(new URL(request.url).pathname.split('/').at(-1) ?? '');
      return new Response(null, { status: 204 });
    }
    const { title, book_id: of } = await (request.json() as Promise<Sent>).catch(() => ({}) as Sent);
    const isWhole = typeof title === 'string' && title.length > 0 && title.length <= 60 && isBook(of);
    if (isWhole) asked.push(of);
    if (!isWhole) return new Response(null, { status: 422 });
    if (!lenient && !books.includes(of as string)) return new Response(null, { status });
    made.set(String(asked.length), of);
    return Response.json({ id: asked.length }, { status: 201 });
  };
  return { document, fetch, made, asked };
}

const UNKNOWN = 'createNote/body/book_id/unknown';

test.each<[string, readonly (number | string)[], RegExp]>([
  ['a number', [12, 13], /^2\d{9}$/u],
  ['a number in a text', ['12', '13'], /^9{9}$/u],
  ['a UUID', ['0b0e1c5e-5b0c-4f0f-8f0a-3d5f5f1f7a11'], /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-9[\da-f]{3}-[\da-f]{12}$/u],
  ['a text that counts', ['bk_00012'], /^bk_99999$/u],
  ['random letters', ['bk-x7Kq02LmZp'], /^bk-[\dA-Za-z]{10}$/u],
])('%s that nothing has, in the form of those that are listed, is refused', async (_what, books, form) => {
  const [right, wrong] = [notes(books), notes(books, { lenient: true })];
  const run = await runOn(right.document, right.fetch, { target: WRITABLE });
  expect(clausesWith(run, 'fail', 'warn', 'inconclusive')).toEqual([]);
  expect(clausesWith(run, 'pass')).toContain(UNKNOWN);
  expect(right.asked.filter((one) => form.test(String(one)) && !books.includes(one as string))).toHaveLength(1);
  expect(clausesWith(await runOn(wrong.document, wrong.fetch, { target: WRITABLE }), 'fail', 'warn')).toEqual([
    UNKNOWN,
  ]);
  expect(wrong.made.size).toBe(0);
});

test('an id that nothing has and that fails is told once', async () => {
  const { document, fetch } = notes([12, 13], { status: 500 });
  const run = await runOn(document, fetch, { target: WRITABLE });
  expect(clausesWith(run, 'fail', 'warn')).toEqual(['createNote/server-errors']);
});

test('where no such id is known, because the listed ones are short texts, none is sent', async () => {
  const { document, fetch, asked } = notes(['red', 'blue'], { lenient: true });
  const run = await runOn(document, fetch, { target: WRITABLE });
  expect(clausesWith(run, 'fail', 'warn', 'inconclusive')).toEqual([]);
  expect(clausesWith(run, 'skip')).toContain(UNKNOWN);
  expect(new Set(asked)).toEqual(new Set(['red']));
});

const vehicle = (kind: string, members: object) => objectOf({ kind: { const: kind }, ...members });
const identifier = objectOf({ id: { type: 'string' } });

test.each<[string, object, (body: Sent) => unknown]>([
  ['a free text', vehicle('bus', { garage: { type: 'string' } }), ({ garage }) => garage],
  [
    'a member of one of several forms',
    { oneOf: ['bus', 'tram'].map((kind) => vehicle(kind, { garage: { type: 'string' } })) },
    ({ garage }) => garage,
  ],
  [
    'the id of an object',
    vehicle('bus', { garage: objectOf({ id: { type: 'string' } }) }),
    ({ garage }) => (garage as Sent | undefined)?.['id'],
  ],
  [
    'the id of an identifier of JSON:API',
    vehicle('bus', { garage: objectOf({ data: identifier }) }),
    ({ garage }) => ((garage as Sent | undefined)?.['data'] as Sent | undefined)?.['id'],
  ],
])('so does %s', async (_, schema, namedIn) => {
  const garage = objectOf({ id: { type: 'string' }, name });
  const document = plainDocument({
    '/garages': {
      get: { operationId: 'listGarages', responses: { 200: { description: 'All.', ...json(arrayOf(garage)) } } },
    },
    '/vehicles': {
      post: {
        operationId: 'createVehicle',
        requestBody: { required: true, ...json(schema) },
        responses: { 201: { description: 'Made.', ...json(objectOf({ id })) }, 400: { description: 'A bad body.' } },
      },
    },
    '/vehicles/{id}': {
      delete: {
        operationId: 'deleteVehicle',
        parameters: [inPath('id')],
        responses: { 204: { description: 'Gone.' } },
      },
    },
  });
  const fetch = async (request: Request): Promise<Response> => {
    if (request.method === 'GET') return Response.json([{ id: 'gar_71', name: 'North' }]);
    if (request.method === 'DELETE') return new Response(null, { status: 204 });
    const body = await (request.json() as Promise<Sent>).catch(() => ({}) as Sent);
    const isRight = namedIn(body ?? {}) === 'gar_71' && ['bus', 'tram'].includes(String(body['kind']));
    return isRight ? Response.json({ id: 1 }, { status: 201 }) : new Response(null, { status: 400 });
  };
  const result = await runOn(document, fetch, { target: WRITABLE });
  expect(clausesWith(result, 'fail', 'warn', 'inconclusive')).toEqual([]);
  expect(clausesWith(result, 'pass')).toContain('createVehicle/valid-requests-are-not-refused');
});

test('what is broken in such a member is still sent: a service that takes any number fails', async () => {
  const service = tasks('project', PROJECTS, { lenient: true });
  const result = await runOn(documentOf('project', '/projects'), service.fetch, { target: WRITABLE });
  expect(clausesWith(result, 'fail')).toEqual(['createTask/body/project/minimum']);
});

test.each([
  ['nothing lists such things', documentOf('project_id'), PROJECTS],
  ['they are listed below others alone', documentOf('project', '/teams/{team}/projects'), PROJECTS],
  ['the list is empty', documentOf('project_id', '/projects'), []],
])('where no id is known, because %s, a refusal fails nothing', async (_, document, projects) => {
  const result = await runOn(document, tasks('project_id', projects).fetch, { target: WRITABLE });
  expect(clausesWith(result, 'fail', 'warn', 'inconclusive')).toEqual([]);
  expect(clausesWith(result, 'skip')).toContain('createTask/body/title/maxLength');
});
