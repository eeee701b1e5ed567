import { defined } from '../defined.ts';
import { SpecError } from '../errors.ts';
import { discriminated, withoutProperty } from './discriminator.ts';
import { isAsserting, unknownKeywords } from './keywords.ts';
import { levelBelow, levelOf, levelOfPresence } from './level.ts';
import { isObject, joinPointer } from './pointer.ts';
import { follow } from './reference.ts';
import { isClosed, isJoined, isNever, type Level, type Schema, type SchemaDocument } from './schema.ts';

/**
 * One keyword at one place of a schema: what a derived clause is about. The place is a path of property names, with
 * `items` for the elements of an array and `values` for those of a map. Combinators do not appear in it.
 */
export interface Place {
  readonly place: readonly string[];
  /** The place in a form for readers, `data.papers[].title`; '' for the whole value. */
  readonly written: string;
  readonly keyword: string;
  readonly expected: unknown;
  /** The place of the keyword in the document. Uses of a shared component have the same pointer. */
  readonly pointer: string;
  readonly level: Level;
  readonly branch?: string;
  /** False if some property on the way may be absent, null or an empty collection. */
  readonly always: boolean;
}

/** A place without a keyword. */
type Frame = Omit<Place, 'keyword' | 'expected' | 'branch'> & {
  readonly branch: string | undefined;
  /** Is this one of several schemas of the same object? */
  readonly joined: boolean;
};

/** Every keyword that can be judged, at and below a schema. */
export function placesOf(document: SchemaDocument, schema: Schema | boolean, pointer: string): readonly Place[] {
  const found: Place[] = [];
  visit(document, schema, { ...ROOT_FRAME, pointer }, found);
  return found;
}

const ROOT_FRAME = { place: [], written: '', level: 'MUST', branch: undefined, always: true, joined: false } as const;

function visit(document: SchemaDocument, node: Schema | boolean, outer: Frame, found: Place[]): void {
  if (node === true) return;
  if (isNever(node)) {
    const level = node === false ? outer.level : levelBelow(node, outer.level);
    found.push(placeAt({ ...outer, level }, 'absent', false));
    return;
  }
  const { target: schema, pointer } = follow<Schema>(document, node, outer.pointer);
  const frame: Frame = {
    ...outer,
    pointer,
    level: levelBelow(schema, levelBelow(node, outer.level)),
    branch: schema['x-branch'] ?? node['x-branch'] ?? outer.branch,
  };
  const unknown = unknownKeywords(schema);
  if (unknown.length > 0)
    throw new SpecError(
      `spec/openapi.yaml${pointer}: the engine cannot judge ${unknown.join(', ')}; add it to src/schema/keywords.ts.`,
    );
  for (const [keyword, expected] of Object.entries(schema)) {
    if (isAsserting(keyword)) {
      const level = levelOf(schema, keyword, levelOf(node, keyword, frame.level));
      found.push(placeAt({ ...frame, level }, keyword, expected));
    }
  }
  visitChildren(document, schema, frame, found);
}

function visitChildren(document: SchemaDocument, schema: Schema, frame: Frame, found: Place[]): void {
  const required = schema.required ?? [];
  for (const name of required)
    found.push(
      placeAt(
        {
          ...frame,
          ...into(frame, name),
          pointer: joinPointer(frame.pointer, 'required', name),
          level: levelOfPresence(document, schema, name, frame.level),
        },
        'required',
        name,
      ),
    );
  for (const [name, child] of Object.entries(schema.properties ?? {})) {
    visit(document, child, below(frame, name, ['properties', name], required.includes(name)), found);
  }
  if (schema.items !== undefined) visit(document, schema.items, below(frame, ELEMENTS, ['items'], false), found);
  (schema.prefixItems ?? []).forEach((child, index) =>
    visit(document, child, below(frame, ELEMENTS, ['prefixItems', index], false), found),
  );
  if (isClosed(schema) && !frame.joined) found.push(placeAt(frame, 'additionalProperties', false));
  if (isObject(schema.additionalProperties))
    visit(document, schema.additionalProperties, below(frame, VALUES, ['additionalProperties'], false), found);
  visitCombinators(document, schema, frame, found);
}

