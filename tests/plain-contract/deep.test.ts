import { expect, test } from 'vitest';
import { brokenIn, inQuery, plainDocument, runOn } from '../support/documents.ts';

test('a deep run takes a parameter that has no value far outside, such as a date', async () => {
  const date = { ...inQuery('date', { type: 'string', format: 'date' }), required: true };
  const responses = { 200: { description: 'Slots.' }, 400: { description: 'A bad query.' } };
  const document = plainDocument({ '/slots': { get: { operationId: 'getSlots', parameters: [date], responses } } });
  const run = await runOn(
    document,
    (request) => {
      const given = new URL(request.url).searchParams.get('date') ?? '';
      return new Response(null, { status: Number.isNaN(Date.parse(given)) || given.length !== 10 ? 400 : 200 });
    },
    { depth: 'deep' },
  );
  expect(brokenIn(run)).toEqual([]);
  expect(run.clauses.filter(({ verdict }) => verdict === 'error')).toEqual([]);
});
