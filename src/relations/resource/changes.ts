import { isDeepStrictEqual } from 'node:util';
import type { CheckContext } from '../../check/check.ts';
import { daysLater, otherThan } from '../../check/fresh-values.ts';
import { thingAt } from '../../check/judges.ts';
import { exampleThing, type ThingBody, thingBodyOf } from '../../check/thing-body.ts';
import { type Contract, operationOf } from '../../contract/contract.ts';
import type { Operation } from '../../contract/operations.ts';
import { DATE } from '../../contract/recognise/distinct.ts';
import { isDate, isFreeText, isNumber } from '../../contract/recognise/shape.ts';
import { mapMembers, pickMembers } from '../../defined.ts';
import { shortestBody } from '../../generate/base.ts';
import { textsLike } from '../../generate/values.ts';
import type { Exchange } from '../../http/exchange.ts';
import { MERGE_PATCH } from '../../media-type.ts';
import { isObject, joinPointer } from '../../schema/pointer.ts';
import { follow } from '../../schema/reference.ts';
import type { Schema } from '../../schema/schema.ts';
import { namesIn, schemasAt } from '../../schema/schemas-at.ts';
import { Hidden, unlessHidden } from '../../schema/traps.ts';
import { type Body, type Resource } from './declaration.ts';
import { isSameValue } from './kept.ts';
import { othersThan } from './other-values.ts';
import { PRIVILEGED } from './telling.ts';
import { shownSchema, withMark } from './things.ts';

/** The body of a change. `what`: a service may refuse it, although the schema allows it. */
export interface ProposedChange {
  readonly sent: Body;
  readonly what?: string;
}

/** A thing that is changed: what it was created with, what it was created or last changed with, and the answer that shows it. */
interface Changing {
  readonly born: Body;
  readonly state: Body;
  readonly shown: Exchange;
}

/**
 * Valid changes of a thing. Each member gets another value if one is known. PUT sends only the required members, and then all.
 * PATCH sends one half of them after the other if it may, so that each change shows that the rest stays, and then empties what
 * may be empty. Both move dates by a day. What only PATCH can set comes first, so that the second half shows that it stays.
 */
export function changesOf(
  tools: CheckContext,
  resource: Resource,
  operationId: string,
  changing: Changing,
): readonly ProposedChange[] {
  const { contract } = tools;
  const operation = operationOf(contract, operationId);
  const { method } = operation;
  const thing = thingBodyOf(contract, operation);
  if (thing === undefined) return [];
  const fits = contract.validators.compile(thing.schema);
  const { base, least, open } = startOf(contract, operation, thing, changing);
  const other = changedBody(tools, resource, thing.schema, base, {
    present: { ...open, ...changing.state },
    born: changing.born,
  });
  const named = pickMembers(base, (name) => thing.references.has(name));
  const changed = { ...other, ...named };
  const isPartial = method !== 'PUT';
  const proposed = [
    ...(isPartial ? partialChanges(changed, fits) : replacements(changed, least)),
    ...bold(aDayLater(tools, thing.schema, changed), 'dates a day later', isPartial ? {} : changed),
    ...(method === 'PATCH' ? bold(emptied(tools, resource, operation, changed), 'null or 0 for members') : []),
  ];
  return [
    ...proposed.filter(({ sent }) => fits(sent)),
    // What another id stands for is known when it is sent, and null removes a member whatever its schema says.
    ...bold(namingOthers(thing, other, named), 'other ids in what it names', isPartial ? {} : changed),
    ...bold(removed(tools, resource, operation, changed), 'null'),
  ];
}

/** The body that a change starts from, the least of it that a PUT may send, and the values that only its answer shows. */
interface Start {
  readonly base: Body;
  readonly least: Body;
  readonly open: Body;
}