function visitCombinators(document: SchemaDocument, schema: Schema, frame: Frame, found: Place[]): void {
  const parts = { ...frame, joined: frame.joined || isJoined(schema) };
  (schema.allOf ?? []).forEach((child, index) =>
    visit(document, child, below(parts, undefined, ['allOf', index], true), found),
  );
  for (const keyword of ['then', 'else'] as const) {
    const child = schema[keyword];
    if (child !== undefined) visit(document, child, below(frame, undefined, [keyword], false), found);
  }
  visitVariants(document, schema, frame, found);
  for (const keyword of ['anyOf', 'oneOf'] as const) {
    const members = schema[keyword];
    if (members === undefined || (keyword === 'oneOf' && schema.discriminator !== undefined)) continue;
    if (nullable(members) === undefined)
      found.push(
        placeAt(
          frame,
          unionConflict(document, members) ?? keyword,
          members.map((member) => member['x-branch'] ?? 'a variant'),
        ),
      );
    if (isPlainUnion(document, members)) continue;
    members.forEach((child, index) => {
      if (!isNull(child)) visit(document, child, below(frame, undefined, [keyword, index], false), found);
    });
  }
}

/** Visits each variant of a discriminated union, without the property that selects it. */
function visitVariants(document: SchemaDocument, schema: Schema, frame: Frame, found: Place[]): void {
  const union = discriminated(schema);
  if (union === undefined) return;
  const { property, variants } = union;
  const declared = schema.properties?.[property];
  if (typeof declared !== 'object' || follow<Schema>(document, declared, '').target.enum === undefined)
    throw new SpecError(`${frame.pointer}: the discriminator ${property} needs an enum beside the union.`);
  for (const { schema: member, index } of variants) {
    const { target, pointer } = follow<Schema>(document, member, joinPointer(frame.pointer, 'oneOf', index));
    visit(document, withoutProperty(target, property), { ...frame, pointer, always: false }, found);
  }
}

/** Returns X for the union `anyOf: [X, null]`; undefined for any other union. */
export function nullable(members: readonly Schema[]): Schema | undefined {
  const rest = members.filter((member) => !isNull(member));
  return rest.length === 1 && members.length === 2 ? rest[0] : undefined;
}

/** Is it neither a conflict nor a nullable? Such a union is judged as a whole, because the intended member is unknown. */
export function isPlainUnion(document: SchemaDocument, members: readonly Schema[]): boolean {
  return nullable(members) === undefined && unionConflict(document, members) === undefined;
}

/** The conflict under whose name a union is judged, instead of that of its keyword. */
export function unionConflict(document: SchemaDocument, members: readonly Schema[]): string | undefined {
  const mark = members
    .map((member) => member['x-branch'] ?? follow<Schema>(document, member, '').target['x-branch'])
    .find((branch) => branch !== undefined);
  return mark?.split('/')[0];
}

function isNull(schema: Schema): boolean {
  return schema.type === 'null';
}

/** A step from a value to one within it: a member, the elements of an array, or the values of a map. */
export type Step = string | { readonly step: string; readonly sign: string };

export const ELEMENTS = { step: 'items', sign: '[]' };
export const VALUES = { step: 'values', sign: '.*' };

/** The place one step further, for ids and in the form for readers. */
export function into(
  { place, written }: Pick<Place, 'place' | 'written'>,
  step: Step,
): Pick<Place, 'place' | 'written'> {
  return typeof step === 'string'
    ? { place: [...place, step], written: written === '' ? step : `${written}.${step}` }
    : { place: [...place, step.step], written: `${written}${step.sign}` };
}

function below(frame: Frame, step: Step | undefined, pointer: readonly (string | number)[], always: boolean): Frame {
  return {
    ...frame,
    ...(step === undefined ? {} : { ...into(frame, step), joined: false }),
    pointer: joinPointer(frame.pointer, ...pointer),
    always: frame.always && always,
  };
}

function placeAt({ branch, joined: _joined, ...frame }: Frame, keyword: string, expected: unknown): Place {
  const pointer = keyword === 'required' ? frame.pointer : joinPointer(frame.pointer, keyword);
  return { ...frame, keyword, expected, pointer, ...defined({ branch }) };
}
