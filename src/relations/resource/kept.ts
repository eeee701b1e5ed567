import { isDeepStrictEqual } from 'node:util';
import type { Assertion } from '../../check/check.ts';
import { holds, isSuccess, thingAt } from '../../check/judges.ts';
import { every } from '../../check/results.ts';
import { mapMembers, pickMembers } from '../../defined.ts';
import { type Exchange, inThing } from '../../http/exchange.ts';
import { plural } from '../../nouns.ts';
import { atPointer, isObject } from '../../schema/pointer.ts';
import { isEqual, isNear } from '../invariants/operators.ts';
import type { Body, Resource } from './declaration.ts';
import { entriesIn, type Listed } from './list.ts';
import type { Thing } from './things.ts';

/** Stores round times, and some take the time themselves, a moment after the answer was made. */
const FINEST_GRAIN_MS = 100;

/** How far apart two times may be that are the same: a tenth of a second, or a unit in the last place of the less precise one. */
function grainOf(values: readonly unknown[]): number {
  return Math.max(FINEST_GRAIN_MS, 1000 / 10 ** Math.min(...values.map(decimalsIn)));
}

/**
 * Is a listed value the created one? A missing value is not, unless none or null was created. A service may add members to the
 * objects that it was sent, such as ids of lines.
 */
export function isSameValue(listed: unknown, created: unknown, grainMs = grainOf([listed, created])): boolean {
  if (listed === undefined && created !== undefined && created !== null) return false;
  const values = [withoutMore(listed, created), created].map(withoutZeros);
  const areNear = grainMs > 0 && values.every(isDateTime) ? isNear(values, grainMs) : undefined;
  return (areNear ?? isEqual(values, { as: 'set' })) !== false;
}

/** What is shown, without members of its objects that those sent do not have. */
function withoutMore(shown: unknown, sent: unknown): unknown {
  if (Array.isArray(shown) && Array.isArray(sent)) {
    const like: unknown = Object.assign({}, ...sent.filter(isObject));
    return shown.map((one: unknown) => withoutMore(one, like));
  }
  if (!isObject(shown) || !isObject(sent)) return shown;
  const known = pickMembers(shown, (name) => name in sent);
  return mapMembers(known, (value, name) => withoutMore(value, sent[name]));
}

/** The value with each decimal that is a text (`12.50`) as its shortest text: a store may add zeros to its end, or drop them. */
function withoutZeros(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutZeros);
  if (isObject(value)) return mapMembers(value, withoutZeros);
  return typeof value === 'string' && /^-?\d+\.\d+$/u.test(value) ? value.replace(/\.?0+$/u, '') : value;
}

/** Is a value as it was? A time that is written with as many decimals as before is the same to the last of them. */
export function isUnchanged(now: unknown, before: unknown): boolean {
  const [decimals, earlier] = [now, before].map(decimalsIn);
  return isSameValue(now, before, decimals === 0 || decimals !== earlier ? undefined : 0);
}

/** The decimals of the seconds of a time, without zeros at the end. */
function decimalsIn(value: unknown): number {
  return isDateTime(value) ? (/\.(?<decimals>\d*[1-9])/u.exec(value)?.groups?.['decimals']?.length ?? 0) : 0;
}

/** RFC 3339. */
function isDateTime(value: unknown): value is string {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\d[Tt]\d\d:/u.test(value);
}

/** Each sent member that the answer shows has the value that was sent. */
export function echoed({ kept, name }: Resource, { asked, answer }: Thing): Assertion {
  return every(kept, 'member', (place) => {
    const [sent, shown] = [atPointer(asked, place), shownAt(answer, place)];
    const isSame = sent === undefined || shown === undefined || isSameValue(shown, sent);
    return holds(isSame, answer, {
      expected: `${place.slice(1)} ${JSON.stringify(sent)}, as it was sent for the ${name}`,
      actual: leftOf(sent, shown),
      at: inThing(answer, place),
    });
  });
}

/** The value at a place; null if the object that should have it is null. */
function shownAt(answer: Exchange, place: string): unknown {
  const [value, parent] = [thingAt(answer, place), place.slice(0, place.lastIndexOf('/'))];
  return value === undefined && parent !== '' && thingAt(answer, parent) === null ? null : value;
}

/** How much of a text or list is left if it was cut; else what is shown. */
function leftOf(whole: unknown, shown: unknown): unknown {
  const [all, left] = [whole, shown].map((one) => (typeof one === 'string' ? [...one] : one));
  if (!Array.isArray(all) || !Array.isArray(left) || left.length === 0 || left.length >= all.length) return shown;
  const noun = typeof whole === 'string' ? 'character' : 'element';
  return isDeepStrictEqual(left, all.slice(0, left.length)) ? `only its first ${plural(left.length, noun)}` : shown;
}

export function isListed(resource: Resource, listing: Listed, place: string): boolean {
  return entriesIn(resource, listing).some((entry) => (atPointer(entry, place) ?? null) !== null);
}

/** Does an answer show the expected value? True if it does not show the member at all. */
export function isShown(answer: Exchange, place: string, expected: unknown): boolean {
  const shown = isSuccess(answer) ? shownAt(answer, place) : undefined;
  return shown === undefined || expected === undefined || isSameValue(shown, expected);
}

/** Does an entry of a list show what the opened thing shows? True if either of them leaves the member out. */
export function isAsOpened(entry: Body, opened: Exchange, place: string): boolean {
  const [listed, shown] = [atPointer(entry, place), thingAt(opened, place)];
  // Either of them may show more of the objects in a list.
  const isSame = isSameValue(listed, shown) || isSameValue(shown, listed);
  return listed === undefined || shown === undefined || isSame;
}

type Expected = (place: string) => unknown;

/** Each place of an answer shows the expected value; `why` gives the reason for the message. */
export function shows(
  answer: Exchange,
  places: readonly string[],
  expected: Expected,
  why: string,
  isRight: (place: string) => boolean = (place) => isShown(answer, place, expected(place)),
): Assertion {
  return every(
    places,
    'member',
    (place): Assertion =>
      (judging) =>
        holds(isRight(place), answer, {
          expected: `${place.slice(1)} ${JSON.stringify(expected(place))}, ${why}`,
          actual: leftOf(expected(place), shownAt(answer, place)) ?? 'nothing',
          at: inThing(answer, place),
        })(judging),
  );
}
