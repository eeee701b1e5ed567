import { plural } from '../../nouns.ts';
import { isObject, joinPointer, splitPointer } from '../../schema/pointer.ts';
import { lengthOf } from '../escape.ts';

/** One line of a pretty-printed body. */
export interface JsonLine {
  readonly text: string;
  /** Does the place at fault begin or end here? */
  readonly lit: boolean;
}

/** How much to show around the place. */
export interface Extent {
  readonly lines: number;
  /** How many members or elements to show beside the path to the place, at each level. */
  readonly beside: number;
}

const LONG_TEXT = 160;

/**
 * A JSON value over several lines. The place that a pointer names is highlighted and never left out; what lies beside the path
 * to it is cut. If the place is missing, the brackets of the object that should have it are highlighted, and all its members
 * are shown, so that one can see that it is not there.
 */
export function jsonLines(value: unknown, pointer: string, { lines, beside }: Extent): readonly JsonLine[] {
  const segments = splitPointer(pointer);
  const path = existingPart(value, segments);
  const isMissing = path.length < segments.length;
  const pointers = path.reduce((before, segment) => [...before, joinPointer(before.at(-1) ?? '', segment)], ['']);
  const all = linesOf(value, '', '', { path: pointers, lit: pointers.at(-1) ?? '', isMissing, beside });
  return excerpt(all, lines, segments.length === 0 ? 0 : MAX_WHOLE);
}

/** A place with at most this many lines is shown whole. */
const MAX_WHOLE = 40;

interface Shown {
  /** The pointers on the path to the place, or to the same place in another element of a list. */
  readonly path: readonly string[];
  readonly lit: string;
  /** Is it the object that lacks the place? */
  readonly isMissing: boolean;
  readonly beside: number;
}

function linesOf(value: unknown, at: string, prefix: string, shown: Shown): readonly JsonLine[] {
  const lit = at === shown.lit;
  const entries = entriesOf(value);
  if (entries === undefined) return [{ text: `${prefix}${scalar(value)}`, lit }];
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  if (entries.length === 0) return [{ text: `${prefix}${open}${close}`, lit }];
  const kept = keptOf(entries, at, lit && shown.isMissing ? { ...shown, beside: MAX_WHOLE } : shown);
  const inner = kept.flatMap(([name, child], index) => {
    const label = Array.isArray(value) ? '' : `${JSON.stringify(name)}: `;
    const comma = index < entries.length - 1 ? ',' : '';
    return indented(linesOf(child, joinPointer(at, name), label, inSibling(value, at, name, shown)), comma);
  });
  const rest = entries.length - kept.length;
  return [
    { text: `${prefix}${open}`, lit },
    ...(lit && !shown.isMissing && at !== '' ? inner.map(({ text }) => ({ text, lit })) : inner),
    ...(rest > 0 ? [{ text: `  … ${rest} more`, lit: false }] : []),
    { text: close, lit },
  ];
}

/** The entry on the path to the place, and a few beside it. If just one line would be left out, it is kept. */
function keptOf(
  entries: readonly (readonly [string, unknown])[],
  at: string,
  { path, beside }: Shown,
): readonly (readonly [string, unknown])[] {
  const own = entries.findIndex(([name]) => path.includes(joinPointer(at, name)));
  const order = entries.map((_, index) => index).filter((index) => index !== own);
  const nearest = isList(entries) && own >= 0 ? order.toSorted((a, b) => Math.abs(a - own) - Math.abs(b - own)) : order;
  const dropped = nearest.slice(beside);
  const isOneLine = dropped.length === 1 && entriesOf(entries[dropped[0] ?? 0]?.[1]) === undefined;
  const kept = new Set([own, ...(isOneLine ? nearest : nearest.slice(0, beside))]);
  return entries.filter((_, index) => kept.has(index));
}

function isList(entries: readonly (readonly [string, unknown])[]): boolean {
  return entries.every(([name], index) => name === String(index));
}

/** In another element of a list on the path, follows the path to the same place there, for comparison. */
function inSibling(value: unknown, at: string, name: string, shown: Shown): Shown {
  const own = joinPointer(at, name);
  if (!Array.isArray(value) || shown.path.includes(own)) return shown;
  const index = shown.path.indexOf(at);
  const element = index < 0 ? undefined : shown.path[index + 1];
  if (element === undefined) return shown;
  return { ...shown, path: shown.path.slice(index + 1).map((pointer) => `${own}${pointer.slice(element.length)}`) };
}

function indented(lines: readonly JsonLine[], comma: string): readonly JsonLine[] {
  return lines.map(({ text, lit }, index) => ({ text: `  ${text}${index === lines.length - 1 ? comma : ''}`, lit }));
}

function entriesOf(value: unknown): readonly (readonly [string, unknown])[] | undefined {
  if (Array.isArray(value)) return value.map((item, index) => [String(index), item as unknown] as const);
  return isObject(value) ? Object.entries(value) : undefined;
}

function scalar(value: unknown): string {
  if (typeof value === 'string' && value.length > LONG_TEXT)
    return `${JSON.stringify(value.slice(0, LONG_TEXT))} … ${lengthOf(value)} characters`;
  return JSON.stringify(value) ?? 'undefined';
}

/** The segments of a pointer up to the first that does not exist. */
function existingPart(value: unknown, segments: readonly string[]): readonly string[] {
  let node = value;
  for (const [index, segment] of segments.entries()) {
    const entry = entriesOf(node)?.find(([name]) => name === segment);
    if (entry === undefined) return segments.slice(0, index);
    node = entry[1];
  }
  return segments;
}

/** At most `least` lines around the highlighted ones, or up to `most` to show all of these, and how many are left out. */
function excerpt(all: readonly JsonLine[], least: number, most: number): readonly JsonLine[] {
  const places = all.flatMap(({ lit }, index) => (lit ? [index] : []));
  const [first = 0, last = first] = [places[0], places.at(-1)];
  const lines = Math.max(least, Math.min(last - first + 1, most));
  if (all.length <= lines) return all;
  const around = Math.ceil(Math.max(0, lines - (last - first + 1)) / 2);
  const start = Math.max(0, Math.min(first - around, all.length - lines));
  const omitted = (count: number): readonly JsonLine[] =>
    count > 0 ? [{ text: `… ${plural(count, 'more line')}`, lit: false }] : [];
  return [...omitted(start), ...all.slice(start, start + lines), ...omitted(all.length - start - lines)];
}
