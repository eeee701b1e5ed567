import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { boundaryCases } from '../../src/generate/boundary.ts';
import { countQueries, validQueries } from '../../src/generate/fuzz.ts';
import { allows, numbersOf } from '../../src/generate/numbers.ts';
import type { Schema } from '../../src/schema/schema.ts';

test.each<[Schema, readonly number[]]>([
  [{ type: 'integer', minimum: 1, maximum: 4 }, [1, 2, 3, 4]],
  [{ type: 'integer', exclusiveMinimum: 5, exclusiveMaximum: 8 }, [6, 7]],
  [{ type: 'integer', minimum: 1, maximum: 30, multipleOf: 10 }, [10, 20, 30]],
  [{ type: 'number', minimum: 0, maximum: 0.3 }, [0, 0.1, 0.2, 0.3]],
  [{ type: 'number', exclusiveMinimum: 0, maximum: 0.03, multipleOf: 0.01 }, [0.01, 0.02, 0.03]],
  [{ type: 'integer', minimum: 7, maximum: 3 }, [7]],
])('the numbers of %j are %j', (schema, numbers) => {
  expect(numbersOf(schema)).toEqual(numbers);
});

test.each<Schema>([
  { type: 'integer', minimum: 0, maximum: 2147483647 },
  { type: 'integer', minimum: -9007199254740991, maximum: 9007199254740991 },
])('a wide range takes few numbers, its ends among them: %j', (schema) => {
  const numbers = numbersOf(schema);
  expect(numbers.length).toBeLessThanOrEqual(2000);
  expect([numbers[0], numbers.at(-1)]).toEqual([schema.minimum, schema.maximum]);
  const parameters = [{ parameter: { name: 'id', in: 'query' as const, schema, pointer: '' }, schema }];
  expect(countQueries(parameters)).toBeGreaterThan(1);
  expect(fc.sample(validQueries(parameters), 5)).toHaveLength(5);
});

const bound = fc.option(fc.integer({ min: -50, max: 50 }), { nil: undefined });

/** Bounds between which there is room, with or without a multiple. */
const schemas = fc
  .record({
    type: fc.constantFrom('integer', 'number'),
    minimum: bound,
    exclusiveMinimum: bound,
    room: fc.option(fc.integer({ min: 20, max: 90 }), { nil: undefined }),
    isExclusive: fc.boolean(),
    multipleOf: fc.constantFrom(undefined, 2, 5, 0.5),
  })
  .map(({ room, isExclusive, minimum, exclusiveMinimum, ...rest }): Schema => {
    const top = room === undefined ? undefined : Math.max(minimum ?? 0, exclusiveMinimum ?? 0) + room;
    const bounds = { minimum, exclusiveMinimum, [isExclusive ? 'exclusiveMaximum' : 'maximum']: top, ...rest };
    return Object.fromEntries(Object.entries(bounds).filter(([, value]) => value !== undefined)) as Schema;
  });

test('all numbers of a schema, and all values that a service has to accept, are allowed; the refused ones are not', () => {
  fc.assert(
    fc.property(schemas, (schema) => {
      expect(numbersOf(schema).filter((one) => !allows(schema, one))).toEqual([]);
      const cases = boundaryCases(schema).filter(({ value }) => /^-?[\d.]+$/u.test(value));
      const wrong = cases.filter(({ side, value, keyword }) => {
        const isInteger = schema.type !== 'integer' || Number.isInteger(Number(value));
        return keyword !== 'type' && (side === 'accepted') !== (allows(schema, Number(value)) && isInteger);
      });
      expect(wrong).toEqual([]);
      expect(cases.some(({ side }) => side === 'accepted')).toBe(true);
    }),
    { numRuns: 500, seed: 7 },
  );
});
