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

const [boardId, noteId] = [inPath('boardId'), inPath('noteId')];
const board = objectOf({ id: { type: 'integer' } });
const note = objectOf({ id: { type: 'integer' }, boardId: { type: 'integer' }, text: { type: 'string' } });
const refusals = { 400: { description: 'A bad request.' }, 404: { description: 'There is none.' } };
const answer = (status: number, schema: object) => ({
  [status]: { description: 'It.', ...json(schema) },
  ...refusals,
});
const requestBody = { required: true, ...json(objectOf({ text: { type: 'string', minLength: 1, maxLength: 90 } })) };

const DOCUMENT = plainDocument({
  '/boards': { get: { operationId: 'listBoards', responses: answer(200, arrayOf(board)) } },
  '/boards/{boardId}/notes': {
    get: { operationId: 'listNotes', parameters: [boardId], responses: answer(200, arrayOf(note)) },
    post: { operationId: 'createNote', parameters: [boardId], requestBody, responses: answer(201, note) },
  },
  '/boards/{boardId}/notes/{noteId}': {
    get: { operationId: 'getNote', parameters: [boardId, noteId], responses: answer(200, note) },
    delete: {
      operationId: 'deleteNote',
      parameters: [boardId, noteId],
      responses: { 204: { description: 'Gone.' }, ...refusals },
    },
  },
});

interface Note {
  readonly id: number;
  readonly boardId: number;
  readonly text: string;
}

interface Ways {
  /** Does a note open below this board? */
  readonly isBelow: (note: Note, board: number) => boolean;
  /** The board that the answer names. */
  readonly named: (note: Note, board: number) => number;
  /** The number of a new note. */
  readonly number: (notes: readonly Note[], board: number) => number;
}

const RIGHT: Ways = {
  isBelow: (one, below) => one.boardId === below,
  named: (one) => one.boardId,
  number: (notes) => Math.max(...notes.map(({ id }) => id)) + 1,
};

function boards(given: Partial<Ways>) {
  const { isBelow, named, number } = { ...RIGHT, ...given };
  let notes: readonly Note[] = [1, 2, 3].map((id) => ({ id, boardId: id, text: `Note ${id}` }));
  const no = (status: number) => new Response(null, { status });
  return async (request: Request): Promise<Response> => {
    const [, , below, , id] = new URL(request.url).pathname.split('/');
    const own = Number(below);
    const shown = (one: Note) => ({ ...one, boardId: named(one, own) });
    if (below === undefined) return Response.json([{ id: 1 }, { id: 2 }, { id: 3 }]);
    if (![1, 2, 3].includes(own)) return no(404);
    if (request.method === 'POST') {
      const body = (await request.json().catch(() => undefined)) as Partial<Note> | undefined;
      const text = body?.text;
      if (typeof text !== 'string' || text === '' || text.length > 90) return no(400);
      const one = { id: number(notes, own), boardId: own, text };
      notes = [...notes, one];
      return Response.json(shown(one), { status: 201 });
    }
    if (id === undefined) return Response.json(notes.filter((one) => one.boardId === own).map(shown));
    const found = notes.find((one) => String(one.id) === id && isBelow(one, own));
    if (found === undefined) return no(404);
    if (request.method === 'GET') return Response.json(shown(found));
    notes = notes.filter((one) => one !== found);
    return no(204);
  };
}

const CLAUSE = 'getNote/elsewhere';

test.each<readonly [string, Partial<Ways>, readonly string[]]>([
  ['opens them below their own board', {}, []],
  [
    'numbers them on each board',
    { number: (notes, own) => Math.max(...notes.filter((one) => one.boardId === own).map(({ id }) => id), 0) + 1 },
    [],
  ],
  ['opens them below each board', { isBelow: () => true }, [CLAUSE]],
  ['opens them below each board as if there', { isBelow: () => true, named: (_one, own) => own }, [CLAUSE]],
])('a service that %s', async (_what, ways, broken) => {
  const run = await runOn(DOCUMENT, boards(ways), { target: WRITABLE });
  expect(brokenIn(run).filter((clause) => clause === CLAUSE || broken.length === 0)).toEqual(broken);
  expect(clausesWith(run, 'pass').includes(CLAUSE)).toBe(broken.length === 0);
});
