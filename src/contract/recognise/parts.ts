import { defined } from '../../defined.ts';
import { singular } from '../../nouns.ts';
import type { Schema } from '../../schema/schema.ts';
import type { ParameterNode } from '../document.ts';
import type { Filter, Relation } from '../listing-node.ts';
import type { Part } from './proposal.ts';
import {
  isDate,
  isFlag,
  isFreeText,
  isIdName,
  isNumber,
  isNumeric,
  isText,
  type Members,
  memberCalled,
  nameOf,
  plainName,
  typesOf,
} from './shape.ts';
import { isDirection, isSort, sortBy } from './sorts.ts';

const SEARCH = /^(?:q|query|search|searchterm|searchtext|text|keywords?|term)$/u;

export function isSearch(name: string): boolean {
  return SEARCH.test(plainName(name));
}

export function partsOf(query: readonly ParameterNode[], members: Members): readonly Part[] {
  const direction = query.find(isDirection);
  const sort = sortIn(
    query.filter((one) => one !== direction),
    members,
    direction?.name,
  );
  const search = query.map((one) => searchBy(one, members)).find((one) => one !== undefined);
  const others = query.filter((one) => one !== direction && !isSort(one.name) && !isSearch(one.name));
  return [...others.map((one) => filterBy(one, members)), sort, search].filter((one) => one !== undefined);
}

/** The first sort; of several parameters that each sort by one member, rather one whose values have a sure order. */
function sortIn(query: readonly ParameterNode[], members: Members, direction?: string): Part | undefined {
  const isMeasured = ({ name }: ParameterNode) =>
    [...members].some(([member, own]) => name.includes(`[${member}]`) && (isNumber(own) || isDate(own)));
  const sorts = [...query.filter(isMeasured), ...query].map((one) => sortBy(one, members, direction));
  return sorts.find((one) => one !== undefined);
}

const BOUND_PREFIXES: Readonly<Record<string, Relation>> = {
  min: 'at-least',
  from: 'at-least',
  since: 'at-least',
  max: 'at-most',
  to: 'at-most',
  until: 'at-most',
};
/** Words for bounds that may be open: nobody knows whether a value equal to the bound is found. */
const OPEN_SUFFIXES = ['lt', 'gt', 'before', 'after'];
const BOUND_SUFFIXES: Readonly<Record<string, Relation>> = {
  ...BOUND_PREFIXES,
  lt: 'at-most',
  before: 'at-most',
  gt: 'at-least',
  after: 'at-least',
  gte: 'at-least',
  lte: 'at-most',
  start: 'at-least',
  end: 'at-most',
};

/** A filter named after a member, maybe with a word for a bound. Of a list of values one is sent alone. */
function filterBy(parameter: ParameterNode, members: Members): Part | undefined {
  const { name, required } = parameter;
  const spoken = name.replaceAll(/^filters?\[|\]$/giu, '');
  const found =
    namedAs(plainName(spoken), members) ??
    oneOfSeveral(spoken, parameter, members) ??
    boundOf(spoken, parameter, members) ??
    describedBound(parameter, members);
  if (found === undefined) return undefined;
  const { member, relation } = found;
  const own = elementOf(members.get(member) as Schema);
  const asked = elementOf(parameter.schema);
  // A text in the form `price[gte]` compares with values as the member has them.
  const schema = relation !== 'equals' && isFreeText(asked) && spoken.includes('[') ? own : asked;
  if (asked !== parameter.schema && !isSentAlone(parameter, asked)) return undefined;
  if (own !== members.get(member) && relation !== 'equals') return undefined;
  // If the parameter is required, no answer shows the unfiltered listing.
  if (required === true || !areComparable(schema, own, relation)) return undefined;
  // Whether the bound itself belongs to it is often left unsaid for a time.
  const open = (relation === 'at-most' && own.format === 'date-time' && schema.format === own.format) || found.open;
  const isSaid = isSure({ ...parameter, name: spoken, schema }, own, relation);
  const byWords = !isSaid && relation === 'equals' && isText(schema) ? true : undefined;
  const filter: Filter = { parameter: name, member, relation, ...defined({ open, byWords }) };
  const words = { equals: `is the name of`, 'at-least': `names the least of`, 'at-most': `names the most of` };
  return {
    at: 'filters',
    what: `filters by ${name}`,
    reason: `${name} ${words[relation]} ${relation === 'equals' ? 'a member' : `the member ${member}`} of the items`,
    confidence: isSaid || byWords === true ? 'certain' : 'likely',
    update: { ...filter },
  };
}

