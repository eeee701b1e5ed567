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
const notes = arrayOf(note);
const id = inPath('id');
const requestBody = {
  required: true,
  ...json(objectOf({ title: text })),
};

const orNull = { type: ['string', 'null'] };
const start = { type: 'string', minLength: 1 };

/** How a page of the list is asked for, and what it says of the next one, which begins at an offset. */
interface Way {
  /** The parameter for the size of a page. Default: limit. */
  readonly size?: string;
  readonly parameter?: readonly [name: string, schema: object];
  readonly page: object;
  readonly offset: (query: URLSearchParams, listed: readonly Note[]) => number;
  readonly says: (next: number | undefined, all: number) => object;
}

const numberIn = (query: URLSearchParams, name: string) => Number(query.get(name) ?? 0);
const WAYS = {
  'by offset': {
    parameter: ['offset', { type: 'integer', minimum: 0, default: 0 }],
    page: objectOf({ total: { type: 'integer' }, notes }),
    offset: (query) => numberIn(query, 'offset'),
    says: (_next, total) => ({ total }),
  },
  'by cursor': {
    parameter: ['cursor', start],
    page: objectOf({ nextCursor: orNull, notes }),
    offset: (query) => numberIn(query, 'cursor'),
    says: (next) => ({ nextCursor: next === undefined ? null : String(next) }),
  },
  'by link': {
    size: 'top',
    page: objectOf({ nextUrl: orNull, notes }),
    offset: (query) => numberIn(query, 'from'),
    says: (next) => ({ nextUrl: next === undefined ? null : `/notes?top=20&from=${next}` }),
  },
  'from the last note on': {
    parameter: ['starting_after', start],
    page: objectOf({ hasMore: { type: 'boolean' }, notes }),
    offset: (query, listed) => listed.findIndex((each) => String(each.id) === query.get('starting_after')) + 1,
    says: (next) => ({ hasMore: next !== undefined }),
  },
} as const satisfies Readonly<Record<string, Way>>;

type Paged = keyof typeof WAYS;
const PAGED = Object.keys(WAYS) as readonly Paged[];

/** Notes, of which there are more than the largest page has. */
function documentOf({ size: name = 'limit', parameter, page }: Way): object {
  const size = inQuery(name, { type: 'integer', minimum: 1, maximum: 20, default: 10 });
  return plainDocument({
    '/notes': {
      get: {
        operationId: 'listNotes',
        parameters: [size, ...(parameter === undefined ? [] : [inQuery(...parameter)])],
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
}

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
function service({ size = 'limit', offset: offsetIn, says }: Way, listed: (notes: Listed) => readonly Note[]) {
  const existing = new Map<number, Note>(NOTES.map((each) => [each.id, each]));
  const all = new Map(existing);
  let made = 100;
  const list = (query: URLSearchParams): Response => {
    const found = listed({ notes: existing, all });
    const [limit, offset] = [Number(query.get(size) ?? 10), offsetIn(query, found)];
    const isRight = [limit, offset].every(Number.isInteger) && limit >= 1 && limit <= 20 && offset >= 0;
    if (!isRight) return Response.json({}, { status: 400 });
    const end = offset + limit;
    const said = says(end < found.length ? end : undefined, found.length);
    return Response.json({ ...said, notes: found.slice(offset, end) });
  };
  return async (request: Request): Promise<Response> => {
    const { pathname, searchParams } = new URL(request.url);
    const { method } = request;
    const own = pathname.split('/')[2];
    if (own === undefined && method === 'GET') return list(searchParams);
    if (own !== undefined && !/^\d+$/u.test(own)) return Response.json({}, { status: 400 });
    const found = existing.get(Number(own));
    if (own !== undefined && found === undefined) return Response.json({}, { status: 404 });
    if (method === 'GET') return Response.json(found);
    if (method === 'DELETE') {
      existing.delete(Number(own));
      return new Response(null, { status: 204 });
    }
    const { title } = ((await request.json().catch(() => undefined)) ?? {}) as Partial<Note>;
    if (typeof title !== 'string' || title.length < 1 || title.length > 90) return Response.json({}, { status: 400 });
    if (own === undefined) made += 1;
    const stored = { id: found?.id ?? made, title };
    existing.set(stored.id, stored);
    if (own === undefined) all.set(stored.id, stored);
    return Response.json(stored, { status: own === undefined ? 201 : 200 });
  };
}

async function judged(paged: Paged, listed: (notes: Listed) => readonly Note[]) {
  const run = await runOn(documentOf(WAYS[paged]), service(WAYS[paged], listed), { target: WRITABLE });
  return { broken: brokenIn(run), passed: clausesWith(run, 'pass') };
}

const CLAUSES = ['createNote/listed', 'changeNote/relisted', 'deleteNote/dropped', 'deleteNote/others'];

const ORDERS = [
  ['last', ({ notes: some }: Listed) => [...some.values()]],
  ['first', ({ notes: some }: Listed) => [...some.values()].toReversed()],
] as const;

test.each(PAGED.flatMap((paged) => ORDERS.map(([at, listed]) => ({ paged, at, listed }))))(
  'what is created comes $at in a list $paged with more items than its largest page, and is judged',
  async ({ paged, listed }) => {
    const { broken, passed } = await judged(paged, listed);
    expect(broken).toEqual([]);
    expect(passed).toEqual(expect.arrayContaining(CLAUSES));
  },
);

const FAULTS = [
  ['created is not listed', ({ notes: some }: Listed) => [...some.values()].slice(0, 50), 'createNote/listed'],
  [
    'changed is listed as before',
    ({ notes: some, all }: Listed) => [...some.keys()].flatMap((each) => all.get(each) ?? []),
    'changeNote/relisted',
  ],
  [
    'deleted stays listed',
    ({ notes: some, all }: Listed) => [...new Map([...all, ...some]).values()],
    'deleteNote/dropped',
  ],
] as const;

test.each(PAGED.flatMap((paged) => FAULTS.map(([fault, listed, clause]) => ({ paged, fault, listed, clause }))))(
  'it is found in a list $paged that what was $fault',
  async ({ paged, listed, clause }) => {
    expect((await judged(paged, listed)).broken).toContain(clause);
  },
);