function startOf(
  contract: Contract,
  { id, method }: Operation,
  thing: ThingBody,
  { born, state, shown }: Changing,
): Start {
  const names = namesIn(contract.document, thing.schema);
  const known = pickMembers(restored(contract, thing.schema, state, born), (name) => names.includes(name));
  const example = exampleThing(contract, id);
  // Another thing may have the unique values of the example, and nothing the ids that it names.
  const isOfExample = (name: string) => thing.distinct.has(joinPointer('', name)) || thing.references.has(name);
  const given = Object.entries(isObject(example) ? example : {}).filter(
    ([name]) => !(name in known && isOfExample(name)),
  );
  const added = Object.fromEntries(given.filter(([name]) => !(name in known)));
  const open = presentIn(shown, Object.keys(added));
  const whole = { ...added, ...open, ...known };
  // The body of a PUT may lack what only a creation sets, and require what only a change can set.
  const least = (body: Body) => shortestBody(contract.document, thing.schema, body) as Body;
  const kept = names.length === 0 ? state : known;
  const base = method === 'PUT' ? { ...least(whole), ...kept } : { ...whole, ...Object.fromEntries(given) };
  return { base, least: least(base), open };
}

/** What null removed comes again as it was first, where null is no value. */
function restored({ document, validators }: Contract, schema: Schema, state: Body, born: Body): Body {
  const mayBeNull = (name: string): boolean =>
    schemasAt(document, schema, joinPointer('', name)).every((one) => validators.compile(one)(null));
  const all = mapMembers(state, (value, name) => (value === null && !mayBeNull(name) ? born[name] : value));
  return pickMembers(all, (name) => all[name] !== undefined);
}

function replacements(changed: Body, least: Body): readonly ProposedChange[] {
  const isWhole = Object.keys(least).length === Object.keys(changed).length;
  return [...(isWhole ? [] : [{ sent: least, what: 'only the required members' }]), { sent: changed }];
}

/** A change of these members that a service may refuse; none if there are none. `rest`: what is sent with them. */
function bold(members: Body, what: string, rest: Body = {}): readonly ProposedChange[] {
  return Object.keys(members).length === 0 ? [] : [{ sent: { ...rest, ...members }, what }];
}

function partialChanges(changed: Body, fits: (body: unknown) => boolean): readonly ProposedChange[] {
  const halves = [0, 1].map((half) => pickMembers(changed, (name) => Object.keys(changed).indexOf(name) % 2 === half));
  const isSplit = halves.every((half) => Object.keys(half).length > 0 && fits(half));
  return (isSplit ? halves : [changed]).map((sent) => ({ sent }));
}

/** The dates and times of a body, each a day later. */
function aDayLater({ contract }: CheckContext, schema: Schema, body: Body): Body {
  const dates = Object.entries(body).flatMap(([name, value]) => {
    const [node] = schemasAt(contract.document, schema, joinPointer('', name));
    const own = follow<Schema>(contract.document, node ?? {}, '').target;
    const later = isDate(own) && typeof value === 'string' ? daysLater(value, 1) : value;
    return later === value ? [] : [[name, later] as const];
  });
  return Object.fromEntries(dates);
}

/** The members that name something else, where they name another one: not everything that is listed may be named. */
function namingOthers({ references }: Pick<ThingBody, 'references'>, other: Body, named: Body): Body {
  const isListed = (name: string) => references.get(name)?.source !== undefined;
  const asked = mapMembers(named, (id, name) => (isListed(name) && isId(id) ? otherThan(id) : other[name]));
  return pickMembers(asked, (name) => asked[name] !== named[name]);
}

function isId(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number';
}

/** Words that say that null changes nothing. */
const NULL_STAYS =
  /\bnull\b[^.;]*\b(?:stays?|keeps?|kept|unchanged|unaffected|ignored?|no change|not changed|as (?:it|they) (?:is|are|was|were))\b/iu;

/**
 * Null for each member that may be null in the change and in what shows it, and 0 for each other number that may be as low as
 * that.
 */
