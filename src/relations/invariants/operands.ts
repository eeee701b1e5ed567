import { atPointer, isObject, joinPointer, splitPointer } from '../../schema/pointer.ts';
import { readable } from '../../schema/traps.ts';
import type { Operand } from './relation.ts';

/** One answer with its request, and what the document declares about them. */
export interface Situation {
  readonly body: unknown;
  /** Headers of the answer, with names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly request: {
    readonly body: unknown;
    readonly query: Readonly<Record<string, string>>;
    readonly path: Readonly<Record<string, string>>;
  };
  /** The value at a JSON Pointer of the operation in the document. */
  readonly declared: (pointer: string) => unknown;
  /** The declared default of a member of the request's body. */
  readonly defaultOf: (pointer: string) => unknown;
}

/** Where pointers into the answer start: at its root, or at one of several places. */
export interface Scope extends Situation {
  readonly base: string;
}

/** The value of an operand; undefined if there is none. Reading a broken place of the answer throws `Hidden`. */
export function valueOf(operand: Operand, scope: Scope): unknown {
  if (typeof operand === 'string') return read(operand, scope);
  if (typeof operand !== 'object' || operand === null) return operand;
  if ('value' in operand) return operand.value;
  if ('request' in operand) return read(operand.request, { body: scope.request.body, base: '' });
  if ('query' in operand) return scope.request.query[operand.query];
  if ('path' in operand) return scope.request.path[operand.path];
  if ('header' in operand) return scope.headers[operand.header.toLowerCase()];
  if ('default' in operand) return scope.defaultOf(operand.default);
  if ('declared' in operand) return declaredValue(operand, scope);
  if ('sum' in operand) return sumOf(operand.sum.flatMap((one) => numbersIn(valueOf(one, scope))));
  if ('count' in operand) return lengthOf(valueOf(operand.count, scope));
  const days = numeric(valueOf(operand.days, scope));
  return days === undefined ? undefined : days * DAY_MS;
}

const DAY_MS = 86_400_000;

/** A number, or a moment in milliseconds; undefined for anything else. */
export function numeric(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  const moment = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(moment) ? undefined : moment;
}

/** The places that a pointer with `*` stands for, one per element or member. */
export function placesOf(pointer: string, body: unknown): readonly string[] {
  return splitPointer(pointer).reduce<readonly string[]>(
    (bases, segment) =>
      segment === '*'
        ? bases.flatMap((base) => childrenOf(atPointer(body, base)).map((name) => joinPointer(base, name)))
        : bases.map((base) => joinPointer(base, segment)),
    [''],
  );
}

/** The place of an operand in the answer; undefined if it is not in the answer. */
export function placeOf(operand: Operand, { base }: Scope): string | undefined {
  if (typeof operand === 'string') return `${base}${operand}`;
  if (typeof operand !== 'object' || operand === null) return undefined;
  const inner = 'sum' in operand ? operand.sum : 'count' in operand ? [operand.count] : [];
  for (const one of inner) if (typeof one === 'string') return `${base}${one}`;
  return undefined;
}

/** The names of elements or members. It reads none of them, because some may be broken. */
function childrenOf(node: unknown): readonly string[] {
  if (Array.isArray(node)) return [...node.keys()].map(String);
  return isObject(node) ? Object.keys(node) : [];
}

function read(pointer: string, { base, body }: Pick<Scope, 'base' | 'body'>): unknown {
  if (!pointer.includes('*')) return atPointer(body, `${base}${pointer}`);
  const places = placesOf(`${base}${pointer}`, body);
  return readable(places, (place) => atPointer(body, place)).filter((value) => value !== undefined);
}

function declaredValue({ declared, by }: Extract<Operand, { readonly declared: string }>, scope: Scope): unknown {
  const whole = scope.declared(declared);
  if (by === undefined) return whole;
  const name = valueOf(by, scope);
  return isObject(whole) && typeof name === 'string' && Object.hasOwn(whole, name) ? whole[name] : undefined;
}

function sumOf(numbers: readonly (number | undefined)[]): number | undefined {
  return numbers.reduce<number | undefined>(
    (sum, one) => (sum === undefined || one === undefined ? undefined : sum + one),
    0,
  );
}

/** The number of a single value, or those of all places that a pointer with `*` stands for. */
function numbersIn(value: unknown): readonly (number | undefined)[] {
  return Array.isArray(value) ? value.map(numeric) : [numeric(value)];
}

export function lengthOf(value: unknown): number | undefined {
  if (Array.isArray(value)) return value.length;
  return isObject(value) ? Object.keys(value).length : undefined;
}
