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
const schema = objectOf({ text: { type: 'string', minLength: 1, maxLength: 90 } });
const requestBody = { required: true, content: { 'application/json': { schema, example: { text: 'A note' } } } };
const note = { ...schema, required: ['id', 'text'], properties: { id: { type: 'string' }, ...schema.properties } };
const responses = (status: number, more: object = {}) => ({
  [status]: { description: 'The note.', headers: { ETag: { schema: { type: 'string' } } }, ...json(note) },
  400: { description: 'A bad body.' },
  404: { description: 'There is none.' },
  ...more,
});

interface Parts {
  /** Members of the parameter If-Match. */
  readonly parameter?: object;
  /** Which refusals are documented. */
  readonly documents?: readonly number[];
  /** Every operation requires a version in its query. */
  readonly isVersioned?: boolean;
}

const VERSION = { name: 'version', in: 'query', required: true, schema: { type: 'string', enum: ['v1'] } };

/** Notes whose changes and deletions need the current ETag. */
function documentOf({ parameter = { required: true }, documents = [412, 428], isVersioned = false }: Parts) {
  const parameters = [id, { name: 'If-Match', in: 'header', schema: { type: 'string' }, ...parameter }];
  const more = Object.fromEntries(documents.map((status) => [status, { description: 'Another ETag is needed.' }]));
  const shared = isVersioned ? { parameters: [VERSION] } : {};
  return plainDocument({
    '/notes': {
      ...shared,
      get: { operationId: 'listNotes', responses: { 200: { description: 'All.', ...json(arrayOf(note)) } } },
      post: { operationId: 'createNote', requestBody, responses: responses(201) },
    },
    '/notes/{id}': {
      ...shared,
      get: { operationId: 'getNote', parameters: [id], responses: responses(200) },
      put: { operationId: 'changeNote', parameters, requestBody, responses: responses(200, more) },
      delete: { operationId: 'deleteNote', parameters, responses: { 204: { description: 'Gone.' }, ...more } },
    },
    '/notes/{id}/touch': { ...shared, post: { operationId: 'touchNote', parameters: [id], responses: responses(200) } },
  });
}

/** What is unusual about a service. */
interface Ways {
  /** The methods whose answers have an ETag. */
  readonly shows?: readonly string[];
  readonly isWeak?: boolean;
  /** Refuses every change: with 412, or as if nothing had been sent. */
  readonly refuses?: 412 | 428;
  /** The status for another ETag than the current one. */
  readonly stale?: number;
}

function notes({ shows = ['GET', 'POST', 'PUT'], isWeak = false, refuses, stale = 412 }: Ways) {
  const there = new Map([['own', { text: 'Not of the run', version: 1 }]]);
  let made = 0;
  const refused = (status: number) => new Response(null, { status });
  const tagOf = (version: number) => `${isWeak ? 'W/' : ''}"v${version}"`;
  const show = (method: string, at: string, status = 200) => {
    const { text = '', version = 0 } = there.get(at) ?? {};
    const headers = shows.includes(method) ? { ETag: tagOf(version) } : {};
    return Response.json({ id: at, text }, { status, headers });
  };
  const answer = async ({ method, url, headers }: Request, text: () => Promise<string>): Promise<Response> => {
    const [, , at = '', what] = new URL(url).pathname.split('/');
    const old = there.get(at);
    if (at !== '' && old === undefined) return refused(404);
    if (method === 'GET')
      return at === ''
        ? Response.json([...there].map(([key, one]) => ({ id: key, text: one.text })))
        : show(method, at);
    if (what !== undefined && old !== undefined) {
      old.version += 1;
      return show('touch', at);
    }
    const given = headers.get('If-Match');
    if (old !== undefined && (refuses === 428 || given === null)) return refused(428);
    if (old !== undefined && (refuses === 412 || given !== tagOf(old.version))) return refused(stale);
    if (method === 'DELETE') return refused(there.delete(at) ? 204 : 404);
    const body = JSON.parse((await text()) || 'null') as { text?: unknown } | null;
    const sent = body?.text;
    if (typeof sent !== 'string' || sent === '' || sent.length > 90) return refused(400);
    made += 1;
    const key = old === undefined ? `n${made}` : at;
    there.set(key, { text: sent, version: (old?.version ?? 6) + 1 });
    return show(method, key, old === undefined ? 201 : 200);
  };
  return {
    left: () => [...there.keys()],
    fetch: (request: Request) => answer(request, () => request.text()).catch(() => refused(400)),
  };
}

async function run({ parameter, documents, isVersioned = false, ...ways }: Parts & Ways = {}) {
  const { fetch, left } = notes(ways);
  const document = documentOf({ ...(parameter && { parameter }), ...(documents && { documents }), isVersioned });
  const guarded = (request: Request) => {
    const isRight = !isVersioned || new URL(request.url).searchParams.get('version') === 'v1';
    return isRight ? fetch(request) : new Response(null, { status: 400 });
  };
  const judged = await runOn(document, guarded, { target: WRITABLE });
  return { left: left(), passed: clausesWith(judged, 'pass'), broken: brokenIn(judged) };
}

const CHANGED = ['changeNote/body/text/minLength', 'changeNote/body/text/required', 'changeNote/changed'];

test.each<[string, Parts & Ways]>([
  ['that is required', {}],
  ['that is required and has an example', { parameter: { required: true, example: '"v3"' } }],
  ['that is optional', { parameter: {} }],
  ['whose ETag only GET shows', { shows: ['GET'] }],
  ['whose ETag only creations and changes show', { shows: ['POST', 'PUT'] }],
  ['whose ETag is weak', { isWeak: true }],
  ['whose ETag only GET shows, beside a version that all require', { shows: ['GET'], isVersioned: true }],
])('a change with an If-Match %s sends the current ETag', async (_, parts) => {
  const { broken, passed } = await run(parts);
  expect(broken).toEqual([]);
  expect(passed).toEqual(expect.arrayContaining(CHANGED));
});

test('the clean-up sends the current ETag and what its operation requires as well', async () => {
  expect((await run()).left).toEqual(['own']);
  expect((await run({ isVersioned: true })).left).toEqual(['own']);
});

test.each<[string, Parts & Ways]>([
  ['that nothing shows', { shows: [] }],
  ['that nothing shows, for an optional If-Match', { shows: [], parameter: {} }],
  ['that is weak, and so never matches', { isWeak: true, refuses: 412 }],
])('changes that are refused for an ETag %s are no failure', async (_, parts) => {
  const { broken, passed } = await run(parts);
  expect(broken).toEqual([]);
  expect(passed).not.toContain('changeNote/changed');
});

test.each<[string, Parts & Ways]>([
  ['as if it were another', { refuses: 412 }],
  ['as if it were missing', { refuses: 428 }],
])('a refusal of the current ETag %s is found', async (_, parts) => {
  expect((await run(parts)).broken).toContain('changeNote/body/text/minLength');
});

test('a refusal for an unknown ETag with an undocumented status is found', async () => {
  const { broken } = await run({ shows: [], documents: [428] });
  expect(broken).toContain('changeNote/body/text/minLength');
});
