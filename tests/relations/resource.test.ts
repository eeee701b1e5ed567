import { expect, test } from 'vitest';
import { othersOf } from '../../src/relations/resource/other-values.ts';

test.each([
  [{ enum: ['a', 'b', 'c'] }, 'a', ['c', 'b', 'c']],
  [{ enum: ['a', 'b'] }, 'b', ['a', 'a', 'a']],
  [{ enum: ['a'] }, 'a', [undefined, undefined, undefined]],
  [{ type: 'integer' as const }, 4, [5, 6, 7]],
  [{ type: 'string' as const, 'x-decimal': true as const }, '4', ['5', '6', '7']],
  [{ type: 'string' as const }, '4.50', ['5.50', '6.50', '7.50']],
])('bodies that differ under %j from %j take every value in turn', (schema, value, expected) => {
  expect([1, 2, 3].map((step) => othersOf(schema, value, step)[0])).toEqual(expected);
});
