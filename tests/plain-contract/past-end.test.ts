import { expect, test } from 'vitest';
import { arrayOf, brokenIn, inQuery, json, plainDocument, runOn } from '../support/documents.ts';

const number = (name: string, schema: object) => inQuery(name, { type: 'integer', minimum: 1, ...schema });

/** Notes in pages of up to five. `key`: what documents the answer for a page that is not there. */
function documentOf(key: string, properties: object, counted: boolean) {
  const notes = arrayOf({ type: 'object', properties });
  const list = counted ? { type: 'object', properties: { notes, total: { type: 'integer' } } } : notes;
  const get = {
    operationId: 'listNotes',
    parameters: [number('page', {}), number('limit', { maximum: 5 })],
    responses: {
      200: { description: 'Notes.', ...json(list) },
      400: { description: 'A bad query.' },
      ...(key === '' ? {} : { [key]: { description: 'No such page.' } }),
    },
  };
  return plainDocument({ '/notes': { get } });
}

/** As many notes as `count`, and 404 for each page from `gone` on. */
function notes(count: number, gone: (limit: number) => number, counted = false) {
  return (request: Request): Response => {
    const query = new URL(request.url).searchParams;
    const [page, limit] = [query.get('page') ?? '1', query.get('limit') ?? '5'];
    if (![page, limit].every((one) => /^[1-9]\d*$/u.test(one)) || Number(limit) > 5)
      return Response.json({}, { status: 400 });
    if (Number(page) >= gone(Number(limit))) return Response.json({}, { status: 404 });
    const all = Array.from({ length: count }, (_, id) => ({ id: id + 1, name: `n${id}` }));
    const found = all.slice((Number(page) - 1) * Number(limit), Number(page) * Number(limit));
    return Response.json(counted ? { notes: found, total: count } : found);
  };
}

const ITEM = { id: { type: 'integer' }, name: { type: 'string' } };
const { name: NAME } = ITEM;

async function clausesOf(key: string, properties: object, service: (request: Request) => Response, counted = false) {
  return (await runOn(documentOf(key, properties, counted), service)).clauses;
}

async function judged(...run: Parameters<typeof clausesOf>) {
  const clauses = await clausesOf(...run);
  return brokenIn({ clauses });
}

test.each(['404', '4XX', 'default'])('a page past the end may be missing where the document has %s', async (key) => {
  const lasting = notes(1, (limit) => Math.ceil(1 / limit) + 1);
  expect(await judged(key, ITEM, lasting)).toEqual([]);
  expect(await judged(key, { name: NAME }, lasting)).toEqual([]);
});

test('a page that must hold items may not, nor any page where no status is documented for it', async () => {
  const counted = notes(40, () => 2, true);
  expect(await judged('404', ITEM, counted, true)).not.toEqual([]);
  expect(
    await judged(
      '',
      { name: NAME },
      notes(1, () => 2),
    ),
  ).not.toEqual([]);
});

test('what is not shown because of such a page says so', async () => {
  const clauses = await clausesOf(
    '404',
    ITEM,
    notes(5, (limit) => Math.ceil(5 / limit) + 1),
  );
  const reasons = clauses.map(({ reason = '' }) => reason);
  expect(reasons.filter((reason) => reason.includes('too many items'))).toEqual([]);
  expect(reasons).toContain('a page was not served (status 404), so not all items are known');
});

/** The same, where the document says what a page past the end has. */
function documentSaying(sentence: string) {
  const { '/notes': notesOf } = documentOf('404', ITEM, true).paths;
  const get = { ...notesOf.get, description: sentence };
  return plainDocument({ '/notes': { get } });
}

/** Forty notes. A page past the end is the last page again. */
function clamped(request: Request): Response {
  const url = new URL(request.url);
  const [page, limit] = [url.searchParams.get('page') ?? '1', url.searchParams.get('limit') ?? '5'];
  const last = Math.ceil(40 / (Number(limit) || 1));
  if (/^\d+$/u.test(page) && Number(page) > last) url.searchParams.set('page', String(last));
  return notes(40, () => Infinity, true)(new Request(url));
}

test.each([
  ['A page past the end is empty.', ['listNotes/pages-hold-total']],
  ['Pages behind the last one are empty.', ['listNotes/pages-hold-total']],
  ['The notes, page by page.', []],
])('a page past the end that is the last one again: %s', async (sentence, clauses) => {
  expect(brokenIn(await runOn(documentSaying(sentence), clamped))).toEqual(clauses);
  expect(
    brokenIn(
      await runOn(
        documentSaying(sentence),
        notes(40, () => Infinity, true),
      ),
    ),
  ).toEqual([]);
});
