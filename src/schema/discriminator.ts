import type { Schema } from './schema.ts';

/** A union whose member is selected by the value of one property (OpenAPI 3.1, Discriminator Object). */
export interface Discriminated {
  readonly property: string;
  /** Each variant with the values of the property that select it. */
  readonly variants: readonly { readonly schema: Schema; readonly index: number; readonly values: readonly string[] }[];
}

/** The discriminated union of a node; undefined if it has none. The values come from the mapping, else from schema names. */
export function discriminated({ discriminator, oneOf }: Schema): Discriminated | undefined {
  if (discriminator === undefined || oneOf === undefined) return undefined;
  const variants = oneOf.map((schema, index) => {
    const mapped = valuesOf(discriminator.mapping, schema.$ref);
    return { schema, index, values: mapped.length > 0 ? mapped : [schema.$ref?.split('/').at(-1) ?? ''] };
  });
  return { property: discriminator.propertyName, variants };
}

/** The values of a mapping that select the schema with this reference. */
export function valuesOf(mapping: Readonly<Record<string, unknown>> = {}, reference: unknown): readonly string[] {
  return Object.entries(mapping).flatMap(([value, selected]) => (selected === reference ? [value] : []));
}

/** A variant without rules for the property that selects it: that property is judged once, beside the union. */
export function withoutProperty(schema: Schema, property: string): Schema {
  const required = (schema.required ?? []).filter((name) => name !== property);
  return { ...schema, properties: { ...schema.properties, [property]: true }, required };
}
