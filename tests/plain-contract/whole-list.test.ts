import { expect, test } from 'vitest';
import { arrayOf, brokenIn, inPath, inQuery, json, objectOf, plainDocument, runOn } from '../support/documents.ts';

const COLOURS = ['white', 'brown'];
const egg = objectOf({ id: { type: 'integer' }, colour: { type: 'string', enum: COLOURS } });
const HENS = ['h1', 'h2', 'h3'];
const EGGS = [1, 2, 3, 4, 5].map((id) => ({ id, colour: COLOURS[id % 2] }));

interface Words {
  readonly name?: string;
  readonly total?: string;
  readonly type?: string;
  readonly list?: string;
  readonly parameters?: readonly object[];
}

/** Eggs of a hen: all of them, with their number. */
function documentOf({ name = 'total', total, type = 'integer', list = 'All eggs.', parameters = [] }: Words) {
  const hens = { 200: { description: 'Hens.', ...json(arrayOf(objectOf({ id: { type: 'string' } }))) } };
  const answer = objectOf({
    henId: { type: 'string' },
    [name]: { type, ...(total === undefined ? {} : { description: total }) },
    eggs: arrayOf(egg),
  });
  const eggs = { 200: { description: 'Eggs.', ...json(answer) }, 404: { description: 'No hen.' } };
  const colour = inQuery('colour', { type: 'string', enum: COLOURS });
  return plainDocument({
    '/hens': { get: { operationId: 'listHens', responses: hens } },
    '/hens/{henId}/eggs': {
      get: {
        operationId: 'listEggs',
        description: list,
        parameters: [inPath('henId', { type: 'string' }), colour, ...parameters],
        responses: { ...eggs, 400: { description: 'A bad query.' } },
      },
    },
  });
}

type Counts = (found: readonly object[]) => number;

const rightly: Counts = (found) => found.length;

async function broken(words: Words, counts: Counts = rightly, henOf = (id: string) => id) {
  const run = await runOn(documentOf(words), (request) => {
    const { pathname, searchParams } = new URL(request.url);
    const [, , id] = pathname.split('/');
    if (id === undefined) return Response.json(HENS.map((one) => ({ id: one })));
    if (!HENS.includes(id)) return new Response(null, { status: 404 });
    const colour = searchParams.get('colour');
    if (colour !== null && !COLOURS.includes(colour)) return Response.json({}, { status: 400 });
    const found = EGGS.filter((one) => colour === null || one.colour === colour);
    return Response.json({ henId: henOf(id), [words.name ?? 'total']: counts(found), eggs: found });
  });
  return brokenIn(run).filter((id) => /counts-the-items|of-the-path/u.test(id));
}

const IN_LIST = { total: 'How many eggs are in this list.' };
const COUNTS_ITEMS = ['listEggs/total-counts-the-items'];

test.each<[string, Words, Counts, readonly string[]]>([
  ['the number of the items', IN_LIST, rightly, []],
  ['zero', IN_LIST, () => 0, COUNTS_ITEMS],
  ['the number of all, although some are listed', IN_LIST, () => 5, COUNTS_ITEMS],
  ['the number of all, which it may be', { total: 'The number of eggs.' }, () => 5, []],
  ['another number than that of all', { total: 'The number of eggs.' }, () => 4, COUNTS_ITEMS],
  ['another number by its name alone', { name: 'totalCount' }, () => 4, ['listEggs/totalCount-counts-the-items']],
  ['a price', {}, () => 250, []],
  ['a weight', { ...IN_LIST, type: 'number' }, () => 2.5, []],
  ['the number of more than a list has that is cut off', { ...IN_LIST, list: 'Up to 5 eggs.' }, () => 9, []],
  ['the number of eggs and chicks', { total: 'The number of eggs, including chicks.' }, () => 9, []],
  ['the number on all pages', { ...IN_LIST, parameters: [inQuery('page', { type: 'integer' })] }, () => 9, []],
  [
    'the number of what a default leaves out',
    { total: 'The number of eggs.', parameters: [inQuery('days', { type: 'integer', default: 7 })] },
    () => 9,
    [],
  ],
])('the total of a list that nothing pages is %s', async (_what, words, counts, found) => {
  expect(await broken(words, counts)).toEqual(found);
});

test('an id beside the items is that of the path', async () => {
  expect(await broken(IN_LIST, rightly, () => 'h9')).toEqual(['listEggs/henId-beside-is-that-of-the-path']);
});
