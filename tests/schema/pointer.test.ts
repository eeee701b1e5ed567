import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { atPointer, isObject, joinPointer, splitPointer, withPointer } from '../../src/schema/pointer.ts';

describe('a pointer', () => {
  test('is joined and split without loss, whatever the segments hold', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (segments) => {
        expect(splitPointer(joinPointer('', ...segments))).toEqual(segments);
      }),
    );
  });

  test.each([
    ['', { a: 1 }],
    ['/a/0', undefined],
    ['/list/1', 'two'],
    ['/list/2', undefined],
    ['/a~1b/~0', 'odd'],
    ['/nothing', null],
    ['/nothing/below', undefined],
    ['/toString', undefined],
  ])('%j names what is there and nothing else', (pointer, expected) => {
    const value = pointer === '' ? { a: 1 } : { list: ['one', 'two'], 'a/b': { '~': 'odd' }, nothing: null };
    expect(atPointer(value, pointer)).toEqual(expected);
  });
});

describe('a replacement', () => {
  test('shows at its pointer and nowhere else, and leaves the value itself alone', () => {
    const value = { a: { b: [1, 2] }, c: 3 };
    expect(withPointer(value, '/a/b/1', 'x')).toEqual({ a: { b: [1, 'x'] }, c: 3 });
    expect(value).toEqual({ a: { b: [1, 2] }, c: 3 });
  });

  test('may be the whole value, something new, or a removal', () => {
    expect(withPointer({ a: 1 }, '', 2)).toBe(2);
    expect(withPointer({ a: 1 }, '/b/c', 2)).toEqual({ a: 1, b: { c: 2 } });
    expect(withPointer({ a: 1, b: 2 }, '/b', undefined)).toEqual({ a: 1 });
  });

  test('of __proto__ is a member like any other', () => {
    const changed = withPointer({ a: 1 }, '/__proto__', { polluted: true });
    expect(Object.keys(isObject(changed) ? changed : {})).toEqual(['a', '__proto__']);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  test('is read back where it was put', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.jsonValue()),
        fc.string(),
        fc.jsonValue(),
        (value, name, replacement) => {
          const pointer = joinPointer('', name);
          expect(atPointer(withPointer(value, pointer, replacement), pointer)).toEqual(replacement);
        },
      ),
    );
  });
});

describe('an object', () => {
  test.each([
    [{}, true],
    [[], false],
    [null, false],
    ['text', false],
    [1, false],
    [undefined, false],
  ])('%j: %s', (value, expected) => {
    expect(isObject(value)).toBe(expected);
  });
});
