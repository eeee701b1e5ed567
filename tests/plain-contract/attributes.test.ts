import { expect, test } from 'vitest';
import { arrayOf, brokenIn, inPath, inQuery, json, objectOf, plainDocument, runOn } from '../support/documents.ts';

const STATES = ['active', 'retired', 'planned'];
const text = { type: 'string' };
const count = { type: 'integer' };
const station = objectOf({
  type: { const: 'stations' },
  id: text,
  attributes: objectOf({ name: text, state: { ...text, enum: STATES }, altitude: count }),
});
const missing = { 404: { description: 'There is none.', ...json(objectOf({ errors: arrayOf({ type: 'object' }) })) } };

/** A document in the manner of JSON:API: what an item shows is in its `attributes`. */
const DOCUMENT = plainDocument({
  '/stations': {
    get: {
      operationId: 'listStations',
      parameters: [
        inQuery('page[number]', { ...count, minimum: 1, default: 1 }),
        inQuery('page[size]', { ...count, minimum: 1, maximum: 50, default: 10 }),
        inQuery('filter[state]', { ...text, enum: STATES }),
        inQuery('filter[altitude][gte]', count),
        inQuery('sort', { ...text, enum: ['altitude', '-altitude'] }),
      ],
      responses: {
        200: {
          description: 'Some.',
          ...json(objectOf({ data: arrayOf(station), meta: objectOf({ total: count }) })),
        },
        400: { description: 'Bad.' },
      },
    },
  },
  '/stations/{id}': {
    get: {
      operationId: 'getStation',
      parameters: [inPath('id', text)],
      responses: { 200: { description: 'One.', ...json(objectOf({ data: station })) }, ...missing },
    },
  },
});

type Station = ReturnType<typeof stationAt>;

function stationAt(index: number) {
  const state = STATES[(index * 7) % 3] ?? '';
  return { type: 'stations', id: `${index + 100}`, attributes: { name: `S ${index}`, state, altitude: index * 131 } };
}

const ALL = Array.from({ length: 37 }, (_, index) => stationAt((index * 11) % 37));

/** What a service may get wrong. */
interface Stations {
  readonly hasState: (one: Station, state: string) => boolean;
  readonly isHigh: (one: Station, least: number) => boolean;
  readonly compare: (a: Station, b: Station) => number;
  readonly shown: (one: Station) => Station;
}

const RIGHT: Stations = {
  hasState: ({ attributes }, state) => attributes.state === state,
  isHigh: ({ attributes }, least) => attributes.altitude >= least,
  compare: (a, b) => a.attributes.altitude - b.attributes.altitude,
  shown: (one) => one,
};

function stations(changes: Partial<Stations>) {
  const { hasState, isHigh, compare, shown } = { ...RIGHT, ...changes };
  return ({ url }: Request): Response => {
    const { pathname, searchParams: query } = new URL(url);
    const id = pathname.split('/')[2];
    const found = ALL.find((one) => one.id === id);
    if (id !== undefined)
      return found === undefined
        ? Response.json({ errors: [] }, { status: 404 })
        : Response.json({ data: shown(found) });
    const [page, size] = [Number(query.get('page[number]') ?? 1), Number(query.get('page[size]') ?? 10)];
    const [state, least, sort] = ['filter[state]', 'filter[altitude][gte]', 'sort'].map((name) => query.get(name));
    const isSort = sort === null || /^-?altitude$/u.test(sort ?? '');
    const areWhole = [page, size, Number(least ?? 0)].every(Number.isInteger);
    if (!areWhole || page < 1 || size < 1 || size > 50 || !isSort || (state && !STATES.includes(state)))
      return new Response(null, { status: 400 });
    const kept = ALL.filter((one) => !state || hasState(one, state)).filter(
      (one) => !least || isHigh(one, Number(least)),
    );
    const sorted = sort ? kept.toSorted((a, b) => compare(a, b) * (sort.startsWith('-') ? -1 : 1)) : kept;
    return Response.json({ data: sorted.slice((page - 1) * size, page * size), meta: { total: kept.length } });
  };
}

test.each<[name: string, changes: Partial<Stations>, broken: readonly string[]]>([
  ['nothing', {}, []],
  ['nothing more than is told', { shown: (one) => ({ ...one, attributes: { ...one.attributes, more: 1 } }) }, []],
  ['a filter', { hasState: () => true }, ['listStations/filter-state--filters']],
  [
    'a bound',
    { isHigh: ({ attributes }, least) => attributes.altitude > least },
    ['listStations/filter-altitude-gte--keeps-its-bound'],
  ],
  ['a sort', { compare: () => 0 }, ['listStations/sort-by-altitude']],
  [
    'what an item shows',
    { shown: (one) => ({ ...one, attributes: { ...one.attributes, altitude: -1 } }) },
    ['getStation/same-record-as-listed'],
  ],
])('the members of attributes are those of the item: %s is wrong', async (_, changes, broken) => {
  const result = await runOn(DOCUMENT, stations(changes));
  expect(brokenIn(result)).toEqual(expect.arrayContaining([...broken]));
  expect(result.findings.map(({ clause }) => clause)).toEqual(broken);
});

test('what an opened item shows differently is named within the object that it is in', async () => {
  const shown = (one: Station) => ({ ...one, attributes: { ...one.attributes, altitude: -1 } });
  const { findings } = await runOn(DOCUMENT, stations({ shown }));
  expect(findings[0]?.title).toContain('-1 at data.attributes.altitude');
});
