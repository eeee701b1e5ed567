import { createHash } from 'node:crypto';
import type { Contract } from '../contract/contract.ts';
import type { Operation } from '../contract/operations.ts';
import { DATE } from '../contract/recognise/distinct.ts';
import { mapMembers } from '../defined.ts';
import { exampleBody } from '../generate/base.ts';
import { textsLike } from '../generate/values.ts';
import { parseJson } from '../http/json-text.ts';
import { atPointer, isObject, withPointer } from '../schema/pointer.ts';
import type { Schema } from '../schema/schema.ts';

/**
 * How often each value was sent, a text that differs between runs, whether nothing is wrong with the request on purpose, and
 * whether it may have the values of another on purpose.
 */
interface Sending {
  readonly sent: Map<string, number>;
  readonly mark: string;
  readonly isValid: boolean;
  readonly mayRepeat: boolean;
}

/**
 * The body with fresh values: each string that must be unique, and that a valid body contained before, is replaced by another
 * of the same form. Dates move together, by one week for each body sent.
 */
export function withFreshValues(
  { id, requestBody }: Operation,
  body: string,
  { sent, mark, isValid, mayRepeat }: Sending,
): string {
  const { given, values } = uniqueTexts(requestBody, body);
  if (values.length === 0) return body;
  const countOf = (key: string): number => {
    const times = sent.get(key) ?? 0;
    if (isValid || times > 0) sent.set(key, times + 1);
    return times;
  };
  const dates = values.filter(({ value }) => DATE.test(value));
  const texts = values.filter((one) => !dates.includes(one));
  const changed = texts.flatMap(({ at, schema, value }) => {
    const [key, refused] = [keyOf(id, at, value), refusedKeyOf(id, at, value)];
    const series = !isValid && sent.has(refused) ? refused : key;
    const times = countOf(series);
    const isKept = times === 0 && (mayRepeat || !sent.has(changedKeyOf(at, value)));
    if (isKept && isValid) sent.set(createdKeyOf(at, value), 1);
    const other = isKept ? undefined : anotherText(schema, value, `${mark} ${series} ${times}`);
    return other === undefined ? [] : [[at, other] as const];
  });
  const moved = movedDates(id, dates, sent, countOf);
  return bodyWith(body, given, [...changed, ...moved]);
}

/**
 * The body of a change with unique values of its own: a value of the document's example is kept for the first thing that is
 * changed, unless a creation has the same, and becomes another of the same form for each other thing, always the same.
 * `owner` names the thing.
 */
export function withOwnValues(
  { id, requestBody }: Operation,
  body: string,
  { sent, mark, isValid, owner }: Sending & { readonly owner: string },
): string {
  const { given, values } = uniqueTexts(requestBody, body);
  const changed = values.flatMap(({ at, schema, value }) => {
    const isOfCreation = sent.has(createdKeyOf(at, value));
    if (!isOfCreation && !sent.has(refusedKeyOf(id, at, value))) {
      if (isValid) sent.set(changedKeyOf(at, value), 1);
      return [];
    }
    const owners = `${keyOf(id, at, value)} of`;
    const own = `${owners} ${owner}`;
    const place = sent.get(own) ?? sent.get(owners) ?? (isOfCreation ? 1 : 0);
    if (isValid && !sent.has(own)) sent.set(own, place).set(owners, place + 1);
    const other = place === 0 ? undefined : anotherText(schema, value, `${mark} ${owners} ${place}`);
    return other === undefined ? [] : [[at, other] as const];
  });
  return bodyWith(body, given, changed);
}

interface UniqueText {
  readonly at: string;
  readonly schema: Schema;
  readonly value: string;
}

/** The texts of a body that have to be unique. */
function uniqueTexts(
  requestBody: Operation['requestBody'],
  body: string,
): { readonly given: unknown; readonly values: readonly UniqueText[] } {
  const { distinct } = requestBody ?? {};
  const given = distinct === undefined || distinct.size === 0 ? undefined : parseJson(body)?.value;
  if (!isObject(given)) return { given, values: [] };
  const values = [...(distinct ?? [])].flatMap(([at, schema]) => {
    const value = atPointer(given, at);
    return typeof value === 'string' ? [{ at, schema, value }] : [];
  });
  return { given, values };
}

function bodyWith(body: string, given: unknown, changed: readonly (readonly [at: string, text: string])[]): string {
  return changed.length === 0
    ? body
    : JSON.stringify(changed.reduce<unknown>((whole, [at, one]) => withPointer(whole, at, one), given));
}

/**
 * The unique values of the bodies in the document count as sent for a body that must be refused: it begins from the same example
 * as the first valid one, which keeps the value, and may be sent at the same time.
 */
export function valuesOfExamples(contract: Contract): Map<string, number> {
  const keys = [...contract.operations.values()].flatMap(({ id, method, requestBody }) => {
    const places = [...(requestBody?.distinct?.keys() ?? [])];
    const example = places.length === 0 ? undefined : exampleBody(contract, id);
    return places.flatMap((at) => {
      const value = atPointer(example, at);
      if (typeof value !== 'string' || DATE.test(value)) return [];
      const made = method === 'POST' ? [createdKeyOf(at, value)] : [];
      return [refusedKeyOf(id, at, value), ...made].map((key) => [key, 1] as const);
    });
  });
  return new Map(keys);
}

