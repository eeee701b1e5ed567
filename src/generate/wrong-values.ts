import { isOutsideFormat } from '../schema/validators.ts';
import { MARK_OF_RUN } from './mark.ts';

/** Values of wrong types that a lenient reader accepts: a numeric string, true for 1, a fraction, an array for an object. */
export const WRONG: Readonly<Record<string, readonly (readonly [unknown, string])[]>> = {
  number: [
    ['7', 'a numeric string instead of a number'],
    [true, 'a boolean instead of a number'],
  ],
  integer: [
    ['7', 'a numeric string instead of an integer'],
    [true, 'a boolean instead of an integer'],
    [1.5, 'a fraction instead of an integer'],
  ],
  string: [[42, 'a number instead of a string']],
  boolean: [['true', 'a string instead of a boolean']],
  array: [['sample', 'a string instead of an array']],
  object: [[[], 'an array instead of an object']],
};

/** Values of further wrong types, for additional requests. */
export const ALSO_WRONG: Readonly<Record<string, readonly (readonly [unknown, string])[]>> = {
  number: [
    [null, 'null'],
    [[7], 'an array'],
    [{}, 'an object'],
    ['', 'an empty string'],
  ],
  integer: [
    [null, 'null'],
    [[7], 'an array'],
    [{}, 'an object'],
  ],
  string: [
    [null, 'null'],
    [{}, 'an object'],
    [['sample'], 'an array'],
    [true, 'a boolean'],
  ],
  array: [
    [null, 'null'],
    [{}, 'an object'],
    [7, 'a number'],
  ],
  object: [
    [null, 'null'],
    ['sample', 'a string'],
    [7, 'a number'],
  ],
};

/** The first of these texts, or of some odd ones, that the format refuses. Some formats refuse hardly any text. */
export function textOutside(format: string | undefined, ...texts: readonly string[]): string | undefined {
  return format === undefined ? undefined : [...texts, '({'].find((text) => isOutsideFormat(format, text));
}

/** A text with this many characters and more bytes: lengths are counted in characters. */
export function textOfLength(length: number): string {
  const words = 'Schlüssel für Prüfläufe Ω ';
  const hasMark = length > MARK_OF_RUN.length + words.length;
  return `${hasMark ? `${MARK_OF_RUN} ` : ''}${words.repeat(Math.ceil(length / words.length))}`
    .slice(0, length)
    .replace(/ $/u, 'é')
    .replace(/^(.{2})$/u, 'éü');
}
