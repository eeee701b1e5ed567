import { expect, test } from 'vitest';
import { json, objectOf, plainDocument, runOn } from '../support/documents.ts';

const get = (operationId: string) => ({
  operationId,
  responses: {
    200: { $ref: '#/components/responses/Found' },
    404: { description: 'There is none.', ...json(objectOf({ message: { type: 'string' } })) },
  },
});
const document = {
  ...plainDocument({
    '/weather': { get: get('getWeather') },
    '/tides': { get: get('getTides') },
    '/winds': { get: get('getWinds') },
  }),
  components: {
    responses: {
      Found: {
        description: 'It.',
        headers: { 'X-Source': { required: true, schema: { type: 'string' } } },
        ...json(objectOf({ text: { type: 'string' } })),
      },
    },
  },
};

test('a header that a shared response lacks everywhere is one finding', async () => {
  const { findings } = await runOn(document, () => Response.json({ text: 'fair' }));
  expect(findings.map(({ clauses }) => clauses.length)).toEqual([3]);
});

test('a header that one operation lacks is a finding of that operation', async () => {
  const { findings } = await runOn(document, ({ url }) =>
    Response.json({ text: 'fair' }, { headers: url.endsWith('/tides') ? {} : { 'X-Source': 'buoy' } }),
  );
  expect(findings.map(({ clauses }) => clauses)).toEqual([['getTides/200/header:X-Source/required']]);
});
