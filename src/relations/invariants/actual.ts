import { jsonInWords } from '../../check/quote.ts';
import { present } from '../../defined.ts';
import { isObject, splitPointer } from '../../schema/pointer.ts';
import { lengthOf, numeric, type Scope, valueOf } from './operands.ts';
import { type Exactness, isAscending, isEqual } from './operators.ts';
import type { Operand, Relation } from './relation.ts';
import { name, sentenceOf } from './words.ts';

/** The most characters of a value, and elements of a list, that are shown. */
const MAX_CHARACTERS = 120;
const MAX_ELEMENTS = 8;

/** What an answer has instead of what a relation requires: names with their values, or the values that break it. */
export function actualOf(relation: Relation, scope: Scope): string {
  const values = (operands: readonly Operand[]) => operands.map((one) => valueOf(one, scope));
  if ('equal' in relation) {
    const [place] = relation.equal;
    if (!isInAnswer(place)) return list(relation.equal, scope);
    const difference = differenceOf(values(relation.equal));
    return difference === undefined ? withValue(place, scope) : `${shortName(place, scope)} ${difference}`;
  }
  if ('near' in relation) return list(relation.near, scope);
  if ('ascending' in relation) return firstOutOfOrder(relation.ascending, scope, relation, false);
  if ('below' in relation) return firstOutOfOrder(relation.below, scope, relation, true);
  if ('ordered' in relation) return orderOf(relation, scope);
  if ('distinct' in relation)
    return `${shortName(relation.distinct, scope)} ${repeated(valueOf(relation.distinct, scope))} twice`;
  if ('sameLength' in relation)
    return relation.sameLength.map((one) => `${lengthOf(valueOf(one, scope))} ${shortName(one, scope)}`).join(', ');
  if ('oneOf' in relation) {
    const [, all] = values(relation.oneOf);
    return `${withValue(relation.oneOf[0], scope)}, none of ${few(all)}`;
  }
  if ('keeps' in relation) return notKept(values(relation.keeps), relation);
  if ('names' in relation) return withoutEntries(relation.names[0], values(relation.names), scope);
  if ('present' in relation) return `no ${missing(relation.present, scope).join(', no ')}`;
  if ('absent' in relation)
    return relation.absent
      .filter((one) => !isNothing(valueOf(one, scope)))
      .map((one) => withValue(one, scope))
      .join(', ');
  return ('all' in relation ? relation.all : relation.any).map((part) => actualOf(part, scope)).join('; ');
}

/** What a relation requires. For a place that has to equal a value: that value and where it comes from. */
export function expectedOf(relation: Relation, scope: Scope): string {
  if (!('equal' in relation)) return sentenceOf(relation);
  const [place, other] = relation.equal;
  return isInAnswer(place) ? `${shortName(place, scope)} ${withOrigin(other, scope)}` : sentenceOf(relation);
}

/** The elements that one list lacks of another, and those that it has beside them. Undefined if there are none. */
function differenceOf([shown, wanted]: readonly unknown[]): string | undefined {
  if (!Array.isArray(shown) || !Array.isArray(wanted)) return undefined;
  const without = (all: readonly unknown[], others: readonly unknown[]) =>
    all.filter((one) => !others.some((other) => isEqual([one, other], {}) === true));
  const [lacking, more] = [without(wanted, shown), without(shown, wanted)];
  const parts = [lacking.length > 0 && `without ${few(lacking)}`, more.length > 0 && `with ${few(more)}`];
  return present(...parts).join(' and ') || undefined;
}

/** Does the relation ask for a place of the answer that equals a value of the request? */
export function isEcho(relation: Relation): boolean {
  return 'equal' in relation && isInAnswer(relation.equal[0]) && isInRequest(relation.equal[1]);
}

function isInRequest(operand: Operand): boolean {
  if (typeof operand !== 'object' || operand === null) return false;
  return 'request' in operand || 'query' in operand || 'path' in operand;
}

/** A value and where it comes from. */
function withOrigin(operand: Operand, scope: Scope): string {
  const value = show(valueOf(operand, scope));
  if (typeof operand === 'string') return `${value}, as ${name(operand)}`;
  if (typeof operand !== 'object' || operand === null || 'value' in operand) return value;
  if (isInRequest(operand)) return `${value}, as requested`;
  if ('default' in operand) return `${value}, the default`;
  if ('declared' in operand) return `${value}, as documented`;
  return 'sum' in operand ? `${value} (${addends(operand.sum, scope)})` : `${value}, as ${name(operand)}`;
}

/** An operand with its value: `limit 1000`, `used 286 + remaining 715 = 1001`, `5 scores`, `30 days`. */
function withValue(operand: Operand, scope: Scope): string {
  const value = valueOf(operand, scope);
  if (typeof operand !== 'string' && (typeof operand !== 'object' || operand === null || 'value' in operand))
    return show(value);
  if (typeof operand === 'object' && 'sum' in operand)
    return `${addends(operand.sum, scope)} = ${total(operand.sum, value, scope)}`;
  if (typeof operand === 'object' && 'count' in operand) return `${show(value)} ${shortName(operand.count, scope)}`;
  if (typeof operand === 'object' && 'days' in operand) return `${show(valueOf(operand.days, scope))} days`;
  return `${shortName(operand, scope)} ${value === undefined ? 'missing' : show(value)}`;
}

