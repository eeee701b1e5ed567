import type { Contract } from '../contract/contract.ts';
import type { Operation, Parameter } from '../contract/operations.ts';
import { listOfLength } from '../generate/beyond.ts';
import { type BoundaryCase, boundaryCases } from '../generate/boundary.ts';
import type { InputCase } from '../generate/input-case.ts';
import { isNotMadeUp, serializeParameter } from '../generate/parameter-values.ts';
import { filledSampleOf, nonNullTypes } from '../generate/values.ts';
import { isObject, joinPointer } from '../schema/pointer.ts';
import { follow } from '../schema/reference.ts';
import type { Schema } from '../schema/schema.ts';

/** A parameter, or the elements of a list, and the values at and beside its bounds. */
export interface Bounded {
  readonly name: string;
  readonly part: Exclude<InputCase['in'], 'body'>;
  /** True for the elements of a list. */
  readonly isElement?: boolean;
  readonly schema: Schema;
  readonly pointer: string;
  readonly cases: readonly InputCase[];
}

type Described = Pick<Bounded, 'schema' | 'pointer'>;

/** The parameters of an operation that are tried. A path parameter is only if it has a source of right values. */
export function boundedParameters(operation: Operation, contract: Contract): readonly Bounded[] {
  return operation.parameters.flatMap((parameter): readonly Bounded[] => {
    const described = schemaOf(operation, parameter, contract);
    switch (parameter.in) {
      case 'query':
        return [inQuery(operation, parameter, described), ...listed(operation, parameter, described, contract)];
      case 'path':
        return parameter['x-sources'] === undefined ? [] : [bounded(operation, parameter, described)];
      default:
        return isTriedBeside(operation, parameter, described) ? [bounded(operation, parameter, described)] : [];
    }
  });
}

/** The schema with references followed. In a plain document a union with null counts as its other part. */
function schemaOf({ plain }: Operation, parameter: Parameter, { document }: Contract): Described {
  const { target: schema, pointer } = follow<Schema>(document, parameter.schema, parameter.pointer);
  const keyword = schema.anyOf === undefined ? 'oneOf' : 'anyOf';
  const members = schema[keyword] ?? [];
  const [member, ...others] = members.filter(({ type }) => type !== 'null');
  if (plain !== true || member === undefined || others.length > 0) return { schema, pointer };
  const part = follow<Schema>(document, member, joinPointer(pointer, keyword, members.indexOf(member)));
  const { [keyword]: _union, ...beside } = schema;
  return { schema: { ...beside, ...part.target }, pointer: part.pointer };
}

function bounded(operation: Operation, parameter: Parameter, { schema, pointer }: Described): Bounded {
  const { name } = parameter;
  const cases = boundaryCases(schema)
    .filter((one) => one.side === 'refused' || !isNotMadeUp(operation, parameter, schema))
    // Only a plain document is taken to say that a flag can be nothing else.
    .filter(() => operation.plain === true || schema.type !== 'boolean')
    .map((one) => caseOf(parameter, one));
  return { name, part: parameter.in, schema, pointer, cases };
}

function caseOf({ in: part, name }: Parameter, one: Omit<BoundaryCase, 'value'> & { value: unknown }): InputCase {
  return { ...one, in: part, path: [name], what: `${name}=${[one.value].flat().join(`&${name}=`)} (${one.what})` };
}

function inQuery(operation: Operation, parameter: Parameter, described: Described): Bounded {
  const own = bounded(operation, parameter, described);
  const isNeeded = operation.plain === true && parameter.required === true;
  return isNeeded ? { ...own, cases: [...own.cases, missing(parameter.name)] } : own;
}

function missing(name: string): InputCase {
  return { in: 'query', path: [name], keyword: 'required', side: 'refused', what: `${name} is missing` };
}

/** The longest list that is sent in a query. */
const MOST_ELEMENTS = 50;

/** In a plain document: a list that is too long, and lists of one good or bad element. */
function listed(
  { plain }: Operation,
  parameter: Parameter,
  { schema: list, pointer }: Described,
  { document }: Contract,
): readonly Bounded[] {
  if (plain !== true || nonNullTypes(list)[0] !== 'array' || !isObject(list.items)) return [];
  const { maxItems = MOST_ELEMENTS, minItems = 0 } = list;
  const { name } = parameter;
  const { target: schema, pointer: place } = follow<Schema>(
    document,
    list.items as Schema,
    joinPointer(pointer, 'items'),
  );
  const write = (value: readonly unknown[]) => {
    const texts = serializeParameter(parameter, value)[name] ?? [];
    return texts.length === 1 ? texts[0] : texts;
  };
  const right = filledSampleOf(document, { ...list, minItems: Math.max(1, minItems) });
  const elements: readonly unknown[] = Array.isArray(right) ? right : [];
  const long = listOfLength({ ...list, items: schema }, elements, maxItems + 1);
  const what = `${maxItems + 1} elements`;
  const tooLong = caseOf(parameter, { keyword: 'maxItems', side: 'refused', value: write(long), what });
  const cases = boundaryCases(schema)
    // What a free element finds is unknown. A list of numbers may be one of ids.
    .filter(({ side, keyword }) => minItems < 2 && (side === 'refused' || keyword === 'enum'))
    .map((one) => caseOf(parameter, { ...one, value: write([one.value]) }));
  return [
    { name, part: 'query', schema: list, pointer, cases: maxItems < MOST_ELEMENTS ? [tooLong] : [] },
    { name, part: 'query', isElement: true, schema, pointer: place, cases },
  ];
}

/** Header fields that HTTP or a convention defines: a service may ignore a value of these that it does not know. */
const STANDARD =
  /^(?:accept|content|if|sec|access|prefer|range|cache|te|expect|origin|user-agent|authorization|cookie)\b/iu;

/**
 * In a plain document: is it a header or cookie with listed values? Not if the credential is a cookie, which takes the place of
 * others.
 */
function isTriedBeside({ plain, schemes }: Operation, { in: part, name }: Parameter, { schema }: Described): boolean {
  const isHidden = part === 'cookie' && schemes.some(({ carrier }) => carrier.kind === 'cookie');
  return plain === true && schema.enum !== undefined && !isHidden && !STANDARD.test(name);
}
