import { describe, expect, test } from 'vitest';
import { oddSlots, withOdd } from '../../src/generate/odd-values.ts';
import type { Schema } from '../../src/schema/schema.ts';

const schema: Schema = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    kind: { type: 'string', enum: ['a', 'b'] },
    days: { type: 'integer' },
    share: { type: 'number', minimum: 0, maximum: 1 },
    inputs: { type: 'object' },
  },
};

const base = { name: 'one', kind: 'a', share: 0.5, inputs: { heat: 20 } };

describe('odd values of a body', () => {
  const slots = oddSlots({} as never, schema, base);

  test('stand where nothing bounds a number or a text, those that may be left out among them', () => {
    expect(slots.map(({ at }) => at)).toEqual(['/name', '/days', '/inputs/heat']);
  });

  test('are of the type of the place', () => {
    expect(slots.map(({ values }) => values.map(({ value }) => value))).toEqual([
      ['one\ud83d'],
      [0, -1, Number.MAX_SAFE_INTEGER],
      [0, -1, 1e30],
    ]);
  });

  test('take their places in the body together', () => {
    expect(withOdd(base, slots.slice(1), 1)).toEqual({ ...base, days: -1, inputs: { heat: -1 } });
  });
});