/** The addends of a sum, each with its value. */
function addends(operands: readonly Operand[], scope: Scope): string {
  return operands.map((one) => withValue(one, scope)).join(' + ');
}

/** A value for a message. Numbers are rounded, because arithmetic adds meaningless digits. */
function show(value: unknown): string {
  return typeof value === 'number' ? String(Number(value.toPrecision(12))) : jsonInWords(value, MAX_CHARACTERS);
}

/** The value of a sum, written as a moment if an addend is one. */
function total(operands: readonly Operand[], value: unknown, scope: Scope): string {
  const isMoment = operands.some((one) => typeof valueOf(one, scope) === 'string');
  return isMoment && typeof value === 'number' ? new Date(value).toISOString() : show(value);
}

/** Is it a place of the answer? */
function isInAnswer(operand: Operand): boolean {
  return typeof operand === 'string';
}

function list(operands: readonly Operand[], scope: Scope): string {
  return operands.map((one) => withValue(one, scope)).join(', ');
}

/** The first two neighbours that are out of order. If they are lists, their first two elements that are out of order. */
function firstOutOfOrder(operands: readonly Operand[], scope: Scope, exactness: Exactness, strict: boolean): string {
  const sign = strict ? '>=' : '>';
  const values = operands.map((one) => valueOf(one, scope));
  for (const [index, left] of operands.entries()) {
    const right = operands[index + 1];
    if (right === undefined) break;
    const pair = [values[index], values[index + 1]];
    if (isAscending(pair, exactness, strict) !== false) continue;
    const [lower, upper] = pair;
    if (!Array.isArray(lower) || !Array.isArray(upper))
      return `${withValue(left, scope)} ${sign} ${withValue(right, scope)}`;
    const i = lower.findIndex((value, other) => isAscending([value, upper[other]], exactness, strict) === false);
    return `${shortName(left, scope)}[${i}] ${show(lower[i])} ${sign} ${shortName(right, scope)}[${i}] ${show(upper[i])}`;
  }
  return list(operands, scope);
}

function orderOf({ ordered, magnitude }: Extract<Relation, { readonly ordered: unknown }>, scope: Scope): string {
  const all = valueOf(ordered, scope);
  const values = (Array.isArray(all) ? all : []).filter((value) => numeric(value) !== undefined);
  const called = shortName(ordered, scope);
  return magnitude === true
    ? `|${called}| ${few(values.map((value) => Math.abs(numeric(value) ?? 0)))}`
    : `${called} ${few(values)}`;
}

function few(all: unknown): string {
  const values: readonly unknown[] = Array.isArray(all) ? all : [all];
  const rest = values.length - MAX_ELEMENTS;
  return `${values.slice(0, MAX_ELEMENTS).map(show).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}

function repeated(all: unknown): string {
  const values: readonly unknown[] = Array.isArray(all) ? all : [];
  return show(
    values.find((value, index) => values.slice(0, index).some((other) => isEqual([value, other], {}) === true)),
  );
}

function notKept([whole, part]: readonly unknown[], exactness: Exactness): string {
  if (!isObject(whole) || !isObject(part)) return 'nothing';
  const different = Object.entries(part).find(([key, value]) => isEqual([whole[key], value], exactness) !== true);
  return different === undefined
    ? 'nothing'
    : `${different[0]} ${whole[different[0]] === undefined ? 'missing' : show(whole[different[0]])} instead of ${show(different[1])}`;
}

function withoutEntries(operand: Operand, [map, names]: readonly unknown[], scope: Scope): string {
  const left = (Array.isArray(names) ? names : []).filter((one) => !isObject(map) || !Object.hasOwn(map, String(one)));
  return `no entry for ${few(left)} in ${shortName(operand, scope)}`;
}

function missing(operands: readonly Operand[], scope: Scope): readonly string[] {
  return operands.filter((one) => isNothing(valueOf(one, scope))).map((one) => shortName(one, scope));
}

function isNothing(value: unknown): boolean {
  return (value ?? null) === null;
}

/** The last name of a place of the answer, because the finding says where it is. The whole name of another operand. */
function shortName(operand: Operand, { base }: Scope): string {
  if (typeof operand !== 'string') return name(operand);
  const steps = splitPointer(`${base}${operand}`);
  const end = steps.findLastIndex((one) => one !== '*' && !/^\d+$/u.test(one));
  const indices = steps.slice(end + 1).filter((one) => one !== '*');
  return end < 0 ? 'it' : `${steps[end]}${indices.map((one) => `[${one}]`).join('')}`;
}
