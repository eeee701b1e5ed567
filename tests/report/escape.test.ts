import { expect, test } from 'vitest';
import { clipped, lengthOf } from '../../src/report/escape.ts';

test('a text that is cut twice still says how long it was at first', () => {
  const once = clipped('é'.repeat(10_371), 160);
  expect(once).toBe(`${'é'.repeat(160)}… (10371 characters)`);
  expect(clipped(once, 160)).toBe(once);
  expect(clipped(once, 165)).toBe(once);
  expect(clipped(once, 70)).toBe(`${'é'.repeat(70)}… (10371 characters)`);
  expect(lengthOf(once)).toBe(10_371);
});
