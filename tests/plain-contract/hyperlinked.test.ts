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

/** A document as of Django REST framework: things are named by their addresses, and the service decides on the page size. */
const whole = { type: 'integer' };
const url = { type: 'string', format: 'uri', readOnly: true };
const name = { type: 'string', minLength: 1, maxLength: 80 };
const band = objectOf({ url, name });
const song = objectOf({ url, title: name, band: { type: 'string', format: 'uri' }, seconds: { ...whole, minimum: 1 } });
const link = { type: ['string', 'null'], format: 'uri' };
const pageOf = (items: object) =>
  json({
    type: 'object',
    required: ['count', 'results'],
    properties: { count: whole, next: link, previous: link, results: arrayOf(items) },
  });
const refusals = { 400: { description: 'Bad.' }, 404: { description: 'There is none.' } };
const one = (status: number) => ({ [status]: { description: 'One.', ...json(song) }, ...refusals });
const requestBody = { required: true, ...json(song) };
const parameters = [inPath('id')];
const paging = [inQuery('page', whole)];

const DOCUMENT = plainDocument({
  '/bands/': {
    get: {
      operationId: 'listBands',
      parameters: paging,
      responses: { 200: { description: 'Bands.', ...pageOf(band) }, ...refusals },
    },
  },
  '/songs/': {
    get: {
      operationId: 'listSongs',
      parameters: [...paging, inQuery('seconds_min', whole)],
      responses: { 200: { description: 'Songs.', ...pageOf(song) }, ...refusals },
    },
    post: { operationId: 'createSong', requestBody, responses: one(201) },
  },
  '/songs/{id}/': {
    get: { operationId: 'getSong', parameters, responses: one(200) },
    put: { operationId: 'replaceSong', parameters, requestBody, responses: one(200) },
    delete: { operationId: 'deleteSong', parameters, responses: { 204: { description: 'Gone.' }, ...refusals } },
  },
});

const HOST = 'http://plain.local';

interface Song {
  readonly title: string;
  readonly band: string;
  readonly seconds: number;
}

interface Mistakes {
  readonly songs?: number;
  readonly pageFor?: (page: number) => number;
  readonly next?: (next: string | null) => string | null;
  readonly count?: (all: number, page: number) => number;
  readonly ignoresFilter?: boolean;
  readonly keeps?: boolean;
}

/** `songs`: how many there are, ten to a page. */
function music({
  songs: some = 34,
  pageFor = (page) => page,
  next = (to) => to,
  count = (all) => all,
  ...other
}: Mistakes) {
  const bands = Array.from({ length: 4 }, (_, index) => ({
    url: `${HOST}/bands/${index + 1}/`,
    name: `Band ${index}`,
  }));
  const songs = new Map<number, Song>();
  let last = 0;
  const add = (given: Song): number => {
    last += 1;
    songs.set(last, given);
    return last;
  };
  for (let index = 0; index < some; index += 1)
    add({ title: `Song ${index}`, band: bands[index % 4]?.url ?? '', seconds: 100 + ((index * 13) % 31) });
  const shown = (id: number, given: Song) => ({ url: `${HOST}/songs/${id}/`, ...given });
  const refusal = (status: number) => new Response(null, { status });
  const listed = (path: string, items: readonly object[], query: URLSearchParams) => {
    const page = Number(query.get('page') ?? 1);
    const pages = Math.max(1, Math.ceil(items.length / 10));
    if (!Number.isInteger(page) || page < 1 || page > pages) return refusal(404);
    const results = items.slice((pageFor(page) - 1) * 10, pageFor(page) * 10);
    const at = (number: number) =>
      number < 1 || number > pages
        ? null
        : `${HOST}${path}?${new URLSearchParams([...query].filter(([key]) => key !== 'page').concat([['page', String(number)]]))}`;
    return Response.json({
      count: count(items.length, results.length),
      next: next(at(page + 1)),
      previous: at(page - 1),
      results,
    });
  };
  return async (request: Request): Promise<Response> => {
    const { pathname, searchParams } = new URL(request.url);
    const [, kind, key = ''] = pathname.split('/');
    if (kind === 'bands') return listed('/bands/', bands, searchParams);
    const old = songs.get(Number(key));
    if (key !== '' && old === undefined) return refusal(404);
    if (old === undefined && request.method === 'GET') {
      const least = searchParams.get('seconds_min') ?? '0';
      if (!/^-?\d+$/u.test(least)) return refusal(400);
      const found = [...songs].filter(([, { seconds }]) => other.ignoresFilter === true || seconds >= Number(least));
      return listed(
        '/songs/',
        found.map(([id, given]) => shown(id, given)),
        searchParams,
      );
    }
    if (old !== undefined && request.method === 'GET') return Response.json(shown(Number(key), old));
    if (request.method === 'DELETE') return refusal(songs.delete(Number(key)) ? 204 : 404);
    const { title, band: by, seconds } = ((await request.json().catch(() => null)) ?? {}) as Partial<Song>;
    const isText = typeof title === 'string' && title !== '' && [...title].length <= 80;
    if (!isText || !bands.some((each) => each.url === by) || !Number.isInteger(seconds) || Number(seconds) < 1)
      return refusal(400);
    const given = { title, band: String(by), seconds: Number(seconds) };
    if (old === undefined) return Response.json(shown(add(given), given), { status: 201 });
    songs.set(Number(key), other.keeps === true ? { ...given, band: old.band } : given);
    return Response.json(shown(Number(key), songs.get(Number(key)) ?? given));
  };
}

test('things with addresses in place of ids are created, opened, changed and listed on pages of one size', async () => {
  const run = await runOn(DOCUMENT, music({}), { target: WRITABLE });
  expect(brokenIn(run)).toEqual([]);
  const known = [
    'createSong/listed',
    'createSong/body/band/unknown',
    'getSong/read',
    'replaceSong/changed',
    'deleteSong/gone',
  ];
  const listing = ['pages-do-not-overlap', 'pages-hold-total', 'seconds-min-filters', 'next-fits-the-page'];
  expect(clausesWith(run, 'pass')).toEqual(
    expect.arrayContaining([...known, ...listing.map((slug) => `listSongs/${slug}`)]),
  );
});

test.each([3, 10, 11])('%i songs have no finding', async (songs) => {
  expect(brokenIn(await runOn(DOCUMENT, music({ songs }), { target: WRITABLE }))).toEqual([]);
});

test.each<[string, Mistakes, string]>([
  ['gives the first page always', { pageFor: () => 1 }, 'listSongs/pages-do-not-overlap'],
  ['counts the page alone', { count: (_all, page) => page }, 'listSongs/pages-hold-total'],
  ['names no next page', { next: () => null }, 'listSongs/next-fits-the-page'],
  ['ignores a bound', { ignoresFilter: true }, 'listSongs/seconds-min-filters'],
  ['keeps the old address', { keeps: true }, 'replaceSong/changed'],
])('a service that %s is told', async (_what, mistakes, clause) => {
  expect(brokenIn(await runOn(DOCUMENT, music(mistakes), { target: WRITABLE }))).toContain(clause);
});