function emptied({ contract }: CheckContext, resource: Resource, operation: Operation, body: Body): Body {
  const { description = '', summary = '' } = operation.node;
  const { schema = {} } = thingBodyOf(contract, operation) ?? {};
  const shown = shownSchema(contract, resource);
  const mayEmpty = !NULL_STAYS.test(`${summary}. ${description}`);
  const emptyOf = (name: string): readonly unknown[] => {
    const place = joinPointer('', name);
    const [node] = schemasAt(contract.document, schema, place);
    const [other = true] = schemasAt(contract.document, shown, place);
    if (node === undefined || place === resource.marked || PRIVILEGED.test(name)) return [];
    const own = follow<Schema>(contract.document, node, '').target;
    if ([own.type].flat().includes('null')) return mayEmpty && contract.validators.compile(other)(null) ? [null] : [];
    return own.minimum === 0 && typeof body[name] === 'number' ? [0] : [];
  };
  return Object.fromEntries(Object.keys(body).flatMap((name) => emptyOf(name).map((value) => [name, value] as const)));
}

/** Null for each text, date and number of a merge patch that is optional where it is shown: that removes it (RFC 7396). */
function removed({ contract }: CheckContext, resource: Resource, operation: Operation, body: Body): Body {
  const { schema = {}, references } = thingBodyOf(contract, operation) ?? {};
  const { schema: made = {} } = thingBodyOf(contract, resource.create) ?? {};
  const { allOf, required = [] } = shownSchema(contract, resource);
  if (operation.requestBody?.mediaType !== MERGE_PATCH || allOf !== undefined) return {};
  const isRemovable = (name: string): boolean => {
    const place = joinPointer('', name);
    if ([...required, resource.marked.slice(1)].includes(name) || PRIVILEGED.test(name) || references?.has(name))
      return false;
    const all = [schema, made].flatMap((one) => schemasAt(contract.document, one, place));
    // What has a default may get it again.
    return all.every((one) => one.default === undefined && (isFreeText(one) || isDate(one) || isNumber(one)));
  };
  return Object.fromEntries(Object.keys(body).flatMap((name) => (isRemovable(name) ? [[name, null] as const] : [])));
}

/** The values of members that an answer shows. */
function presentIn(shown: Exchange, names: readonly string[]): Body {
  const values = names.map((name) => [name, unlessHidden(() => thingAt(shown, joinPointer('', name)))] as const);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined && !(value instanceof Hidden)));
}

/**
 * The body with another value for each member, if one is known that leaves the whole body valid. A text with a pattern gets one
 * only if it is unique and no date: others, such as a currency, may have to be known to the service.
 */
function changedBody(
  { contract, mark }: CheckContext,
  { create, marked }: Resource,
  schema: Schema,
  base: Body,
  { present, born }: { readonly present: Body; readonly born: Body },
): Body {
  const fits = contract.validators.compile(schema);
  const { distinct } = thingBodyOf(contract, create) ?? {};
  const changed = Object.entries(base).reduce<Body>((body, [name, value]) => {
    const place = joinPointer('', name);
    const [own] = schemasAt(contract.document, schema, place);
    const isSame = name in present && isSameValue(value, present[name], 0);
    const isUnique = distinct?.has(place) === true && !DATE.test(String(value));
    const alike = isUnique && own?.pattern !== undefined ? textsLike(own.pattern, name.length) : [];
    const others =
      own === undefined || !isSame
        ? []
        : [...alike, ...missingFrom(value, born[name]), ...othersThan(contract.document, own, value)];
    return { ...body, [name]: others.find((one) => one !== value && fits({ ...body, [name]: one })) ?? value };
  }, base);
  const name = marked.slice(1);
  if (!(name in changed)) return changed;
  const texts = [`$mark ${create.id} changed`, '$mark changed', '$mark once more'].map((text) => withMark(text, mark));
  return (
    texts.map((text) => ({ ...changed, [name]: text })).find((body) => body[name] !== present[name] && fits(body)) ??
    changed
  );
}

/** The elements of a list that it had when it was created and lacks now: these the service knows, and nothing of now stays. */
function missingFrom(now: unknown, first: unknown): readonly unknown[] {
  if (!Array.isArray(now) || !Array.isArray(first)) return [];
  const missing = first.filter((one) => !now.some((other) => isDeepStrictEqual(one, other)));
  return missing.length === 0 ? [] : [missing];
}
