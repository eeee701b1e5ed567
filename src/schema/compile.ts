import { defined } from '../defined.ts';
import { memoize } from '../memoize.ts';
import { discriminated, withoutProperty } from './discriminator.ts';
import { assertionsOf, type KeywordAssertion } from './keywords.ts';
import { nullable, unionConflict } from './locations.ts';
import { isObject } from './pointer.ts';
import { follow } from './reference.ts';
import { isClosed, isJoined, isNever, type Schema, type SchemaDocument } from './schema.ts';
import type { Test, Validators } from './validators.ts';

/**
 * A schema at one place of a value, prepared so that nothing of the document is looked up twice. Steps below are made when a
 * value first reaches them, because a schema may contain itself.
 */
export interface Step {
  /** Property names, `items` and `values` on the way. */
  readonly place: readonly string[];
  /** No value may stand here. */
  readonly forbidden: boolean;
  readonly assertions: readonly KeywordAssertion[];
  readonly required: readonly { readonly name: string; readonly place: readonly string[] }[];
  readonly properties: ReadonlyMap<string, () => Step>;
  /** For properties that have no schema. */
  readonly rest: (() => Step) | undefined;
  /** No property without a schema may stand here. */
  readonly closed: boolean;
  readonly prefix: readonly (() => Step)[];
  readonly items: (() => Step) | undefined;
  readonly allOf: readonly (() => Step)[];
  readonly unions: readonly Union[];
  readonly conditional: Conditional | undefined;
  readonly variants: Variants | undefined;
}

/** `if`, `then` and `else`. */
export interface Conditional {
  readonly test: () => Test;
  readonly met: (() => Step) | undefined;
  readonly unmet: (() => Step) | undefined;
}

/** A union whose member is selected by the value of a property. */
export interface Variants {
  readonly property: string;
  readonly byValue: ReadonlyMap<string, () => Step>;
}

export interface Union {
  /** The only member besides null. */
  readonly only?: () => Step;
  /** The conflict that the members are branches of. */
  readonly conflict?: string;
  readonly keyword: string;
  readonly values?: readonly unknown[];
  /** The properties that the members require, if each requires exactly one. */
  readonly names?: readonly string[];
  readonly members: readonly { readonly step: () => Step; readonly accepts: () => Test }[];
}

interface Source {
  readonly document: SchemaDocument;
  readonly validators: Validators;
}

/** Returns the first step into a schema. Each is made once. */
export function createSteps(document: SchemaDocument, validators: Validators): (schema: Schema | boolean) => Step {
  const steps = new WeakMap<Schema, Step>();
  return (schema) => {
    if (typeof schema === 'boolean') return stepAt({ document, validators }, schema, []);
    const step = steps.get(schema) ?? stepAt({ document, validators }, schema, []);
    steps.set(schema, step);
    return step;
  };
}

function stepAt(source: Source, node: Schema | boolean, place: readonly string[], joined = false): Step {
  if (typeof node === 'boolean' || isNever(node)) return { ...EMPTY_STEP, place, forbidden: isNever(node) };
  const { target: schema } = follow<Schema>(source.document, node, '');
  const below: Below = (child, ...names) =>
    memoize(() => stepAt(source, child, [...place, ...names], names.length === 0 && (joined || isJoined(schema))));
  return {
    place,
    forbidden: false,
    assertions: assertionsOf(schema, source.validators),
    required: (schema.required ?? []).map((name) => ({ name, place: [...place, name] })),
    properties: new Map(Object.entries(schema.properties ?? {}).map(([name, child]) => [name, below(child, name)])),
    rest: isObject(schema.additionalProperties) ? below(schema.additionalProperties, 'values') : undefined,
    closed: isClosed(schema) && !joined,
    prefix: (schema.prefixItems ?? []).map((child) => below(child, 'items')),
    items: schema.items === undefined ? undefined : below(schema.items, 'items'),
    allOf: (schema.allOf ?? []).map((child) => below(child)),
    conditional: conditionalOf(source, schema, below),
    variants: variantsOf(source, schema, below),
    unions: [
      ...unionOf(source, 'anyOf', schema.anyOf, below),
      ...unionOf(source, 'oneOf', schema.discriminator === undefined ? schema.oneOf : undefined, below),
    ],
  };
}

type Below = (child: Schema | boolean, ...names: readonly string[]) => () => Step;

function conditionalOf(source: Source, schema: Schema, below: Below): Conditional | undefined {
  const { if: condition } = schema;
  if (condition === undefined) return undefined;
  return {
    test: memoize(() => source.validators.compile(condition)),
    met: schema.then === undefined ? undefined : below(schema.then),
    unmet: schema.else === undefined ? undefined : below(schema.else),
  };
}

function variantsOf(source: Source, schema: Schema, below: Below): Variants | undefined {
  const union = discriminated(schema);
  if (union === undefined) return undefined;
  const { property, variants } = union;
  const entries = variants.flatMap(({ schema: member, values }) => {
    const { target } = follow<Schema>(source.document, member, '');
    const step = below(withoutProperty(target, property));
    return values.map((value) => [value, step] as const);
  });
  return { property, byValue: new Map(entries) };
}

function unionOf(
  { document, validators }: Source,
  keyword: string,
  members: readonly Schema[] | undefined,
  below: Below,
): readonly Union[] {
  if (members === undefined) return [];
  const only = nullable(members);
  const conflict = unionConflict(document, members);
  return [
    {
      ...(only === undefined ? {} : { only: below(only) }),
      keyword: conflict ?? keyword,
      ...defined({ conflict, values: valuesOf(document, members), names: namesOf(document, members) }),
      members: members.map((member) => ({
        step: below(member),
        accepts: memoize(() => validators.compile(member)),
      })),
    },
  ];
}

function valuesOf(document: SchemaDocument, members: readonly Schema[]): readonly unknown[] | undefined {
  const all = members.map((member) => follow<Schema>(document, member, '').target.enum);
  return all.every((one) => one !== undefined) ? [...new Set(all.flat())] : undefined;
}

function namesOf(document: SchemaDocument, members: readonly Schema[]): readonly string[] | undefined {
  const all = members.map((member) => follow<Schema>(document, member, '').target.required ?? []);
  return all.every((names) => names.length === 1) ? all.flat() : undefined;
}

const EMPTY_STEP: Omit<Step, 'place' | 'forbidden'> = {
  assertions: [],
  required: [],
  properties: new Map(),
  rest: undefined,
  closed: false,
  prefix: [],
  items: undefined,
  allOf: [],
  unions: [],
  conditional: undefined,
  variants: undefined,
};
