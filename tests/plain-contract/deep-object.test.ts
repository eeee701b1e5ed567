import { expect, test } from 'vitest';
import { arrayOf, brokenIn, clausesWith, inQuery, json, objectOf, plainDocument, runOn } from '../support/documents.ts';

const KINDS = ['string', 'wind'];
const rate = { type: 'number', minimum: 0 };
const filter = {
  ...inQuery('filter', {
    type: 'object',
    properties: {
      kind: { type: 'string', enum: KINDS },
      rate: { type: 'object', properties: { gte: rate, lte: rate } },
      tags: arrayOf({ type: 'string' }),
    },
  }),
  style: 'deepObject',
};
const instrument = objectOf({
  id: { type: 'integer' },
  kind: { type: 'string', enum: KINDS },
  rate: { type: 'number' },
});
const number = (name: string, schema: object) => inQuery(name, { type: 'integer', minimum: 1, ...schema });

const DOCUMENT = plainDocument({
  '/instruments': {
    get: {
      operationId: 'listInstruments',
      parameters: [number('page', { default: 1 }), number('limit', { maximum: 50, default: 10 }), filter],
      responses: {
        200: { description: 'A page.', ...json(objectOf({ items: arrayOf(instrument), total: { type: 'integer' } })) },
        400: { description: 'A bad query.' },
      },
    },
  },
});

const INSTRUMENTS = Array.from({ length: 37 }, (_, index) => ({
  id: index + 1,
  kind: KINDS[index % 2],
  rate: (index * 7) % 23,
}));

/** `keeps` says what a filter lets through; a service that does not know one lets everything through. */
function service(keeps: Readonly<Record<string, (one: (typeof INSTRUMENTS)[number], value: string) => boolean>>) {
  return (request: Request): Response => {
    const query = new URL(request.url).searchParams;
    if ([...query.keys()].some((name) => name.includes('tags') || name === 'filter')) throw new Error('never sent');
    const [page, limit] = [Number(query.get('page') ?? 1), Number(query.get('limit') ?? 10)];
    const isPage = [page, limit].every((one) => Number.isInteger(one) && one >= 1) && limit <= 50;
    const rates = ['filter[rate][gte]', 'filter[rate][lte]'].map((name) => query.get(name) ?? '0');
    const areRates = rates.every((one) => /^\d+(?:\.\d+)?$/u.test(one));
    if (!isPage || !areRates || !KINDS.includes(query.get('filter[kind]') ?? 'wind'))
      return Response.json({}, { status: 400 });
    const found = INSTRUMENTS.filter((one) => [...query].every(([name, value]) => keeps[name]?.(one, value) !== false));
    return Response.json({ items: found.slice((page - 1) * limit, page * limit), total: found.length });
  };
}

const SOUND = {
  'filter[kind]': ({ kind }: { readonly kind?: string | undefined }, value: string) => kind === value,
  'filter[rate][gte]': (one: { readonly rate: number }, value: string) => one.rate >= Number(value),
  'filter[rate][lte]': (one: { readonly rate: number }, value: string) => one.rate <= Number(value),
};

test('the members of a deepObject are filters, and their bounds are tried', async () => {
  const run = await runOn(DOCUMENT, service(SOUND));
  expect(brokenIn(run)).toEqual([]);
  expect(clausesWith(run, 'pass')).toEqual(
    expect.arrayContaining(['listInstruments/filter[rate][gte]/minimum', 'listInstruments/filter[kind]/enum']),
  );
});

test.each([
  ['a filter that is ignored', { ...SOUND, 'filter[kind]': () => true }],
  [
    'a bound that is exclusive',
    { ...SOUND, 'filter[rate][gte]': (one: { rate: number }, value: string) => one.rate > Number(value) },
  ],
])('%s is found', async (_what, keeps) => {
  expect(brokenIn(await runOn(DOCUMENT, service(keeps))).length).toBeGreaterThan(0);
});
