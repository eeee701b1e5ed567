import { bodyOf, statusOf } from '../../check/judges.ts';
import { defined } from '../../defined.ts';
import { groupBy, groupByValue, type Members } from '../../groups.ts';
import { isObject } from '../../schema/pointer.ts';
import {
  type BodySymptom,
  bodySymptoms,
  COMMON_CAUSE_MINIMUM,
  clausesOf,
  isExercised,
  isMost,
  type Seen,
  type Symptom,
  valueAtFault,
} from './symptoms.ts';

/** An object in an answer that lacks most of its required members. */
export interface Shape {
  readonly operation?: string;
  /** The place of the object in the answer, and in the document. */
  readonly at: string;
  readonly place: string;
  readonly status: number;
  /** The first of its member names: enough to tell shapes apart. */
  readonly names: readonly string[];
}

/** Features of objects with another shape. Errors of one shape come from one error handler; a success is its operation's. */
export function shapesOf({ symptoms, results }: Pick<Seen, 'symptoms' | 'results'>) {
  const missing = bodySymptoms(symptoms).filter(({ subject }) => subject.keyword === 'required');
  const objects = groupBy(missing, objectKey);
  const shapes = new Map([...objects].map(([key, members]) => [key, shapeOf(members, results)]));
  const found = [...shapes.values()].filter((one) => one !== undefined);
  const widest = widestOf(found.filter(isError));
  const successes = found.filter((one) => !isError(one));
  const shapeAt = ({ clause: { subject }, ...one }: Symptom): Shape | undefined =>
    subject?.kind === 'answer' && subject.keyword === 'required' ? shapes.get(objectKey(one)) : undefined;
  return {
    shape: shapeAt,
    /** The member names of the error handler that wrote this error. */
    handler: (one: Symptom) => {
      const shape = shapeAt(one);
      return shape && isError(shape) ? widest.find((more) => isWithin(shape.names, more)) : undefined;
    },
    shapeOfSuccess: (one: Symptom) => {
      const shape = shapeAt(one);
      if (shape === undefined || isError(shape)) return undefined;
      const samePlace = successes.filter(({ place, status }) => place === shape.place && status === shape.status);
      // Many of one operation that share a member are one fault, such as an answer with its id and the members that were sent.
      const own = widestOf(samePlace.filter(({ operation }) => operation === shape.operation));
      const shared = own.length >= COMMON_CAUSE_MINIMUM ? inAll(own) : [];
      const wider = widestOf(samePlace).find((more) => isWithin(shape.names, more));
      const { operation: _, ...rest } = shape;
      return { ...rest, at: '', names: shared.length > 0 ? shared : (wider ?? shape.names) };
    },
  };
}

/** The lists of names that no longer list includes: a member that is only sometimes there makes no other shape. */
function widestOf(shapes: readonly Shape[]): readonly (readonly string[])[] {
  const lists = groupByValue(shapes, ({ names }) => names).map(({ common }) => common);
  return lists.filter((some) => !lists.some((more) => some.length < more.length && isWithin(some, more)));
}

function inAll([first = [], ...others]: readonly (readonly string[])[]): readonly string[] {
  return first.filter((name) => others.every((names) => names.includes(name)));
}

export function objectKey({ exchange, violation: { at = '' } }: Pick<Symptom, 'exchange' | 'violation'>): string {
  return `${exchange?.seq} ${at}`;
}

function isError({ status }: Shape): boolean {
  return status >= 400;
}

/** Does `more` include all these names? A single name is too little, unless both have just one. */
function isWithin(some: readonly string[], more: readonly string[]): boolean {
  return (some.length > 1 || some.length === more.length) && some.every((name) => more.includes(name));
}

function shapeOf(members: Members<BodySymptom>, results: Seen['results']): Shape | undefined {
  const [first] = members;
  const place = first.subject.place.slice(0, -1);
  const missing = clausesOf(members).length;
  const node = valueAtFault(first);
  const names = isObject(node) ? Object.keys(node) : [];
  const { required, documented } = membersBelow(results, first, place);
  const foreign = names.some((name) => !documented.has(name));
  // One or two missing members are faults of their own, unless no required one is left or unknown ones take their place.
  const isEmpty = isObject(node) && names.length === 0;
  const isAnother = isEmpty || missing === required || (isMost(missing, required) && (foreign || missing > 2));
  if (first.exchange === undefined || missing < 2 || !isAnother) return undefined;
  const [at, status] = [first.violation.at ?? '', statusOf(first.exchange) ?? 0];
  const { operation } = first.clause;
  return { ...defined({ operation }), at, place: place.join('.'), status, names: isObject(node) ? namesOf(node) : [] };
}

/** The documented members of an object in an answer, and how many required ones were tested. */
function membersBelow(
  results: Seen['results'],
  { clause: { operation }, subject: { status } }: BodySymptom,
  place: readonly string[],
) {
  const documented = new Set<string>();
  let required = 0;
  for (const result of results) {
    const { subject } = result.clause;
    if (result.clause.operation !== operation || subject?.kind !== 'answer' || subject.status !== status) continue;
    const name = subject.place[place.length];
    if (name === undefined || !place.every((step, index) => subject.place[index] === step)) continue;
    documented.add(name);
    const isRequiredMember = subject.keyword === 'required' && subject.place.length === place.length + 1;
    if (isRequiredMember && isExercised(result)) required += 1;
  }
  return { documented, required };
}

/** Recognizes symptoms of these objects, and of errors with the same members, including their media type. */
export function isOfShape(members: readonly (Symptom & { readonly shape: Shape | undefined })[]) {
  const objects = new Set(members.map(objectKey));
  const errors = members.flatMap(({ shape }) => (shape?.at === '' && isError(shape) ? [shape.names] : []));
  const shapes = new Set(errors.map((names) => JSON.stringify(names)));
  // Another object may lack fewer of these members.
  const missing = new Set(clausesOf(members));
  return ({ clause: { id, subject }, exchange, violation: { at = '' } }: Symptom): boolean => {
    if (subject?.kind !== 'answer' && subject?.kind !== 'media-type') return false;
    if (missing.has(id)) return true;
    const above = at.slice(0, Math.max(0, at.lastIndexOf('/')));
    if (subject.kind === 'answer' && [at, above].some((place) => objects.has(`${exchange?.seq} ${place}`))) return true;
    const body = (exchange && (statusOf(exchange) ?? 0) >= 400 ? bodyOf(exchange) : undefined) as unknown;
    return isObject(body) && shapes.has(JSON.stringify(namesOf(body)));
  };
}

/** Limits: a map may have any number of members, with names of any length. */
const [MAX_MEMBERS, MAX_NAME_LENGTH] = [20, 80];

function namesOf(node: Readonly<Record<string, unknown>>): readonly string[] {
  const names = Object.keys(node).sort().slice(0, MAX_MEMBERS);
  return names.map((name) => name.slice(0, MAX_NAME_LENGTH));
}