/** What a value has to be: the schema, or that of the elements of a list. */
function elementOf(schema: Schema): Schema {
  const { items } = schema;
  return typesOf(schema).join() === 'array' && typeof items === 'object' ? items : schema;
}

/** May one value of the list be sent alone, and is it not taken for several? */
function isSentAlone({ schema: { minItems = 0 }, explode = true }: ParameterNode, element: Schema): boolean {
  return minItems < 2 && (explode || !isFreeText(element));
}

type Named = Pick<Filter, 'member' | 'relation' | 'open'>;

function namedAs(name: string, members: Members): Named | undefined {
  const plural = memberCalled(`${name}s`, members);
  const isList = plural !== undefined && typesOf(members.get(plural) ?? {}).join() === 'array';
  const member = memberCalled(name, members) ?? (isList ? plural : undefined);
  return member === undefined ? undefined : { member, relation: 'equals' };
}

/** `colours` for one of several values of the member `colour`, which may have each of them. */
function oneOfSeveral(name: string, { schema }: ParameterNode, members: Members): Named | undefined {
  const { enum: asked } = elementOf(schema);
  if (typesOf(schema).join() !== 'array' || asked === undefined) return undefined;
  const isMeant = (member: string, { enum: own }: Schema) =>
    singular(nameOf(member)) === singular(name) && asked.every((one) => own?.includes(one) === true);
  const [member, ...others] = [...members].filter((one) => isMeant(...one)).map(([one]) => one);
  return member === undefined || others.length > 0 ? undefined : { member, relation: 'equals' };
}

/**
 * `minPrice`, `price_max`, `createdSince`: a word for a bound, and the beginning of the member that the description names, as
 * `price_cents`, or else the name of a member.
 */
function boundOf(name: string, { description = '' }: ParameterNode, members: Members): Named | undefined {
  const words = name
    .replace('[strictly_', '[')
    .replaceAll(/(?<=[a-z\d])(?=[A-Z])/gu, ' ')
    .toLowerCase()
    .split(/[^a-z\d]+/u);
  const [first = '', last = ''] = [words[0], words.at(-1)];
  const bounds = [
    { relation: BOUND_PREFIXES[first], rest: words.slice(1), isOpen: false },
    { relation: BOUND_SUFFIXES[last], rest: words.slice(0, -1), isOpen: OPEN_SUFFIXES.includes(last) },
  ];
  const named = namesIn(description);
  const said = [...members.keys()].filter((one) => named.has(plainName(nameOf(one))));
  for (const { relation, rest, isOpen } of bounds) {
    const begun = rest.length === 0 ? [] : said.filter((one) => plainName(nameOf(one)).startsWith(rest.join('')));
    const member = begun.length === 1 ? begun[0] : memberCalled(rest.join(''), members);
    if (relation !== undefined && member !== undefined) return { member, relation, ...(isOpen && { open: true }) };
  }
  return undefined;
}

/** Words after what is compared with a bound: `updated at this time or later`. */
const COMPARED: Readonly<Record<string, Relation>> = {
  'after|since|or later|later than|not? earlier': 'at-least',
  'before|until|or earlier|earlier than|not? later': 'at-most',
};

/** `since`, `to` and the like for a date, whose description says which member is compared: `that start before this time`. */
function describedBound({ name, schema, description = '' }: ParameterNode, members: Members): Named | undefined {
  const relation = BOUND_SUFFIXES[plainName(name)];
  if (relation === undefined || !isDate(schema)) return undefined;
  const isCompared = (member: string): boolean => {
    const spoken = nameOf(member).replace(/_?(?:at|on|date|time)$/iu, '') || nameOf(member);
    const words = spoken.replaceAll(/[^A-Za-z]+|(?=[A-Z])/gu, ' ');
    const says = (compared: string) => new RegExp(String.raw`\b${words}s?\b[^.;]*\b(?:${compared})\b`, 'iu');
    return Object.entries(COMPARED).some(([compared, one]) => one === relation && says(compared).test(description));
  };
  const named = [...members].filter(([name, member]) => isDate(member) && isCompared(name)).map(([name]) => name);
  const [member, ...others] = named;
  return member === undefined || others.length > 0 ? undefined : { member, relation, open: true };
}

