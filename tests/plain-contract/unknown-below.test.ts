import { expect, test } from 'vitest';
import { arrayOf, brokenIn, clausesWith, inPath, json, objectOf, plainDocument, runOn } from '../support/documents.ts';

const [boardId, noteId] = [inPath('boardId'), inPath('noteId')];
const thing = objectOf({ id: { type: 'integer' } });
const get = (operationId: string, schema: object, ...parameters: readonly object[]) => ({
  get: {
    operationId,
    parameters,
    responses: { 200: { description: 'It.', ...json(schema) }, 404: { description: 'There is none.' } },
  },
});

const DOCUMENT = plainDocument({
  '/boards': get('listBoards', arrayOf(thing)),
  '/boards/{boardId}/notes': get('listNotes', arrayOf(thing), boardId),
  '/boards/{boardId}/notes/{noteId}': get('getNote', thing, noteId, boardId),
});

const CLAUSE = 'getNote/noteId/unknown';

/** `missing` is the answer for a note that a board does not have. */
function boards(missing: () => Response) {
  return (request: Request): Response => {
    const [, , board, , note] = new URL(request.url).pathname.split('/').map(Number);
    if (board === undefined) return Response.json([{ id: 1 }, { id: 2 }]);
    if (![1, 2].includes(board)) return new Response(null, { status: 404 });
    if (note === undefined) return Response.json([{ id: 7 }, { id: 8 }]);
    return [7, 8].includes(note) ? Response.json({ id: note }) : missing();
  };
}

test('an unknown id is also sent below a thing that is there', async () => {
  const right = await runOn(
    DOCUMENT,
    boards(() => new Response(null, { status: 404 })),
  );
  expect(brokenIn(right)).toEqual([]);
  expect(clausesWith(right, 'pass')).toEqual(expect.arrayContaining(['getNote/boardId/unknown', CLAUSE]));
  const wrong = await runOn(
    DOCUMENT,
    boards(() => Response.json({ id: 0 })),
  );
  expect(brokenIn(wrong)).toContain(CLAUSE);
});
