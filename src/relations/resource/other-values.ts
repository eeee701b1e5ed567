import type { ContractDocument } from '../../contract/document.ts';
import { isObject } from '../../schema/pointer.ts';
import { follow } from '../../schema/reference.ts';
import { listedValues, type Schema } from '../../schema/schema.ts';

/** Other values that may fit the schema; for each step others come first. */
export function othersOf(schema: Schema, value: unknown, step: number): readonly unknown[] {
  const others = listedValues(schema)
    ?.filter((one) => one !== value)
    .toReversed();
  if (others !== undefined) return [...others.slice((step - 1) % others.length), ...others];
  if (typeof value === 'number') return [value + step, value - step];
  if (typeof value === 'boolean') return [!value];
  if (typeof value !== 'string') return [];
  const isNumber = schema['x-decimal'] === true;
  const [number, decimals = ''] = /^-?\d{1,12}(?:\.(\d+))?$/u.exec(value) ?? [];
  const isWritten = number !== undefined && (isNumber || decimals !== '');
  const numbers = isWritten ? [step, -step].map((one) => (Number(value) + one).toFixed(decimals.length)) : [];
  if (isNumber) return numbers;
  if (/^[iu]ri/u.test(schema.format ?? '')) return [`${value.replace(/\/$/u, '')}/again`];
  const start = [...value].slice(0, -AGAIN.length);
  return [...numbers, AGAIN + value, ...(start.length > WORD ? [AGAIN + start.join('')] : [])];
}

const AGAIN = 'Again ';

/** A text with this many characters is most likely no code, and may end otherwise. */
const WORD = 20;

/**
 * Other values that may fit the schema: of listed values the next one first, as a state has to be followed by another. A list
 * has another listed value if its elements have such, or lacks the first one.
 */
export function othersThan(document: ContractDocument, own: Schema, value: unknown): readonly unknown[] {
  const listed = listedValues(own);
  const at = listed?.indexOf(value) ?? -1;
  if (listed !== undefined) return [...listed.slice(at + 1), ...listed.slice(0, Math.max(0, at))];
  if (!Array.isArray(value)) return othersOf(own, value, 1);
  const { items } = follow<Schema>(document, own, '').target;
  const values = (isObject(items) && listedValues(follow<Schema>(document, items as Schema, '').target)) || [];
  const others = values.filter((one) => !value.includes(one)).slice(0, 1);
  return [others, value.slice(1)].filter(({ length }) => length > 0);
}