function areComparable(parameter: Schema, member: Schema, relation: Relation): boolean {
  if (isNumber(parameter) && isNumber(member)) return true;
  if (isFlag(parameter) && isFlag(member)) return relation === 'equals';
  if (relation !== 'equals' && isNumeric(parameter) && isNumeric(member)) return true;
  if (!isText(parameter) || !isText(member)) return false;
  return relation === 'equals' || (isDate(parameter) && isDate(member));
}

const EXACT = /(?<!\bnot\b[^.;,]*)\bexact(?:ly)?\b/iu;

/**
 * Is the filter certain? Free texts may match in part, unless they are ids or the description says that they match exactly. A
 * bound has to be written like the member: a day may or may not include its last moments.
 */
function isSure(
  { name, schema: parameter, description = '' }: ParameterNode,
  member: Schema,
  relation: Relation,
): boolean {
  if (relation !== 'equals') return isNumeric(member) || parameter.format === member.format;
  if (isNumber(parameter)) return typesOf(parameter).join() === 'integer';
  return !isFreeText(parameter) || !isFreeText(member) || isIdName(name) || EXACT.test(description);
}

function isListOfTexts({ type, items }: Schema): boolean {
  return type === 'array' && typeof items === 'object' && isFreeText(items);
}

const IGNORES_CASE =
  /\bcase[ -]insensitive|\bcase (?:is ignored|makes? no difference|does(?: not|n't) matter)\b|\bignor(?:es|ing) (?:the )?case\b|\b(?:regardless of|whatever (?:its|the)|(?:upper|lower) or (?:upper|lower)) case\b/iu;

const CONTAINS = /\bcontain(?:s|ed)?\b|\bsubstring\b/iu;
/** A full-text search compares words, and may say that a text contains them. */
const WORDS = /\b(?:key)?(?:word|term|token|phrase)s?\b|\bfull[- ]text\b/iu;

/** A text that a description may name as searched, whatever it has to look like. */
function isNameable(member: Schema): boolean {
  const { pattern: _, format = '', ...others } = member;
  return isFreeText(others) && !/^(?:date|time|duration|uuid)/u.test(format);
}

/** The words of a description that may be names, one or two in a row, in the form of `plainName`, also in the singular. */
function namesIn(description: string): ReadonlySet<string> {
  const words = description.split(/[^\w-]+/u).map(plainName);
  const names = words.flatMap((word, index) => [word, word + (words[index + 1] ?? '')]);
  return new Set(names.flatMap((one) => [one, singular(one)]));
}

/** A search by its name. It searches the members that its description names, else likely every free text. */
function searchBy({ name, schema, description = '' }: ParameterNode, members: Members): Part | undefined {
  if (!isSearch(name) || !isFreeText(schema)) return undefined;
  const namesOf = (isMeant: (member: Schema) => boolean) =>
    [...members].filter(([, member]) => isMeant(member)).map(([name]) => name);
  const texts = namesOf(isFreeText);
  const words = namesIn(description);
  const described = namesOf((member) => isNameable(member) || isListOfTexts(member)).filter((text) =>
    [plainName(nameOf(text)), plainName(nameOf(text)).replace(/n(?:o|r|um)$/u, 'number')].some((one) => words.has(one)),
  );
  const searched = described.length > 0 ? described : texts;
  if (searched.length === 0) return undefined;
  const ignoresCase = IGNORES_CASE.test(description) || undefined;
  const contains = (CONTAINS.test(description) && !WORDS.test(description)) || undefined;
  return {
    what: `searches by ${name}`,
    reason: `${name} is the name of a search, ${described.length > 0 ? `and its description names ${described.join(' and ')}` : `which may be in any text: ${texts.join(', ')}`}`,
    confidence: described.length > 0 ? 'certain' : 'likely',
    update: { 'x-listing': { search: { parameter: name, members: searched, ...defined({ ignoresCase, contains }) } } },
  };
}
