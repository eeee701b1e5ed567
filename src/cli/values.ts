import { hint, UsageError } from '../errors.ts';

/** Parsers for the values of options. Each throws a UsageError that says what is needed. */

/** A word of a list. The error hints at a similar one. */
export function oneOf<T extends string>(known: readonly T[]): (text: string) => T {
  return (text) => {
    const found = known.find((one) => one === text);
    if (found === undefined) throw new UsageError(`it has to be one of ${known.join(', ')}${hint(text, known)}.`);
    return found;
  };
}

/** Words separated by commas, added to those before. */
export function words(text: string, before: readonly string[] = []): readonly string[] {
  const added = text.split(',').map((word) => word.trim());
  return [...before, ...added.filter((word) => word !== '')];
}

/** A text, added to those before. */
export function several(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, text];
}

/** A whole number within bounds. */
export function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (text.trim() === '' || !Number.isSafeInteger(value) || value < least || value > most)
      throw new UsageError(`A whole number from ${least} to ${most} is needed.`);
    return value;
  };
}

/** A number above zero, up to a bound. */
export function numberOf(what: string, most: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (text.trim() !== '' && value > 0 && value <= most) return value;
    throw new UsageError(`A number of ${what} above 0 and up to ${most} is needed.`);
  };
}

/** A duration up to a number of seconds, in milliseconds. Zero is allowed only if `zero` is set. */
export function secondsUpTo(most: number, zero = false): (text: string) => number {
  const words = `A duration ${zero ? 'from 0' : 'above 0 and'} up to ${most} seconds is needed, such as 30, 30s or 10m.`;
  return (text) => durationUpTo(most * 1000, text, zero, words);
}

/** A duration up to one hour, in milliseconds. */
export function upToAnHour(text: string): number {
  return durationUpTo(UNITS.h, text, false, 'A duration of at most 1h is needed, such as 60s, 2m or 500ms.');
}

const UNITS = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 } as const;

/** A duration such as `60s`, `2m` or `500ms`, in milliseconds; a plain number is seconds. */
function durationUpTo(most: number, text: string, zero: boolean, message: string): number {
  const [, amount, unit = 's'] = /^(\d+(?:\.\d+)?)(ms|s|m|h)?$/u.exec(text.trim()) ?? [];
  const value = Number(amount) * UNITS[unit as keyof typeof UNITS];
  if ((value > 0 || (zero && value === 0)) && value <= most) return value;
  throw new UsageError(message);
}

/** The path of a counterexample: numbers separated by colons. For a sequence, an `@` and the commands that ran follow. */
export function replayPath(text: string): string {
  if (/^\d+(?::\d+)*(?:@[\w+/=:-]*)?$/u.test(text)) return text;
  throw new UsageError(
    'The path of a finding is needed, such as 12:3:0; the finding that came from fuzzing prints it.',
  );
}
