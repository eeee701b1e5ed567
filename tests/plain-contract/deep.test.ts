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

test.each<readonly [string, string, readonly string[]]>([
  ['$filter', '', []],
  ['fields', '', []],
  ['matching', 'An expression such as `state eq open`.', []],
  ['ending_before', '', []],
  ['position', 'A cursor of an earlier page.', []],
  ['q', 'A text.', ['getSlots/fuzz/accepted']],
])('a deep run makes up no text where not any will do: %s, %s', async (name, description, broken) => {
  const parameters = [
    { ...inQuery(name, { type: 'string' }), description },
    inQuery('limit', { type: 'integer', minimum: 1, maximum: 9 }),
  ];
  const responses = { 200: { description: 'Slots.' }, 400: { description: 'A bad query.' } };
  const document = plainDocument({ '/slots': { get: { operationId: 'getSlots', parameters, responses } } });
  const run = await runOn(
    document,
    (request) => {
      const query = new URL(request.url).searchParams;
      const [text, limit] = [query.get(name) ?? 'state eq open', query.get('limit') ?? '1'];
      return new Response(null, { status: / eq /u.test(text) && /^[1-9]$/u.test(limit) ? 200 : 400 });
    },
    { depth: 'deep' },
  );
  expect(brokenIn(run).filter((clause) => clause.includes('fuzz'))).toEqual(broken);
});
