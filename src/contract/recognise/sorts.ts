import type { Schema } from '../../schema/schema.ts';
import type { ParameterNode } from '../document.ts';
import { DIRECTION, directionsIn, waysOfFlag } from '../sort.ts';
import type { Part } from './proposal.ts';
import { isFlag, isFreeText, isId, isText, type Members, memberCalled, nameOf, plainName, typesOf } from './shape.ts';

const SORT = /^(?:sort|order|ordering)(?:by|field)?$/u;

export function isSort(name: string): boolean {
  return SORT.test(plainName(name));
}

const WAY = /^(?:(?:sort|order)(?:ing|by)?)?(?:direction|dir|order)$/u;

/** Is it a parameter for the direction of a sort: with two listed values, or a flag called like one of them? */
export function isDirection({ name, schema }: ParameterNode): boolean {
  if (isFlag(schema)) return waysOfFlag(name) !== undefined;
  return WAY.test(plainName(name)) && areDirections(schema);
}

function areDirections({ enum: listed = [] }: Schema): boolean {
  const values = listed.map((value) => String(value).toLowerCase());
  return values.length === 2 && ['asc', 'desc'].every((way) => values.includes(way));
}

/** The member by which a parameter of its own sorts: `order[price]` with the two directions. */
function memberOfWay({ name, schema }: ParameterNode, members: Members): string | undefined {
  const spoken = /^(?:sort|order)(?:_?by)?\[(?<member>[^[\]]+)\]$/iu.exec(name)?.groups?.['member'];
  return spoken !== undefined && areDirections(schema) ? memberCalled(plainName(spoken), members) : undefined;
}

/** A sort whose values name members, with or without a direction, which another parameter may give. */
export function sortBy(parameter: ParameterNode, members: Members, direction?: string): Part | undefined {
  const { name } = parameter;
  const own = memberOfWay(parameter, members);
  if (!isSort(name) && own === undefined) return undefined;
  const { values, rising = [] } = sortValues(parameter, members);
  const memberOf = (value: string) => own ?? memberCalled(plainName(value.replace(DIRECTION, '')), members);
  const named = values.map((value) => [value, memberOf(value)] as const);
  const by = named.filter((one): one is readonly [string, string] => one[1] !== undefined);
  if (by.length === 0) return undefined;
  const free = values.filter((value) => !by.some(([one]) => one === value));
  const { up = [], ...others } = directionsIn(by.map(([value]) => value));
  const allUp = [...up, ...rising];
  const told = { ...(allUp.length === 0 ? {} : { up: allUp }), ...others };
  const directions = Object.keys(told).length > 0 || direction === undefined ? told : { direction };
  return {
    what: `sorts by ${name}`,
    reason: `${name} takes names of members of the items: ${by.map(([value]) => value).join(', ')}`,
    confidence: 'certain',
    update: { 'x-listing': { sort: { parameter: name, by: Object.fromEntries(by), free, ...directions } } },
  };
}

/** The values of a sort, and those without a direction that sort ascending. */
interface Values {
  readonly values: readonly string[];
  readonly rising?: readonly string[];
}

/** The values of a sort, one of which may be sent alone. A list whose values are joined by commas has none with a comma. */
function sortValues(parameter: ParameterNode, members: Members): Values {
  const { schema, explode = true } = parameter;
  const { items, minItems = 0 } = schema;
  if (isFreeText(schema)) return springValues(parameter, members) ?? { values: describedValues(parameter, members) };
  if (isText(schema)) return { values: (schema.enum ?? []).map(String) };
  if (typesOf(schema).join() !== 'array' || typeof items !== 'object' || minItems > 1) return { values: [] };
  if (isFreeText(items)) return (explode ? springValues(parameter, members) : undefined) ?? { values: [] };
  const values = isText(items) ? (items.enum ?? []).map(String) : [];
  return { values: explode || values.every((value) => !value.includes(',')) ? values : [] };
}

/** Two names or more in a row, in quotes or not. One with a dot is that of something else's member. */
const NAMES_IN_A_ROW =
  /(?<![\w.])[`'"]?-?[\w.]*\w[`'"]?(?:\s*(?:[,|/]|\bor\b|\band\b)+\s*(?:(?:or|and)\s+)?[`'"]?-?[\w.]*\w[`'"]?)+/gu;
/** Words that say that the names beside them are no values. */
const DENIED_BEFORE = /\b(?:not|except|excluding|cannot|without|other than)\b[^.;]*$/iu;
const DENIED_AFTER = /^[^.;]*\b(?:not|cannot)\b/iu;

interface NamesInARow {
  readonly words: readonly string[];
  readonly before: string;
}

function rowsIn({ description = '' }: ParameterNode): readonly NamesInARow[] {
  return [...description.matchAll(NAMES_IN_A_ROW)].flatMap(({ 0: row, index }) => {
    const before = description.slice(0, index);
    const words = row.split(/[^\w.-]+/u).filter((word) => !['', 'or', 'and'].includes(word));
    const isDenied = DENIED_BEFORE.test(before) || DENIED_AFTER.test(description.slice(index + row.length));
    return isDenied ? [] : [{ words, before }];
  });
}

const FALLS_BY_MINUS = /[`'"]-.*\b(?:desc|revers)|\b(?:desc|revers).*[`'"]-|\b(?:minus|hyphen|dash)\b/isu;

/** The values that a description lists in a row, if all of them are names of members. */
function describedValues(parameter: ParameterNode, members: Members): readonly string[] {
  const names = new Set([...members.keys()].map(nameOf));
  const rows = rowsIn(parameter).map(({ words }) => words);
  const named = rows.find((row) => row.every((word) => names.has(word.replace(/^-/u, '')))) ?? [];
  const isFalling = FALLS_BY_MINUS.test(parameter.description ?? '');
  const falling = isFalling ? named.map((word) => `-${word.replace(/^-/u, '')}`) : [];
  return [...new Set([...named, ...falling])];
}

/** The form of Spring: `property,(asc|desc)`, in earlier versions `property(,asc|desc)`. */
const OF_SPRING = /\b(?:property|field)[ ([{]*,[ ([{]*asc *[|/] *desc\b/iu;
const RISES_BY_DEFAULT = /\bdefault (?:sort )?(?:order|direction) is asc/iu;
const SORTABLE = /\bsort(?:able|ed by| by)\b[^.;]*$/iu;

/** The values in the form of Spring; undefined if the description does not name this form. */
function springValues(parameter: ParameterNode, members: Members): Values | undefined {
  const { description = '', schema } = parameter;
  if (!OF_SPRING.test(description)) return undefined;
  const names = new Set([...members].filter(([, member]) => isId(member)).map(([name]) => nameOf(name)));
  const isListed = ({ words, before }: NamesInARow) => SORTABLE.test(before) || words.every((word) => names.has(word));
  const listed = rowsIn(parameter).filter(isListed);
  const [named = []] = listed
    .map(({ words }) => words.filter((word) => names.has(word)))
    .filter((one) => one.length > 0);
  const rising = RISES_BY_DEFAULT.test(description) ? named : [];
  // Several values by default are a sort by several members.
  const [first, ...others] = Array.isArray(schema.default) && named.length > 0 ? schema.default : [];
  const usual = typeof first === 'string' && others.length === 0 ? [first] : [];
  const directed = named.flatMap((name) => [`${name},asc`, `${name},desc`]);
  return { values: [...new Set([...rising, ...directed, ...usual])], rising };
}
