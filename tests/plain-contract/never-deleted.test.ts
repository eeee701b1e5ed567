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

const id = inPath('id');
const text = { type: 'string', minLength: 1, maxLength: 90 };
const comment = objectOf({ id: { type: 'integer' }, text });
const requestBody = { required: true, ...json(objectOf({ text })) };
const answers = (status: number) => ({
  [status]: { description: 'It.', ...json(comment) },
  400: { description: 'A bad body.' },
  404: { description: 'There is none.' },
});

/** Comments that are made, opened and changed; nothing deletes them. */
const DOCUMENT = plainDocument({
  '/comments': {
    get: { operationId: 'listComments', responses: { 200: { description: 'All.', ...json(arrayOf(comment)) } } },
    post: { operationId: 'comment', requestBody, responses: answers(201) },
  },
  '/comments/{id}': {
    get: { operationId: 'getComment', parameters: [id], responses: answers(200) },
    patch: { operationId: 'changeComment', parameters: [id], requestBody, responses: answers(200) },
  },
});

interface Ways {
  /** What is stored of a new text, and of a changed one. */
  readonly made: (text: string) => string;
  readonly changed: (text: string, old: string) => string;
}

function comments(ways: Partial<Ways>) {
  const { made, changed } = { made: (one: string) => one, changed: (one: string) => one, ...ways };
  const texts: string[] = ['The first one'];
  const show = (at: number, status = 200) => Response.json({ id: at, text: texts[at] }, { status });
  return async (request: Request): Promise<Response> => {
    const [, , key] = new URL(request.url).pathname.split('/');
    const old = texts[Number(key)];
    if (key !== undefined && old === undefined) return new Response(null, { status: 404 });
    if (request.method === 'GET')
      return key === undefined ? Response.json(texts.map((one, at) => ({ id: at, text: one }))) : show(Number(key));
    const body = (await request.json().catch(() => undefined)) as { readonly text?: unknown } | undefined;
    const given = body?.text;
    if (typeof given !== 'string' || given === '' || [...given].length > 90) return new Response(null, { status: 400 });
    if (old === undefined) return show(texts.push(made(given)) - 1, 201);
    texts[Number(key)] = changed(given, old);
    return show(Number(key));
  };
}

test.each<readonly [string, Partial<Ways>, readonly string[]]>([
  ['keeps them', {}, []],
  ['cuts new ones', { made: (one) => one.slice(0, 30) }, ['comment/echoed']],
  ['changes none', { changed: (_one, old) => old }, ['changeComment/changed']],
])('a service that %s is judged though nothing is deleted', async (_what, ways, broken) => {
  const run = await runOn(DOCUMENT, comments(ways), { target: WRITABLE });
  expect(brokenIn(run)).toEqual(broken);
  const shown = ['comment/echoed', 'getComment/read', 'changeComment/changed'].filter((one) => !broken.includes(one));
  expect(clausesWith(run, 'pass')).toEqual(expect.arrayContaining(shown));
});
