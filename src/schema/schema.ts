/** JSON Schema 2020-12, as far as the engine can attribute it to clauses. */

export type Level = 'MUST' | 'SHOULD' | 'MAY';

/** The most severe first. */
export const LEVELS: readonly Level[] = ['MUST', 'SHOULD', 'MAY'];

/** A JSON Schema 2020-12 node, restricted to the keywords that the engine can attribute to a clause. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly contains?: Schema | boolean;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly propertyNames?: Schema;
  readonly multipleOf?: number;
  readonly items?: Schema | boolean;
  readonly prefixItems?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema | boolean>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly discriminator?: { readonly propertyName: string; readonly mapping?: Readonly<Record<string, string>> };
  readonly if?: Schema;
  readonly then?: Schema;
  readonly else?: Schema;
  readonly not?: Schema;
  readonly default?: unknown;
  readonly readOnly?: boolean;
  /** In requests: the members that the schema has in answers alone, as they are `readOnly`. */
  readonly 'x-read-only'?: readonly string[];
  readonly description?: string;
  readonly examples?: readonly unknown[];
  readonly 'x-branch'?: string;
  /** A number written as a text, set where the document has a format of numbers: `decimal`, `int64`. */
  readonly 'x-decimal'?: true;
  /** The level of the node and all below it, or of single keywords. `required` is about the presence of the node itself. */
  readonly 'x-level'?: Level | Readonly<Record<string, Level>>;
  /** Members of the enumeration that may be refused, or taken for no value. */
  readonly 'x-open-values'?: readonly unknown[];
  /** Bounds beyond which a value may be changed, and need not be refused. */
  readonly 'x-open-bounds'?: readonly ('minimum' | 'maximum')[];
  /** Values outside the enumeration that a service is most likely to accept by mistake. */
  readonly 'x-outside'?: readonly string[];
  /** Members for which the contract does not say whether they are required. */
  readonly 'x-open-absence'?: readonly string[];
  /** A caller may be forbidden any value but the default. The contract does not say who may use which. */
  readonly 'x-open-permission'?: boolean;
}

/** Is it a schema that no value fits: `false`, or `not: {}`, which can have a level? */
export function isNever(
  schema: Schema | boolean,
): schema is false | { readonly not: object; readonly 'x-level'?: Level } {
  return (
    schema === false || (typeof schema === 'object' && schema.not !== undefined && Object.keys(schema.not).length === 0)
  );
}

/** The values of an enumeration that a service has to take as they are; undefined if the schema has none. */
export function listedValues({ enum: values, 'x-open-values': open = [] }: Schema): readonly unknown[] | undefined {
  return values?.filter((one) => !open.includes(one));
}

/** Does the schema forbid properties that it does not name? */
export function isClosed(schema: Schema): boolean {
  return schema.additionalProperties === false;
}

/**
 * Are an object's properties spread over several schemas? If one of them is closed, it refuses what the others name, which
 * nobody intends (JSON Schema, section 10.3.2.3). So it counts as open.
 */
export function isJoined({ allOf = [], properties }: Schema): boolean {
  return allOf.length + (properties === undefined ? 0 : 1) > 1;
}

/** A document that schemas may refer into by `$ref: '#/…'`. */
export type SchemaDocument = object;
