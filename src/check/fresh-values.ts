import { createHash } from 'node:crypto';
import type { Operation } from '../contract/operations.ts';
import { textsLike } from '../generate/values.ts';
import { parseJson } from '../http/json-text.ts';
import { atPointer, isObject, withPointer } from '../schema/pointer.ts';
import type { Schema } from '../schema/schema.ts';

/**
 * The body with fresh values: each string that must be unique, and that a valid body contained before, is replaced by another
 * of the same form. `sent` counts how often each was sent; `mark` differs between runs.
 */
export function withFreshValues(
  { id, requestBody }: Operation,
  body: string,
  { sent, mark, isValid }: { readonly sent: Map<string, number>; readonly mark: string; readonly isValid: boolean },
): string {
  const { distinct } = requestBody ?? {};
  const given = distinct === undefined || distinct.size === 0 ? undefined : parseJson(body)?.value;
  if (!isObject(given)) return body;
  const changed = [...(distinct ?? [])].flatMap(([at, schema]) => {
    const value = atPointer(given, at);
    if (typeof value !== 'string') return [];
    const key = `${id} ${at} ${value}`;
    const times = sent.get(key) ?? 0;
    if (isValid || times > 0) sent.set(key, times + 1);
    const other = times === 0 ? undefined : anotherText(schema, value, `${mark} ${key} ${times}`);
    return other === undefined ? [] : [[at, other] as const];
  });
  return changed.length === 0
    ? body
    : JSON.stringify(changed.reduce<unknown>((changing, [at, other]) => withPointer(changing, at, other), given));
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

/** A UUID of version 4 with these hexadecimal digits. `variant`: the first digit of its fourth group. */
export function uuidFrom(hex: string, variant: '8' | '9' = '8'): string {
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
