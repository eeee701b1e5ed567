import { expect, test } from 'vitest';
import { json, objectOf, plainDocument, runOn } from '../support/documents.ts';

const found = {
  description: 'It.',
  headers: { 'X-Source': { required: true, schema: { type: 'string' } } },
  ...json(objectOf({ text: { type: 'string' } })),
};
const get = (operationId: string, shown: object) => ({
  operationId,
  responses: {
    200: shown,
    404: { description: 'There is none.', ...json(objectOf({ message: { type: 'string' } })) },
  },
});
const documentOf = (shown: object) => ({
  ...plainDocument({
    '/weather': { get: get('getWeather', shown) },
    '/tides': { get: get('getTides', shown) },
    '/winds': { get: get('getWinds', shown) },
  }),
  components: { responses: { Found: found } },
});
const DOCUMENTS: [string, object][] = [
  ['shared by the operations', documentOf({ $ref: '#/components/responses/Found' })],
  ['declared by each operation', documentOf(found)],
];

test.each(DOCUMENTS)('a header that is lacking everywhere is one finding: %s', async (_how, document) => {
  const { findings } = await runOn(document, () => Response.json({ text: 'fair' }));
  expect(findings.map(({ clauses }) => clauses.length)).toEqual([3]);
  expect(findings[0]?.title).toContain('in getWeather, getTides, getWinds');
});

test.each(DOCUMENTS)('a header that one operation lacks is its finding: %s', async (_how, document) => {
  const { findings } = await runOn(document, ({ url }) =>
    Response.json({ text: 'fair' }, { headers: url.endsWith('/tides') ? {} : { 'X-Source': 'buoy' } }),
  );
  expect(findings.map(({ clauses }) => clauses)).toEqual([['getTides/200/header:X-Source/required']]);
});
