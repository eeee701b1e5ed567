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

const KINDS = ['string', 'wind'];
const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const variant = (members: object) => ({ allOf: [reference('Base'), objectOf(members)] });
const answer = (status: number, schema: object) => ({ [status]: { description: 'Fine.', ...json(schema) } });

/** Which members an instrument has depends on its kind, and only the mapping of the discriminator says so. */
const DOCUMENT = {
  ...plainDocument({
    '/instruments': {
      get: { operationId: 'listInstruments', responses: answer(200, arrayOf(reference('Instrument'))) },
      post: {
        operationId: 'createInstrument',
        requestBody: { required: true, ...json(reference('Instrument')) },
        responses: { ...answer(201, reference('Instrument')), 422: { description: 'A bad body.' } },
      },
    },
    '/instruments/{id}': {
      parameters: [inPath('id')],
      get: {
        operationId: 'getInstrument',
        responses: { ...answer(200, reference('Instrument')), 404: { description: 'There is none.' } },
      },
      delete: {
        operationId: 'deleteInstrument',
        responses: { 204: { description: 'Gone.' }, 404: { description: 'There is none.' } },
      },
    },
  }),
  components: {
    schemas: {
      Base: {
        type: 'object',
        required: ['kind', 'name'],
        properties: {
          id: { type: 'integer', readOnly: true },
          kind: { type: 'string', enum: KINDS },
          name: { type: 'string', minLength: 1, maxLength: 90 },
        },
      },
      Strings: variant({ strings: { type: 'integer', minimum: 1, maximum: 47 } }),
      Winds: variant({ reed: { type: 'string', enum: ['single', 'double'] } }),
      Instrument: {
        oneOf: ['Strings', 'Winds'].map(reference),
        discriminator: {
          propertyName: 'kind',
          mapping: { string: '#/components/schemas/Strings', wind: '#/components/schemas/Winds' },
        },
      },
    },
  },
};

function isInstrument(body: unknown): body is { readonly kind: string } {
  const { kind, name, strings, reed } = Object(body) as Readonly<Record<string, unknown>>;
  if (typeof name !== 'string' || name === '' || [...name].length > 90) return false;
  if (kind === 'wind') return reed === 'single' || reed === 'double';
  return kind === 'string' && Number.isInteger(strings) && Number(strings) >= 1 && Number(strings) <= 47;
}

/** `shows` changes what is answered. */
function service(shows: (instrument: object) => object = (one) => one) {
  const instruments = new Map<string, object>();
  let count = 0;
  return async (request: Request): Promise<Response> => {
    const id = new URL(request.url).pathname.split('/')[2] ?? '';
    if (request.method === 'POST') {
      const body: unknown = await request.json().catch(() => undefined);
      if (!isInstrument(body)) return new Response(null, { status: 422 });
      const made = { ...body, id: (count += 1) };
      instruments.set(String(made.id), made);
      return Response.json(shows(made), { status: 201 });
    }
    if (id === '') return Response.json([...instruments.values()].map(shows));
    const found = instruments.get(id);
    if (request.method === 'DELETE') return new Response(null, { status: instruments.delete(id) ? 204 : 404 });
    return found === undefined ? new Response(null, { status: 404 }) : Response.json(shows(found));
  };
}

test('a body has the members of the variant that its property selects', async () => {
  const run = await runOn(DOCUMENT, service(), { target: WRITABLE });
  expect(brokenIn(run)).toEqual([]);
  expect(clausesWith(run, 'pass')).toContain('createInstrument/valid-requests-are-not-refused');
});

test('an answer with the members of another variant is found', async () => {
  const run = await runOn(
    DOCUMENT,
    service((one) => ({ ...one, kind: 'wind' })),
    { target: WRITABLE },
  );
  expect(brokenIn(run)).toContain('createInstrument/201/oneOf');
});
