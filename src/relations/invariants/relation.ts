import { isObject } from '../../schema/pointer.ts';

/**
 * The language of `invariant` in a clause: what holds in every answer of an operation, by itself or with its request.
 * A relation has one operator, and may say where (`each`), when, and how exactly (`as`, `tolerance`).
 */

/** A JSON Pointer into the answer (`*` stands for every element or member), a constant, or a value from elsewhere. */
export type Operand =
  | string
  | number
  | boolean
  | null
  /** A constant, texts included. */
  | { readonly value: unknown }
  /** A place of the request's body. */
  | { readonly request: string }
  | { readonly query: string }
  | { readonly path: string }
  /** A header of the answer. */
  | { readonly header: string }
  /** The default that the document declares for a member of the request's body. */
  | { readonly default: string }
  /** A value at a JSON Pointer of the operation in the document; `by` chooses a member of it. */
  | { readonly declared: string; readonly by?: Operand }
  | { readonly sum: readonly Operand[] }
  | { readonly count: Operand }
  /** A number of days, in milliseconds. */
  | { readonly days: Operand };

/** What has to hold between operands. */
export type Operator =
  /** Both are the same JSON; `as` says what is ignored. */
  | { readonly equal: readonly [Operand, Operand] }
  /** None is greater than the next; lists are compared place by place, and date-times as moments. */
  | { readonly ascending: readonly Operand[] }
  /** Each is less than the next. */
  | { readonly below: readonly Operand[] }
  /** They differ by `within` at most, moments in milliseconds. */
  | { readonly near: readonly [Operand, Operand]; readonly within: number }
  | {
      readonly ordered: Operand;
      readonly direction: Direction;
      readonly strict?: boolean;
      readonly magnitude?: boolean;
    }
  /** No element occurs twice. */
  | { readonly distinct: Operand }
  | { readonly sameLength: readonly Operand[] }
  /** The first is an element of the second. */
  | { readonly oneOf: readonly [Operand, Operand] }
  /** The first has every member of the second, with its value, if it has any of them. */
  | { readonly keeps: readonly [Operand, Operand] }
  /** The first has a member for every name in the second. */
  | { readonly names: readonly [Operand, Operand] }
  /** All are present and not null. */
  | { readonly present: readonly Operand[] }
  /** Each is absent or null. */
  | { readonly absent: readonly Operand[] }
  | { readonly all: readonly Relation[] }
  | { readonly any: readonly Relation[] };

export type Direction = 'ascending' | 'descending' | 'either';

/** What `equal` ignores: outer blanks of a text, the order of a list, all but letters and digits, what is masked. */
export type Likeness = 'text' | 'set' | 'letters' | 'masked';

export type Relation = Operator & {
  /** Each of these places has to keep to the relation. Pointers into the answer start there. */
  readonly each?: string | readonly string[];
  /** The relation applies only to answers that keep to this one. */
  readonly when?: Relation;
  readonly as?: Likeness;
  /** The relative error that a number may have. */
  readonly tolerance?: number;
};

const OPERATORS = [
  'equal',
  'ascending',
  'below',
  'near',
  'ordered',
  'distinct',
  'sameLength',
  'oneOf',
  'keeps',
  'names',
  'present',
  'absent',
  'all',
  'any',
] as const;

export type OperatorName = (typeof OPERATORS)[number];

const QUALIFIERS: ReadonlySet<string> = new Set([
  'each',
  'when',
  'as',
  'tolerance',
  'within',
  'direction',
  'strict',
  'magnitude',
]);

export function isOperator(name: string): boolean {
  return (OPERATORS as readonly string[]).includes(name);
}

/** What is wrong with a declaration; undefined if nothing is. */
export function faultOf(node: unknown): string | undefined {
  if (!isObject(node)) return 'an invariant is a map with one operator';
  const names = Object.keys(node);
  const operators = names.filter(isOperator);
  if (operators.length !== 1) return `one of ${OPERATORS.join(', ')} is needed, and one alone`;
  const unknown = names.find((name) => !operators.includes(name) && !QUALIFIERS.has(name));
  if (unknown !== undefined) return `${unknown} is neither an operator nor a qualifier`;
  const { all, any, when } = node;
  const inner = [all, any].flatMap((list) => (Array.isArray(list) ? (list as readonly unknown[]) : []));
  return [...inner, ...(when === undefined ? [] : [when])].map(faultOf).find((fault) => fault !== undefined);
}
