import { bodyOf, statusOf } from '../../check/judges.ts';
import { groupBy, groupByValue, type Members } from '../../groups.ts';
import { isObject } from '../../schema/pointer.ts';
import {
  type BodySymptom,
  bodySymptoms,
  clausesOf,
  isExercised,
  isMost,
  type Seen,
  type Symptom,
  valueAtFault,
} from './symptoms.ts';

/** An object in an answer that has hardly any of the members that it ought to have. */
export interface Shape {
  /** Where the object stands in the answer, and in the document. */
  readonly at: string;
  readonly place: string;
  readonly status: number;
  /** The names that it has, the first of them: enough to tell shapes apart. */
  readonly names: readonly string[];
}

/** Objects of another shape: the same one in errors is one error handler; an answer that lacks its members is its operation's affair. */
export function shapesOf({ symptoms, results }: Pick<Seen, 'symptoms' | 'results'>) {
  const missing = bodySymptoms(symptoms).filter(({ subject }) => subject.keyword === 'required');
  const objects = groupBy(missing, objectKey);
  const shapes = new Map([...objects].map(([key, members]) => [key, shapeOf(members, results)]));
  const known = [...shapes.values()].filter((one) => one !== undefined);
  const widest = widestOf(known.filter(isError));
  const successes = known.filter((one) => !isError(one));
  const lacking = ({ clause: { subject }, ...one }: Symptom): Shape | undefined =>
    subject?.kind === 'answer' && subject.keyword === 'required' ? shapes.get(objectKey(one)) : undefined;
  return {
    shape: lacking,
    /** The names of all that the handler writes which made this error. */
    handler: (one: Symptom) => {
      const shape = lacking(one);
      return shape && isError(shape) ? widest.find((more) => isWithin(shape.names, more)) : undefined;
    },
    shapeOfSuccess: (one: Symptom) => {
      const shape = lacking(one);
      if (shape === undefined || isError(shape)) return undefined;
      const alike = successes.filter(({ place, status }) => place === shape.place && status === shape.status);
      const names = widestOf(alike).find((more) => isWithin(shape.names, more)) ?? shape.names;
      return { ...shape, at: '', names };
    },
  };
}

/** The names of the shapes of which none has all that another has, and more: what is there now and then makes no other shape. */
function widestOf(shapes: readonly Shape[]): readonly (readonly string[])[] {
  const known = groupByValue(shapes, ({ names }) => names).map(({ common }) => common);
  return known.filter((some) => !known.some((more) => some.length < more.length && isWithin(some, more)));
}

export function objectKey({ exchange, violation: { at = '' } }: Pick<Symptom, 'exchange' | 'violation'>): string {
  return `${exchange?.seq} ${at}`;
}

function isError({ status }: Shape): boolean {
  return status >= 400;
}

/** An error handler writes some of its members now and then; one that they have in common is no likeness yet. */
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
  // A member or two that got lost are faults of their own, unless something else stands in their place.
  const isEmpty = isObject(node) && names.length === 0;
  const isAnother = isEmpty || missing === required || (isMost(missing, required) && (foreign || missing > 2));
  if (first.exchange === undefined || missing < 2 || !isAnother) return undefined;
  const [at, status] = [first.violation.at ?? '', statusOf(first.exchange) ?? 0];
  return { at, place: place.join('.'), status, names: isObject(node) ? namesOf(node) : [] };
}

/** The members that the document knows of an object in an answer, and how many of those that were looked for it requires. */
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
    const isOwn = subject.keyword === 'required' && subject.place.length === place.length + 1;
    if (isOwn && isExercised(result)) required += 1;
  }
  return { documented, required };
}

/** Is it about one of these objects, or about what such an error says, its media type included? */
export function isOfShape(members: readonly (Symptom & { readonly shape: Shape | undefined })[]) {
  const objects = new Set(members.map(objectKey));
  const errors = members.flatMap(({ shape }) => (shape?.at === '' && isError(shape) ? [shape.names] : []));
  const shapes = new Set(errors.map((names) => JSON.stringify(names)));
  return ({ clause: { subject }, exchange, violation: { at = '' } }: Symptom): boolean => {
    if (subject?.kind !== 'answer' && subject?.kind !== 'media-type') return false;
    const above = at.slice(0, Math.max(0, at.lastIndexOf('/')));
    if (subject.kind === 'answer' && [at, above].some((place) => objects.has(`${exchange?.seq} ${place}`))) return true;
    const body = (exchange && (statusOf(exchange) ?? 0) >= 400 ? bodyOf(exchange) : undefined) as unknown;
    return isObject(body) && shapes.has(JSON.stringify(namesOf(body)));
  };
}

/** An object that is a map may have members without end, with names of any length. */
const [MEMBERS_NAMED, LETTERS_NAMED] = [20, 80];

function namesOf(node: Readonly<Record<string, unknown>>): readonly string[] {
  const names = Object.keys(node).sort().slice(0, MEMBERS_NAMED);
  return names.map((name) => name.slice(0, LETTERS_NAMED));
}
