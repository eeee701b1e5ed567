import { expect, test } from 'vitest';
import { arrayOf, brokenIn, clausesWith, inQuery, json, objectOf, plainDocument, runOn } from '../support/documents.ts';

const text = { type: 'string' };

const DOCUMENT = plainDocument({
  '/donors': {
    get: {
      operationId: 'listDonors',
      parameters: [
        inQuery('q', { ...text, minLength: 2 }),
        inQuery('bornFrom', { ...text, format: 'date' }),
        inQuery('code', { ...text, pattern: '^[A-Z]{3}$' }),
        inQuery('group', arrayOf({ ...text, enum: ['A', 'B'] })),
        inQuery('cursor', text),
        inQuery('limit', { type: 'integer', minimum: 1, maximum: 9 }),
      ],
      responses: {
        200: { description: 'Some.', ...json(arrayOf(objectOf({ id: text }))) },
        400: { description: 'Bad.' },
      },
    },
  },
});

const FORMS: Readonly<Record<string, RegExp>> = {
  q: /^.{2,}$/su,
  bornFrom: /^\d{4}-\d\d-\d\d$/u,
  code: /^[A-Z]{3}$/u,
  group: /^[AB]$/u,
  cursor: /^c\d$/u,
  limit: /^[1-9]$/u,
};

test('combinations have only values that fit the schemas of their parameters', async () => {
  const result = await runOn(
    DOCUMENT,
    ({ url }) =>
      [...new URL(url).searchParams].every(([name, value]) => FORMS[name]?.test(value) ?? true)
        ? Response.json([{ id: 'a' }])
        : new Response(null, { status: 400 }),
    { depth: 'deep' },
  );
  expect(brokenIn(result)).toEqual([]);
  expect(clausesWith(result, 'pass')).toContain('listDonors/fuzz/accepted');
});
