import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { differenceFrom } from '../../src/report/html/difference.ts';

const marked = (text: string, other: string): readonly string[] =>
  differenceFrom(text, other).flatMap((piece) => (piece.marked ? [piece.text] : []));

describe('the difference of two texts', () => {
  test.each([
    ['property "error" is present', 'property "error" is missing', ['present'], ['missing']],
    ['status 400 for MEC without codMgL', 'status 422 (application/json)', ['400'], ['422']],
    ['"a long title of a paper"', '"a long titel of a paper"', ['title'], ['titel']],
    ['the same', 'the same', [], []],
  ])('%s | %s', (one, other, ofOne, ofOther) => {
    for (const word of ofOne) expect(marked(one, other).join('|')).toContain(word);
    for (const word of ofOther) expect(marked(other, one).join('|')).toContain(word);
    expect(marked(one, other).length === 0).toBe(ofOne.length === 0);
  });

  test('marks nothing of texts that have hardly a word in common', () => {
    expect(marked('at most 1', '87')).toEqual([]);
    expect(marked('object', 'null')).toEqual([]);
  });

  test('leaves nothing out, and takes a long text as a whole', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 80 }), fc.string({ maxLength: 80 }), (one, other) => {
        expect(
          differenceFrom(one, other)
            .map(({ text }) => text)
            .join(''),
        ).toBe(one);
      }),
    );
    const long = 'word '.repeat(2000);
    expect(differenceFrom(long, `${long}more`)).toEqual([{ text: long, marked: false }]);
  });
});
