import { jsonInWords } from '../../check/quote.ts';
import { isObject, splitPointer } from '../../schema/pointer.ts';
import { lengthOf, numeric, type Scope, valueOf } from './operands.ts';
import { type Exactness, isAscending, isEqual } from './operators.ts';
import type { Operand, Relation } from './relation.ts';
import { name, sentenceOf } from './words.ts';

/** Long values tell no more than their beginning does, and long lists than their first few. */
const LONG = 120;
const FEW = 8;

/** What an answer has in place of what a relation asks for: names with their values, and of many what is at fault. */
export function actualOf(relation: Relation, scope: Scope): string {
  const values = (operands: readonly Operand[]) => operands.map((one) => valueOf(one, scope));
  if ('equal' in relation)
    return isTold(relation.equal[0]) ? withValue(relation.equal[0], scope) : list(relation.equal, scope);
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

/** What a relation asks for; of a place whose value is known from elsewhere, that value, and where it is from. */
export function expectedOf(relation: Relation, scope: Scope): string {
  if (!('equal' in relation)) return sentenceOf(relation);
  const [place, other] = relation.equal;
  return isTold(place) ? `${shortName(place, scope)} ${asIs(other, scope)}` : sentenceOf(relation);
}

/** Is what is told to be what was sent? */
export function isEcho(relation: Relation): boolean {
  return 'equal' in relation && isTold(relation.equal[0]) && isSent(relation.equal[1]);
}

function isSent(operand: Operand): boolean {
  if (typeof operand !== 'object' || operand === null) return false;
  return 'request' in operand || 'query' in operand || 'path' in operand;
}

/** A value that is known from elsewhere, and where it is from. */
function asIs(operand: Operand, scope: Scope): string {
  const value = show(valueOf(operand, scope));
  if (typeof operand === 'string') return `${value}, as ${name(operand)}`;
  if (typeof operand !== 'object' || operand === null || 'value' in operand) return value;
  if (isSent(operand)) return `${value}, as requested`;
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

/** What is added up, each with its value. */
function addends(operands: readonly Operand[], scope: Scope): string {
  return operands.map((one) => withValue(one, scope)).join(' + ');
}

/** A value as a reader wants to see it: numbers without the digits that only arithmetic makes. */
function show(value: unknown): string {
  return typeof value === 'number' ? String(Number(value.toPrecision(12))) : jsonInWords(value, LONG);
}

/** Moments add up to a moment. */
function total(operands: readonly Operand[], value: unknown, scope: Scope): string {
  const isMoment = operands.some((one) => typeof valueOf(one, scope) === 'string');
  return isMoment && typeof value === 'number' ? new Date(value).toISOString() : show(value);
}

/** A place of the answer by itself. */
function isTold(operand: Operand): boolean {
  return typeof operand === 'string';
}

function list(operands: readonly Operand[], scope: Scope): string {
  return operands.map((one) => withValue(one, scope)).join(', ');
}

/** The first two neighbours that are out of order. Where both are lists, the first two elements of theirs that are. */
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
  const numbers = (Array.isArray(all) ? all : []).map(numeric).filter((value) => value !== undefined);
  const called = shortName(ordered, scope);
  return magnitude === true ? `|${called}| ${few(numbers.map(Math.abs))}` : `${called} ${few(numbers)}`;
}

function few(all: unknown): string {
  const values: readonly unknown[] = Array.isArray(all) ? all : [all];
  const rest = values.length - FEW;
  return `${values.slice(0, FEW).map(show).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}

function repeated(all: unknown): string {
  const values: readonly unknown[] = Array.isArray(all) ? all : [];
  return show(
    values.find((value, index) => values.slice(0, index).some((other) => isEqual([value, other], {}) === true)),
  );
}

function notKept([whole, part]: readonly unknown[], exactness: Exactness): string {
  if (!isObject(whole) || !isObject(part)) return 'nothing';
  const odd = Object.entries(part).find(([key, value]) => isEqual([whole[key], value], exactness) !== true);
  return odd === undefined
    ? 'nothing'
    : `${odd[0]} ${whole[odd[0]] === undefined ? 'missing' : show(whole[odd[0]])} instead of ${show(odd[1])}`;
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

/** A place by its last name alone, for the finding says where it is; what stands elsewhere by its whole name. */
function shortName(operand: Operand, { base }: Scope): string {
  if (typeof operand !== 'string') return name(operand);
  const steps = splitPointer(`${base}${operand}`);
  const end = steps.findLastIndex((one) => one !== '*' && !/^\d+$/u.test(one));
  const indices = steps.slice(end + 1).filter((one) => one !== '*');
  return end < 0 ? 'it' : `${steps[end]}${indices.map((one) => `[${one}]`).join('')}`;
}
