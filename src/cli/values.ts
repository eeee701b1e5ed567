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
export function wholeNumber(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (text.trim() === '' || !Number.isSafeInteger(value) || value < min || value > max)
      throw new UsageError(`A whole number from ${min} to ${max} is needed.`);
    return value;
  };
}

/** A number above zero, up to a bound. */
export function numberOf(what: string, max: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (text.trim() !== '' && value > 0 && value <= max) return value;
    throw new UsageError(`A number of ${what} above 0 and up to ${max} is needed.`);
  };
}

/** A duration up to a number of seconds, in milliseconds. Zero is valid only if `canBeZero` is set. */
export function secondsUpTo(max: number, canBeZero = false): (text: string) => number {
  const message = `A duration ${canBeZero ? 'from 0' : 'above 0 and'} up to ${max} seconds is needed, such as 30, 30s or 10m.`;
  return (text) => durationUpTo(max * 1000, text, canBeZero, message);
}

export function upToAnHour(text: string): number {
  return durationUpTo(UNITS.h, text, false, 'A duration of at most 1h is needed, such as 60s, 2m or 500ms.');
}

const UNITS = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 } as const;

/** A duration such as `60s`, `2m` or `500ms`, in milliseconds; a plain number is seconds. */
function durationUpTo(max: number, text: string, canBeZero: boolean, message: string): number {
  const [, amount, unit = 's'] = /^(\d+(?:\.\d+)?)(ms|s|m|h)?$/u.exec(text.trim()) ?? [];
  const value = Number(amount) * UNITS[unit as keyof typeof UNITS];
  if ((value > 0 || (canBeZero && value === 0)) && value <= max) return value;
  throw new UsageError(message);
}

/** The path of a counterexample: numbers separated by colons. For a sequence, an `@` and the commands that ran follow. */
export function replayPath(text: string): string {
  if (/^\d+(?::\d+)*(?:@[\w+/=:-]*)?$/u.test(text)) return text;
  throw new UsageError(
    'The path of a finding is needed, such as 12:3:0; the finding that came from fuzzing prints it.',
  );
}
