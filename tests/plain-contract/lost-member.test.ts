import { expect, test } from 'vitest';
import { arrayOf, brokenIn, clausesWith, inPath, json, plainDocument, runOn, WRITABLE } from '../support/documents.ts';

const text = { type: 'string', maxLength: 90 };
const members = { title: text, remark: text };
const note = { type: 'object', required: ['id', 'title'], properties: { id: { type: 'integer' }, ...members } };
const example = { title: 'A title', remark: 'A remark.' };
const requestBody = {
  required: true,
  content: { 'application/json': { schema: { type: 'object', required: ['title'], properties: members }, example } },
};
const answers = (status: number, schema: object) => ({
  [status]: { description: 'Done.', ...json(schema) },
  400: { description: 'Bad.' },
});
const gone = { 204: { description: 'Gone.' }, 404: { description: 'There is none.' } };

/** Notes whose remark is optional, also in answers. */
const DOCUMENT = plainDocument({
  '/notes': {
    get: { operationId: 'listNotes', responses: answers(200, arrayOf(note)) },
    post: { operationId: 'createNote', requestBody, responses: answers(201, note) },
  },
  '/notes/{id}': { delete: { operationId: 'deleteNote', parameters: [inPath('id')], responses: gone } },
});

type Note = Readonly<Record<string, unknown>>;

/** `keeps`: what becomes of a body. `old`: what others have made. */
function notes(keeps: (body: Note) => Note, old: Note) {
  const all = new Map<number, Note>([[1, { id: 1, ...old }]]);
  let last = 1;
  return async (request: Request): Promise<Response> => {
    const id = Number(new URL(request.url).pathname.split('/')[2]);
    if (request.method === 'GET') return Response.json([...all.values()]);
    if (request.method === 'DELETE') return new Response(null, { status: all.delete(id) ? 204 : 404 });
    const body: unknown = await request.json().catch(() => undefined);
    const { title, remark = '' } = (body ?? {}) as Note;
    const areTexts = [title, remark].every((one) => typeof one === 'string' && [...one].length <= 90);
    if (!areTexts || Array.isArray(body)) return new Response(null, { status: 400 });
    last += 1;
    all.set(last, { ...keeps(body as Note), id: last });
    return Response.json(all.get(last), { status: 201 });
  };
}

const whole = (body: Note) => body;
const cut = ({ title }: Note) => ({ title });
const WITH_REMARK = { title: 'One', remark: 'Old.' };

test.each<[string, ReturnType<typeof notes>, readonly string[]]>([
  ['is kept', notes(whole, WITH_REMARK), []],
  ['is lost', notes(cut, WITH_REMARK), ['createNote/listed']],
  ['is never shown', notes(cut, { title: 'One' }), []],
])('an optional member of what is created %s', async (_what, fetch, broken) => {
  const run = await runOn(DOCUMENT, fetch, { target: WRITABLE });
  expect(brokenIn(run)).toEqual(broken);
  expect(clausesWith(run, 'pass')).toContain('createNote/body/remark/maxLength');
});
