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
const time = { type: 'string', format: 'date-time', readOnly: true };
const note = objectOf({
  id: { type: 'string', readOnly: true },
  text: { type: 'string', minLength: 1, maxLength: 90 },
  state: { type: 'string', enum: ['open', 'closed'], readOnly: true },
  createdAt: time,
  updatedAt: time,
});
/** The same without a word of what only the service sets. */
const plainTime = { type: 'string', format: 'date-time' };
const plainNote = objectOf({
  ...note.properties,
  id: { type: 'string' },
  state: { type: 'string', enum: ['open', 'closed'] },
  createdAt: plainTime,
  updatedAt: plainTime,
  hits: { type: 'integer', description: 'How often it was read. Nobody can set it.' },
});
const { text } = note.properties;
const ifMatch = { name: 'If-Match', in: 'header', schema: { type: 'string' } };
const responsesOf =
  (shown: object) =>
  (status: number, more: object = {}) => ({
    [status]: { description: 'The note.', headers: { ETag: { schema: { type: 'string' } } }, ...json(shown) },
    400: { description: 'A bad body.' },
    404: { description: 'There is none.' },
    ...more,
  });
const guards = { 412: { description: 'Another ETag.' }, 428: { description: 'No If-Match.' } };

/** A document whose answers show a note so, and whose requests have such a body. */
const documentOf = (note: object, schema: object) => {
  const requestBody = { required: true, content: { 'application/json': { schema, example: { text: 'A note' } } } };
  const responses = responsesOf(note);
  return plainDocument({
    '/notes': {
      get: { operationId: 'listNotes', responses: { 200: { description: 'All.', ...json(arrayOf(note)) } } },
      post: { operationId: 'createNote', requestBody, responses: responses(201) },
    },
    '/notes/{id}': {
      get: { operationId: 'getNote', parameters: [id], responses: responses(200) },
      patch: { operationId: 'changeNote', parameters: [id, ifMatch], requestBody, responses: responses(200, guards) },
      delete: { operationId: 'deleteNote', parameters: [id], responses: { 204: { description: 'Gone.' } } },
    },
  });
};

const DOCUMENT = documentOf(note, note);
const PLAIN = documentOf(plainNote, { type: 'object', required: ['text'], properties: { text } });

interface Note {
  readonly text: string;
  readonly updatedAt: string;
  readonly [member: string]: unknown;
}

/** What is unusual about a service. */
interface Ways {
  readonly tagOf?: (version: number) => string;
  /** The time of a change, from that before and that now. */
  readonly timeOf?: (before: string, now: string) => string;
  /** The status for an If-Match that is out of date, and for none; undefined: the change is made. */
  readonly stale?: number | undefined;
  readonly missing?: number | undefined;
  /** Members that a creation or a change takes from the request. */
  readonly takes?: readonly string[];
  /** Refuses members that only the service sets. */
  readonly isStrict?: boolean;
}

function notes(given: Ways) {
  const ways = { tagOf: (one: number) => `"v${one}"`, timeOf: (_: string, now: string) => now, takes: [], ...given };
  const { stale, missing } = { stale: 412, missing: 428, ...given };
  const there = new Map<string, { note: Note; version: number }>();
  let made = 0;
  let clock = Date.UTC(2026, 0, 1);
  const refused = (status: number) => new Response(null, { status });
  const show = (key: string, status = 200) => {
    const { note: shown, version = 0 } = there.get(key) ?? {};
    return Response.json(shown, { status, headers: { ETag: ways.tagOf(version) } });
  };
  const answer = async (request: Request): Promise<Response> => {
    const [, , key = ''] = new URL(request.url).pathname.split('/');
    const old = there.get(key);
    if (key !== '' && old === undefined) return refused(404);
    if (request.method === 'GET')
      return key === '' ? Response.json([...there.values()].map((one) => one.note)) : show(key);
    if (request.method === 'DELETE') return refused(there.delete(key) ? 204 : 404);
    const tag = request.headers.get('If-Match');
    if (old !== undefined && tag === null && missing !== undefined) return refused(missing);
    if (old !== undefined && tag !== null && tag !== ways.tagOf(old.version) && stale !== undefined)
      return refused(stale);
    const body = JSON.parse((await request.text()) || 'null') as Partial<Note> | null;
    const { text } = body ?? {};
    if (body === null || typeof text !== 'string' || text === '' || text.length > 90) return refused(400);
    const own = ['id', 'state', 'createdAt', 'updatedAt'];
    if (ways.isStrict === true && Object.keys(body).some((name) => own.includes(name))) return refused(400);
    made += 1;
    clock += 1501;
    const now = new Date(clock).toISOString();
    const fresh = { id: `n${made}`, state: 'open', createdAt: now, hits: 0 };
    const taken = Object.fromEntries(Object.entries(body).filter(([name]) => ways.takes.includes(name)));
    const before = old?.note.updatedAt ?? now;
    const whole = { ...fresh, ...old?.note, text, updatedAt: ways.timeOf(before, now), ...taken };
    there.set(String(whole.id), { note: whole, version: (old?.version ?? 0) + 1 });
    return show(String(whole.id), old === undefined ? 201 : 200);
  };
  return (request: Request) => answer(request).catch(() => refused(400));
}

const run = (ways: Ways, document = DOCUMENT) => runOn(document, notes(ways), { target: WRITABLE });

const NEW = ['changeNote/assigned', 'changeNote/guarded', 'changeNote/versioned', 'createNote/assigned'];

test.each<[string, Ways, readonly string[]]>([
  ['keeps to all of it', {}, NEW],
  ['refuses members that only it sets', { isStrict: true }, NEW],
  ['tells times in whole seconds', { timeOf: (_, now) => `${now.slice(0, 19)}Z` }, NEW],
  ['tells the time of a change in whole seconds, the same again', { timeOf: () => '2026-01-01T00:00:01Z' }, NEW],
  ['has weak ETags, and so refuses every change', { tagOf: (one) => `W/"v${one}"`, stale: 412 }, []],
])('a service that %s breaks nothing', async (_, ways, passed) => {
  const judged = await run(ways);
  expect(brokenIn(judged)).toEqual([]);
  expect(clausesWith(judged, 'pass')).toEqual(expect.arrayContaining([...passed]));
});

test.each<[string, Ways, string]>([
  ['an ETag that stays', { tagOf: () => '"same"' }, 'changeNote/versioned'],
  ['a time of a change that stays', { timeOf: (before) => before }, 'changeNote/versioned'],
  ['an ETag that is out of date and accepted', { stale: undefined }, 'changeNote/guarded'],
  ['an ETag that is out of date and refused otherwise', { stale: 409 }, 'changeNote/guarded'],
  ['an If-Match that is missing', { missing: undefined }, 'changeNote/guarded'],
  ['an id of the request', { takes: ['id'] }, 'createNote/assigned'],
  ['a time of the request', { takes: ['createdAt'] }, 'createNote/assigned'],
  ['a state of the request', { takes: ['state'] }, 'changeNote/assigned'],
])('%s is found', async (_, ways, clause) => {
  expect(brokenIn(await run(ways))).toContain(clause);
});

test('a member that nobody can set by its words is nothing that a creation takes', async () => {
  expect(brokenIn(await run({}, PLAIN))).toEqual([]);
  expect(brokenIn(await run({ takes: ['hits'] }, PLAIN))).toEqual(['createNote/assigned']);
  expect(brokenIn(await run({ takes: ['createdAt'] }, PLAIN))).toEqual([]);
});