function keyOf(id: string, at: string, value: string): string {
  return `${id} ${at} ${value}`;
}

/** The same for bodies that must be refused. */
function refusedKeyOf(id: string, at: string, value: string): string {
  return `${keyOf(id, at, value)} refused`;
}

/** The key of a value that a creation has, in its example or when it was sent. */
function createdKeyOf(at: string, value: string): string {
  return `created ${at} ${value}`;
}

/** The same for a value that a change was sent with. */
function changedKeyOf(at: string, value: string): string {
  return `changed ${at} ${value}`;
}

interface Dated {
  readonly at: string;
  readonly value: string;
}

/** The dates of a body by place, one week later for each body sent before. Dates that were moved before are sent on purpose. */
function movedDates(
  id: string,
  dates: readonly Dated[],
  sent: Map<string, number>,
  countOf: (key: string) => number,
): readonly (readonly [string, string])[] {
  const keyOfAll = (ones: readonly Dated[]) => `${id} ${JSON.stringify(ones.map(({ value }) => value))}`;
  if (dates.length === 0 || sent.has(keyOfAll(dates))) return [];
  const weeks = countOf(`${id} dates`);
  const moved = dates.map(({ at, value }) => ({ at, value: daysLater(value, 7 * weeks) }));
  if (weeks > 0) sent.set(keyOfAll(moved), 1);
  return moved.map(({ at, value }) => [at, value]);
}

/** The same time so many days later. A text that begins with no date stays as it is. */
export function daysLater(value: string, days: number): string {
  const date = value.slice(0, 10);
  const day = new Date(`${date}T00:00:00Z`);
  const isDay = !Number.isNaN(day.getTime()) && day.toISOString().startsWith(date);
  if (!isDay) return value;
  day.setUTCDate(day.getUTCDate() + days);
  return `${day.toISOString().slice(0, 10)}${value.slice(10)}`;
}

/** Another text of the same form; undefined if none can be made. */
function anotherText(
  { pattern, format, minLength = 0, maxLength }: Schema,
  value: string,
  seed: string,
): string | undefined {
  const digest = createHash('sha256').update(seed).digest();
  const digits = String(digest.readUInt32BE(0)).padStart(10, '0');
  const fits = (text: string) =>
    text !== value && [...text].length >= minLength && [...text].length <= (maxLength ?? text.length);
  if (pattern !== undefined) return textsLike(pattern, digest.readInt32BE(0)).find(fits);
  const [hex, at] = [digest.toString('hex'), value.indexOf('@')];
  const made: Readonly<Record<string, string>> = {
    uuid: uuidFrom(hex),
    email: `${digits}${value.slice(Math.max(0, at))}`,
    uri: `${value}${value.endsWith('/') ? '' : '/'}${digits}`,
  };
  const text =
    format === undefined ? `${value.slice(0, (maxLength ?? 11 + value.length) - 11)} ${digits}` : made[format];
  return text !== undefined && fits(text) ? text : undefined;
}

/** Stands for a value of a header that no request has had: an idempotency key. */
export const FRESH_KEY = '$key';

/** Stands for a value of a body: an id of what the body names, which nothing has. */
export const UNKNOWN_ID = '$unknown';

/** Stands for a value of a body: an id of what the body names, other than this one. */
export function otherThan(id: unknown): string {
  return `${OTHER_THAN}${String(id)}`;
}

/** The id that another one is asked for instead of; undefined for all other values. */
export function insteadOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.startsWith(OTHER_THAN) ? value.slice(OTHER_THAN.length) : undefined;
}

const OTHER_THAN = '$other than ';

/** The request with a new key in each header that needs one. */
export function withFreshKeys<T extends { readonly headers: Readonly<Record<string, string>> }>(
  request: T,
  sent: Map<string, number>,
  mark: string,
): T {
  if (!Object.values(request.headers).includes(FRESH_KEY)) return request;
  const number = (sent.get(FRESH_KEY) ?? 0) + 1;
  sent.set(FRESH_KEY, number);
  const key = uuidFrom(createHash('sha256').update(`${mark} ${number}`).digest('hex'));
  return { ...request, headers: mapMembers(request.headers, (one) => (one === FRESH_KEY ? key : one)) };
}

/** A UUID of version 4 with these hexadecimal digits. `variant`: the first digit of its fourth group. */
export function uuidFrom(hex: string, variant: '8' | '9' = '8'): string {
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** A UUID that nothing has. */
export function unknownUuid(seed: number): string {
  return uuidFrom(unknownDigest(seed), '9');
}

/** Hexadecimal digits for ids that nothing has, the same for the same seed. */
export function unknownDigest(seed: number): string {
  return createHash('sha256').update(`unknown:${seed}`).digest('hex');
}

/** What a request does that names once more what was accepted before: a service may let each be named once. */
export const NAMED_AGAIN = 'names that were accepted before';
