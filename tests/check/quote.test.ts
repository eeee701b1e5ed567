import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BOUNDS } from '../../src/bounds.ts';
import { inWords, jsonOf, quotable, quoted } from '../../src/check/quote.ts';

describe('jsonOf', () => {
  test('is JSON.stringify for whatever is small', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(jsonOf(value)).toBe(JSON.stringify(value));
      }),
    );
    expect(jsonOf(undefined)).toBeUndefined();
  });

  test.each([
    ['a long text', 'x'.repeat(1_000_000)],
    ['a long list', Array.from({ length: 1_000_000 }, () => ({}))],
    ['a list of long texts', Array.from({ length: 1000 }, () => 'x'.repeat(10_000))],
    ['many members', Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`name ${index}`, index]))],
    ['a long name', { ['x'.repeat(1_000_000)]: 1 }],
  ])('of %s is short, and longer than what is quoted', (_, value) => {
    const text = jsonOf(value) ?? '';
    expect(text.length).toBeLessThan(100_000);
    expect(JSON.stringify(value).slice(0, 1)).toBe(text.slice(0, 1));
  });
});

test('a quotation is cut, whatever it holds', () => {
  expect(quoted('short \ud800')).toBe('short \ud800');
  expect(quoted(`a${'😀'.repeat(5000)}`)).toBe(`a${'😀'.repeat((BOUNDS.quoted - 2) / 2)}…`);
  expect(inWords(`a${'😀'.repeat(500)}`)).toMatch(/^a(?:😀)+…$/u);
});

test('a violation is the same as before, or cut in each of its texts', () => {
  const violation = { expected: 'a', actual: 'b', at: '/c', exchange: 3 };
  expect(quotable(violation)).toBe(violation);
  const long = 'x'.repeat(5000);
  expect(quotable({ ...violation, actual: long, at: long })).toEqual({
    ...violation,
    actual: quoted(long),
    at: quoted(long),
  });
});
