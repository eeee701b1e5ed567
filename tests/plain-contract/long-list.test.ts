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
  WRITABLE,
} from '../support/documents.ts';

const text = { type: 'string', minLength: 1, maxLength: 90 };
const note = objectOf({ id: { type: 'integer' }, title: text });
const refusals = { 400: { description: 'A bad request.' }, 404: { description: 'There is none.' } };
const one = (status: number) => ({ [status]: { description: 'One.', ...json(note) }, ...refusals });
const page = objectOf({ total: { type: 'integer' }, notes: arrayOf(note) });
const id = inPath('id');
const requestBody = {
  required: true,
  ...json(objectOf({ title: text })),
};

/** Notes, of which there are more than the largest page has. */
const DOCUMENT = plainDocument({
  '/notes': {
    get: {
      operationId: 'listNotes',
      parameters: [
        inQuery('limit', { type: 'integer', minimum: 1, maximum: 20, default: 10 }),
        inQuery('offset', { type: 'integer', minimum: 0, default: 0 }),
      ],
      responses: { 200: { description: 'A page.', ...json(page) }, ...refusals },
    },
    post: { operationId: 'createNote', requestBody, responses: one(201) },
  },
  '/notes/{id}': {
    get: { operationId: 'getNote', parameters: [id], responses: one(200) },
    put: { operationId: 'changeNote', parameters: [id], requestBody, responses: one(200) },
    delete: {
      operationId: 'deleteNote',
      parameters: [id],
      responses: { 204: { description: 'Gone.' }, ...refusals },
    },
  },
});

interface Note {
  readonly id: number;
  readonly title: string;
}

interface Listed {
  readonly notes: ReadonlyMap<number, Note>;
  /** As they were created, with those that were deleted. */
  readonly all: ReadonlyMap<number, Note>;
}

const NOTES = Array.from({ length: 50 }, (_, index) => ({ id: index + 1, title: `Note ${index + 1}` }));

/** A service. `listed`: the notes that its list has, in order. */
function service(listed: (notes: Listed) => readonly Note[]) {
  const notes = new Map<number, Note>(NOTES.map((each) => [each.id, each]));
  const all = new Map(notes);
  let made = 100;
  const list = (query: URLSearchParams): Response => {
    const [limit, offset] = [Number(query.get('limit') ?? 10), Number(query.get('offset') ?? 0)];
    const isRight = [limit, offset].every(Number.isInteger) && limit >= 1 && limit <= 20 && offset >= 0;
    if (!isRight) return Response.json({}, { status: 400 });
    const found = listed({ notes, all });
    return Response.json({ total: found.length, notes: found.slice(offset, offset + limit) });
  };
  return async (request: Request): Promise<Response> => {
    const { pathname, searchParams } = new URL(request.url);
    const { method } = request;
    const own = pathname.split('/')[2];
    if (own === undefined && method === 'GET') return list(searchParams);
    if (own !== undefined && !/^\d+$/u.test(own)) return Response.json({}, { status: 400 });
    const found = notes.get(Number(own));
    if (own !== undefined && found === undefined) return Response.json({}, { status: 404 });
    if (method === 'GET') return Response.json(found);
    if (method === 'DELETE') {
      notes.delete(Number(own));
      return new Response(null, { status: 204 });
    }
    const { title } = ((await request.json().catch(() => undefined)) ?? {}) as Partial<Note>;
    if (typeof title !== 'string' || title.length < 1 || title.length > 90) return Response.json({}, { status: 400 });
    if (own === undefined) made += 1;
    const stored = { id: found?.id ?? made, title };
    notes.set(stored.id, stored);
    if (own === undefined) all.set(stored.id, stored);
    return Response.json(stored, { status: own === undefined ? 201 : 200 });
  };
}

async function judged(listed: (notes: Listed) => readonly Note[]) {
  const run = await runOn(DOCUMENT, service(listed), { target: WRITABLE });
  return { broken: brokenIn(run), passed: clausesWith(run, 'pass') };
}

const CLAUSES = ['createNote/listed', 'changeNote/relisted', 'deleteNote/dropped', 'deleteNote/others'];

test.each([
  ['last', ({ notes }: Listed) => [...notes.values()]],
  ['first', ({ notes }: Listed) => [...notes.values()].toReversed()],
])('what is created comes %s in a list with more items than its largest page, and is judged', async (_, listed) => {
  const { broken, passed } = await judged(listed);
  expect(broken).toEqual([]);
  expect(passed).toEqual(expect.arrayContaining(CLAUSES));
});

test.each([
  ['created is not listed', ({ notes }: Listed) => [...notes.values()].slice(0, 50), 'createNote/listed'],
  [
    'changed is listed as before',
    ({ notes, all }: Listed) => [...notes.keys()].flatMap((one) => all.get(one) ?? []),
    'changeNote/relisted',
  ],
  ['deleted stays listed', ({ notes, all }: Listed) => [...new Map([...all, ...notes]).values()], 'deleteNote/dropped'],
])('it is found that what was %s', async (_, listed, clause) => {
  expect((await judged(listed)).broken).toContain(clause);
});
