import { randomInt } from 'node:crypto';

/** Two simultaneous runs on one target draw the same digits with a chance of one in a hundred million. */
const DIGITS = 8;

/**
 * Digits in the name of everything that a run creates. They do not depend on the seed: two simultaneous runs with the same
 * seed on one target must not remove what the other one created.
 */
export function drawMark(): string {
  return String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0');
}

/** The mark of a run as checks write it into a name. */
export function nameOfMark(mark: string): string {
  return `conform-${mark}`;
}

/** A placeholder in the text of a body. Sending replaces it by the mark of the run, which is as long. */
export const MARK_OF_RUN = '$mark-of-the-run';

/** Does a text begin with the mark of any run? Marks of earlier versions contain letters. */
export function startsWithMark(text: string): boolean {
  return new RegExp(`^conform-[\\da-f]{${DIGITS}}\\b`, 'u').test(text);
}
