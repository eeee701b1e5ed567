import { expect, test } from 'vitest';
import type { ContractDocument } from '../../src/contract/document.ts';
import { bodyCases } from '../../src/generate/body-cases.ts';
import { boundaryCases } from '../../src/generate/boundary.ts';
import type { Schema } from '../../src/schema/schema.ts';
import { createValidators } from '../../src/schema/validators.ts';

const DOCUMENT = { openapi: '3.1.0', info: { title: 'Plain', version: '1' }, paths: {} } as unknown as ContractDocument;
const WORD = { type: 'string', pattern: '^[a-z]{2,12}$' } as const;

/** Keywords of a member, a right value, and the value that breaks only the keyword. */
test.each<[string, Schema, unknown]>([
  ['minimum', { type: 'integer', minimum: 5, multipleOf: 5 }, 5],
  ['maximum', { type: 'number', maximum: 1, multipleOf: 0.25 }, 0.5],
  ['exclusiveMinimum', { type: 'integer', exclusiveMinimum: 3, multipleOf: 5 }, 5],
  ['multipleOf', { type: 'integer', maximum: 10, multipleOf: 5 }, 10],
  ['enum', { type: 'integer', enum: [14, 30] }, 14],
  ['enum', { type: 'integer', enum: [1, 2, 3] }, 1],
  ['maxItems', { type: 'array', maxItems: 4, items: WORD }, ['ab']],
  ['maxItems', { type: 'array', maxItems: 4, uniqueItems: true, items: WORD }, ['ab']],
  ['maxItems', { type: 'array', maxItems: 2, items: { type: 'string', enum: ['a', 'b', 'c'] } }, ['a']],
  ['uniqueItems', { type: 'array', minItems: 3, uniqueItems: true, items: WORD }, ['ab', 'cd', 'ef']],
  ['maxLength', { ...WORD, pattern: '^[a-z]+$', maxLength: 8 }, 'ab'],
  ['minLength', { ...WORD, pattern: '^[a-z]+$', minLength: 4 }, 'abcd'],
])('a value that breaks %s of %j keeps to everything else', (keyword, schema, right) => {
  const whole: Schema = { type: 'object', properties: { member: schema } };
  const fits = createValidators(DOCUMENT).compile({ ...schema, [keyword]: undefined });
  const [broken] = bodyCases(DOCUMENT, whole, { member: right }, '').filter(
    (one) => one.place.join('/') === 'member' && one.keyword === keyword && one.side === 'refused' && !one.further,
  );
  expect(createValidators(DOCUMENT).compile(schema)(broken?.value)).toBe(false);
  expect(fits(broken?.value), JSON.stringify(broken?.value)).toBe(true);
});

test.each<[Schema, readonly number[]]>([
  [{ type: 'number', exclusiveMinimum: 0 }, [0, -1]],
  [{ type: 'integer', exclusiveMinimum: 0, multipleOf: 5 }, [0, -5]],
  [{ type: 'number', exclusiveMaximum: 0 }, [0, 1]],
  [{ type: 'number', exclusiveMinimum: 2 }, [2]],
])('what an exclusive bound of %j excludes is sent, and beside 0 the number beyond it', (schema, expected) => {
  const whole: Schema = { type: 'object', properties: { member: schema } };
  const right = schema.exclusiveMinimum === undefined ? -5 : 5;
  const inBody = bodyCases(DOCUMENT, whole, { member: right }, '').filter(({ keyword }) => keyword.startsWith('excl'));
  expect(inBody.map(({ value }) => value)).toEqual(expected);
  if (schema.multipleOf !== undefined) return;
  const inQuery = boundaryCases(schema).filter(({ keyword }) => keyword.startsWith('excl'));
  expect(inQuery.map(({ side, value }) => [side, Number(value)])).toEqual(expected.map((value) => ['refused', value]));
});

test('the values of a map and their number are broken, if the right body has one', () => {
  const labels: Schema = { type: 'object', maxProperties: 2, additionalProperties: { type: 'string', maxLength: 5 } };
  const whole: Schema = { type: 'object', properties: { labels } };
  const broken = bodyCases(DOCUMENT, whole, { labels: { a: 'b' } }, '').filter(
    ({ side, further }) => side === 'refused' && !further,
  );
  const values = broken.map(({ keyword, body }) => [keyword, Object.keys((body as { labels: object }).labels).length]);
  expect(values).toEqual(
    expect.arrayContaining([
      ['maxProperties', 3],
      ['maxLength', 1],
    ]),
  );
});

test('of a long enumeration the first, the last and some between are sent', () => {
  const members = Array.from({ length: 20_000 }, (_, index) => `m${index}`);
  const accepted = boundaryCases({ enum: members }).flatMap(({ side, value }) => (side === 'accepted' ? [value] : []));
  expect(accepted).toHaveLength(20);
  expect(accepted).toEqual(expect.arrayContaining(['m0', 'm19999']));
});

test('a parameter with listed numbers gets another number', () => {
  const refused = boundaryCases({ type: 'integer', enum: [14, 30] }).filter(({ side }) => side === 'refused');
  expect(refused.map(({ value }) => value)).toEqual(['15']);
});
