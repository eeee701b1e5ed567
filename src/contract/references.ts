import { defined } from '../defined.ts';
import { groupBy } from '../groups.ts';
import { getOrMake } from '../memoize.ts';
import { singular } from '../nouns.ts';
import { isObject, joinPointer, splitPointer } from '../schema/pointer.ts';
import { follow } from '../schema/reference.ts';
import type { Schema } from '../schema/schema.ts';
import type { ContractDocument, OperationNode } from './document.ts';
import { pathNames } from './path-names.ts';
import {
  addressIn,
  answerOf,
  isFlag,
  isFreeText,
  isId,
  type List,
  listOf,
  membersOf,
  objectListsIn,
  typesOf,
} from './recognise/shape.ts';

/** A member of a body whose value is the id of something else. */
export interface Reference {
  readonly schema: Schema;
  /** Where its values are listed; undefined if the document lists nothing of that name. */
  readonly source?: {
    readonly operation: string;
    readonly pointer: string;
    readonly hasStates?: true;
  };
}

/** Has what is listed flags or listed values? Then not all of it may be named. */
export function hasStates({ source }: Reference): boolean {
  return source?.hasStates === true;
}

/** The members of a body that name something else, at any depth, by `keyAt`. */
export type References = ReadonlyMap<string, Reference>;

/** The path of an operation, and those that GET lists, by the last word of the path in the singular. */
export interface Place {
  readonly document: ContractDocument;
  readonly path: string;
  readonly collections: ReadonlyMap<string, readonly string[]>;
}

/** The paths that GET reads and that end with a word, by this word in the singular. */
export function collectionsIn(document: ContractDocument): Place['collections'] {
  return getOrMake(collections, document, () => {
    const { paths } = document;
    const named = Object.keys(paths).filter((path) => paths[path]?.['get'] !== undefined && LAST_WORD.test(path));
    return groupBy(named, (path) => singular(LAST_WORD.exec(path)?.[1] ?? ''));
  });
}

const collections = new WeakMap<ContractDocument, Place['collections']>();

const LAST_WORD = /\/([^/{}]+)\/?$/u;

/** Bodies of documents are flat: what refers to something else stands at most this deep. */
const DEPTH = 3;

/** Names that end like ids: `project_id`, `projectId`, `projectIds`, `project-uuid`. Not `id` itself. */
const OF_ID = /^(?<of>.+?)(?:[_-](?:id|uuid|pk)|Id|ID|Uuid|UUID)s?$/u;

/**
 * The members of a request body that name something else, by their names: `project_id`, or a number, UUID or free text called
 * `project` where GET of `/projects` lists such ids. A value that was made up most likely names nothing.
 */
export function referencesIn(place: Place, schema: Schema, depth = DEPTH): References {
  const { document } = place;
  const { target } = follow<Schema>(document, schema, '');
  const variants = [...(target.oneOf ?? []), ...(target.anyOf ?? [])];
  const inVariants = depth > 1 ? variants.flatMap((one) => [...referencesIn(place, one, depth - 1)]) : [];
  const members = [...membersOf(document, target)];
  return new Map([
    ...inVariants,
    ...members.flatMap(([name, member]) => {
      const one = elementOf(document, member);
      const reference = referenceOf(place, name, one) ?? referenceElsewhere(place, name, one);
      if (reference !== undefined) return [[name, reference] as const];
      const identified = identifiedBy(place, name, one);
      if (identified !== undefined) return [[keyAt([name, 'id']), identified] as const];
      return depth > 1 ? [...referencesIn(place, one, depth - 1)] : [];
    }),
  ]);
}

/** What the `id` of an object names: `project: { id }`, or as in JSON:API `project: { data: { type, id } }`. */
function identifiedBy(place: Place, name: string, schema: Schema): Reference | undefined {
  const members = membersOf(place.document, schema);
  const id = members.get('id') ?? membersOf(place.document, members.get('data')).get('id');
  const source = id === undefined ? undefined : sourceOf(place, `${name}Id`, id);
  return id === undefined || source === undefined ? undefined : { schema: id, source };
}

/** The key of a place of a body in `References`: its name, and for `id` the name of the object that has it. */
export function keyAt(path: readonly (string | number)[]): string {
  const names = path.map(String).filter((one) => one !== 'data' && !/^\d+$/u.test(one));
  return names.at(-1) === 'id' ? names.slice(-2).join('/') : (names.at(-1) ?? '');
}

/** A place of a body that names something that is listed. */
export interface Named {
  readonly name: string;
  readonly reference: Reference;
  readonly at: string;
  readonly value: unknown;
}

/** The places of a body, however deep, that name something that is listed. */
export function namedIn(body: unknown, references: References, at = ''): readonly Named[] {
  const entries: readonly [string, unknown][] = isObject(body) || Array.isArray(body) ? Object.entries(body) : [];
  return entries.flatMap(([name, value]) => {
    const place = joinPointer(at, name);
    const reference = references.get(keyAt(splitPointer(place)));
    if (reference === undefined) return namedIn(value, references, place);
    return reference.source === undefined || value === null ? [] : [{ name, reference, at: place, value }];
  });
}

