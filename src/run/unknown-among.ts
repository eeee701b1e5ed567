import { unknownUuid } from '../check/fresh-values.ts';
import type { Contract } from '../contract/contract.ts';
import { unknownValue } from '../generate/parameter-values.ts';
import { textsLike } from '../generate/values.ts';
import { isUuid } from '../schema/formats.ts';
import type { Schema } from '../schema/schema.ts';

/** An id of the form of those that are listed, which surely nothing has. Undefined if none is listed or can be made. */
export function unknownAmong(contract: Contract, schema: Schema, listed: readonly unknown[], seed: number): unknown {
  const [first] = listed;
  const made = typeof first === 'string' ? textAs(first, seed) : numberAs(first, contract, schema, seed);
  return contract.validators.compile(schema)(made) && !listed.includes(made) ? made : undefined;
}

function numberAs(first: unknown, contract: Contract, schema: Schema, seed: number): number | undefined {
  return typeof first === 'number' ? Number(unknownValue(contract, schema, '', seed)) : undefined;
}

/** The last part of an id, by its letters: those of another id, and how many make it one that nothing has. */
const LAST_PARTS: readonly (readonly [RegExp, string, number])[] = [
  // Ids that count upwards have not come to the last one.
  [/^\d+$/u, '9', 4],
  [/^[\da-f]+$/u, '[0-9a-f]', 8],
  [/^[\da-z]+$/u, '[0-9a-z]', 8],
  [/^[\dA-Z]+$/u, '[0-9A-Z]', 8],
  [/^[\da-zA-Z]+$/u, '[0-9a-zA-Z]', 8],
];

/** Of an address its last segment, as in `/authors/7`. */
function textAs(text: string, seed: number): string | undefined {
  const [, above = '', last = text, end = ''] = /^(.*\/)([^/]+)(\/?)$/u.exec(text) ?? [];
  const made = idAs(last, seed);
  return made === undefined ? undefined : `${above}${made}${end}`;
}

function idAs(first: string, seed: number): string | undefined {
  if (isUuid(first)) return unknownUuid(seed);
  const last = /[\da-zA-Z]*$/u.exec(first)?.[0] ?? '';
  const length = last === first && /^\d+$/u.test(first) ? Math.max(first.length, LONG_NUMBER) : last.length;
  const letters = LAST_PARTS.find(([form, , least]) => form.test(last) && length >= least)?.[1];
  const [made] = letters === undefined ? [] : textsLike(`${letters}{${length}}`, seed);
  return made === undefined ? undefined : first.slice(0, first.length - last.length) + made;
}

/** A number in a text may be longer than the listed ones. It stays within 32 bits. */
const LONG_NUMBER = 9;
