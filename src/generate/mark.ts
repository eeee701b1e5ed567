import { randomInt } from 'node:crypto';

/** So many digits; two runs at once on one target draw the same with a chance of one in a hundred million. */
const DIGITS = 8;

/**
 * Digits that stand in the name of everything that a run creates. They are not drawn from its seed: two runs with the same
 * seed, at once on one target, must not take back what the other one created.
 */
export function drawMark(): string {
  return String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0');
}

/** The mark of a run as checks write it into a name. */
export function nameOfMark(mark: string): string {
  return `conform-${mark}`;
}

/** In the text of a body: the mark of the run takes its place when it is sent, and is as long. */
export const MARK_OF_RUN = '$mark-of-the-run';

/** Does a text begin with the mark of any run? Those of earlier versions had letters in them. */
export function startsWithMark(text: string): boolean {
  return new RegExp(`^conform-[\\da-f]{${DIGITS}}\\b`, 'u').test(text);
}