/** Is it an id by its name, form or description, and not just a text with the name of a list, such as `category`? */
export function isSurelyId(key: string, { schema }: Reference): boolean {
  const { description = '' } = schema;
  return (
    OF_ID.test(key) || key.endsWith('/id') || !isFreeText(schema) || /\b(?:ids?|identifiers?)\b/iu.test(description)
  );
}

/** Does its name say that a member may name something else: `bookId`, or `book` where GET of `/…/books` lists such? */
export function mayName(collections: Place['collections'], name: string): boolean {
  return OF_ID.test(name) || collections.has(singular(name));
}

/** What a value of this name and schema names; undefined if it names nothing. */
export function referenceOf(place: Place, name: string, schema: Schema): Reference | undefined {
  if (!isName(schema)) return undefined;
  const source = sourceOf(place, name, schema);
  const isReference = (OF_ID.test(name) && FORMATS.includes(schema.format)) || isSurelyAddress(schema);
  return isReference || source !== undefined ? { schema, ...defined({ source }) } : undefined;
}

/** What a member names that is listed below other parents alone: `book` where GET of `/shelves/{shelf}/books` lists such ids. */
function referenceElsewhere({ document, collections }: Place, name: string, schema: Schema): Reference | undefined {
  return isName(schema) && listsOf(document, collections, name, schema).length > 0 ? { schema } : undefined;
}

/** The schema of the value, of the elements of a list, or of what may also be null. */
export function elementOf(document: ContractDocument, { items, ...schema }: Schema): Schema {
  const { anyOf = schema.oneOf, ...beside } = schema;
  const [part, ...others] = (anyOf ?? []).filter(({ type }) => type !== 'null');
  if (isObject(items)) return follow<Schema>(document, items as Schema, '').target;
  return part !== undefined && others.length === 0
    ? { ...beside, ...follow<Schema>(document, part, '').target }
    : schema;
}

/** A list, and the member by which its items are named. */
type Listed = Pick<List, 'at' | 'members' | 'id'>;

const FORMATS: readonly (string | undefined)[] = [undefined, 'int32', 'int64', 'uuid'];

/** Is it a text or number without listed values, as ids are? */
function isName({ enum: values, const: only, format, ...schema }: Schema): boolean {
  const isNamed = FORMATS.includes(format) || ADDRESSES.includes(format);
  return isId(schema) && values === undefined && only === undefined && isNamed;
}

/** Formats of an address, by which JSON-LD and hyperlinked APIs name something: `/api/authors/7`. */
const ADDRESSES: readonly (string | undefined)[] = ['uri', 'uri-reference', 'iri', 'iri-reference'];

/** A relative address refers to something, whatever its name. A whole one may be any page. */
function isSurelyAddress({ format }: Schema): boolean {
  return format === 'uri-reference' || format === 'iri-reference';
}

/** The only list in an answer whose items show their own address, in a member that the service sets. */
function addressesIn(document: ContractDocument, node: OperationNode): Listed | undefined {
  const answer = answerOf(document, node);
  const lists = answer === undefined ? [] : objectListsIn(document, answer);
  const [only, ...others] = lists.flatMap(({ at, members }) => {
    const own = addressIn(members);
    return own === undefined ? [] : [{ at, members, id: own }];
  });
  return others.length === 0 ? only : undefined;
}

/**
 * The lists of ids with this schema whose path ends with the name in the plural. A text with a form that the ids do not have
 * needs the name of an id.
 */
function listsOf(document: ContractDocument, collections: Place['collections'], name: string, schema: Schema) {
  const named = OF_ID.exec(name)?.groups?.['of'];
  const isAddress = schema.format !== undefined && ADDRESSES.includes(schema.format);
  return (collections.get(singular(named ?? name)) ?? []).flatMap((path) => {
    const get = document.paths[path]?.['get'];
    const list: Listed | undefined = get && (isAddress ? addressesIn(document, get) : listOf(document, path, get));
    const id = list?.members.get(list.id);
    if (get === undefined || list === undefined || id === undefined) return [];
    const areInStates = [...list.members.values()].some((one) => isFlag(one) || (one.enum ?? []).length > 1);
    const source = {
      operation: get.operationId,
      pointer: `${list.at}/*/${list.id}`,
      ...(areInStates && { hasStates: true as const }),
    };
    const isAlike = named !== undefined || !hasForm(schema) || hasSameForm(schema, id);
    return isAlike && typesOf(id).join() === typesOf(schema).join() ? [{ path, source }] : [];
  });
}

/** The list of such ids that needs no other parent than the path names. */
function sourceOf({ document, path, collections }: Place, name: string, schema: Schema): Reference['source'] {
  const known = pathNames(path);
  const found = listsOf(document, collections, name, schema);
  return found.find((one) => pathNames(one.path).every((parent) => known.includes(parent)))?.source;
}

/** Does the schema say how long or of which form its texts are? Most ids have at most a format. */
function hasForm(schema: Schema): boolean {
  return FORM.some((keyword) => schema[keyword] !== undefined);
}

function hasSameForm(schema: Schema, other: Schema): boolean {
  return FORM.every((keyword) => schema[keyword] === other[keyword]);
}

const FORM = ['minLength', 'maxLength', 'pattern'] as const;
