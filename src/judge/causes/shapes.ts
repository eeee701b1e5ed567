import { bodyOf, statusOf } from '../../check/judges.ts';
import { groupByValue, type Members } from '../../groups.ts';
import { isObject } from '../../schema/pointer.ts';
import {
  type BodySymptom,
  bodySymptoms,
  type Case,
  clausesOf,
  isExercised,
  operationsOf,
  type Symptom,
  valueAtFault,
} from './symptoms.ts';
import { type Hypothesis, isMost, type Theory } from './theory.ts';

/** An object in an answer, by the exchange and the place. */
interface Lacking {
  readonly members: Members<BodySymptom>;
  readonly at: string;
  readonly place: string;
  readonly status: number;
  /** The names that it has instead, the first of them: enough to tell shapes apart. */
  readonly names: readonly string[];
}

/** Error bodies, or objects of an answer, that have hardly any of the members that they ought to have. */
export const otherShapes: Theory = ({ symptoms, results }) => {
  const missing = bodySymptoms(symptoms).filter(({ subject }) => subject.keyword === 'required');
  const objects = groupByValue(missing, ({ exchange, violation: { at = '' } }) => [exchange?.seq, at]);
  const lacking = objects.flatMap(({ members }) => lackingOf(members, results));
  // The same shape of error everywhere is one error handler; an answer that lacks its members is its operation's affair.
  const [errors, others] = [lacking.filter(isError), lacking.filter((one) => !isError(one))];
  const widest = distinctNames(errors).filter((some, _index, all) => !all.some((more) => isPartOf(some, more)));
  const handlers = groupByValue(errors, ({ names }) => widest.find((more) => isIn(names, more)));
  const objectsOfOne = groupByValue(others, ({ status, names, members: [{ clause }], place }) => [
    names,
    clause.operation,
    status,
    place,
  ]);
  return [...handlers, ...objectsOfOne].map(({ members }) => shapeHypothesis(members));
};

function isError({ status }: Lacking): boolean {
  return status >= 400;
}

function distinctNames(some: readonly Lacking[]): readonly (readonly string[])[] {
  return groupByValue(some, ({ names }) => names).map(({ common }) => common);
}

/** An error handler writes some of its members now and then; one that they have in common is no likeness yet. */
function isPartOf(some: readonly string[], more: readonly string[]): boolean {
  return some.length < more.length && isIn(some, more);
}

function isIn(some: readonly string[], more: readonly string[]): boolean {
  return (some.length > 1 || some.length === more.length) && some.every((name) => more.includes(name));
}

function lackingOf(members: Members<BodySymptom>, results: Case['results']): readonly Lacking[] {
  const [first] = members;
  const { exchange, subject } = first;
  if (exchange === undefined) return [];
  const place = subject.place.slice(0, -1);
  const missing = clausesOf(members).length;
  const node = valueAtFault(first);
  const names = isObject(node) ? Object.keys(node).sort() : [];
  const { required, documented } = membersBelow(results, first, place);
  const foreign = names.some((name) => !documented.has(name));
  // A member or two that got lost are faults of their own, unless something else stands in their place.
  const isEmpty = isObject(node) && names.length === 0;
  const isAnother = isEmpty || missing === required || (isMost(missing, required) && (foreign || missing > 2));
  if (missing < 2 || !isAnother) return [];
  return [
    {
      members,
      at: first.violation.at ?? '',
      place: place.join('.'),
      status: statusOf(exchange) ?? 0,
      names: isObject(node) ? namesOf(node) : [],
    },
  ];
}

/** An object that is a map may have members without end, with names of any length. */
const [MEMBERS_NAMED, LETTERS_NAMED] = [20, 80];

/** The members that the document knows of an object in an answer, and how many of those that were looked for it requires. */
function membersBelow(
  results: Case['results'],
  { clause: { operation }, subject: { status } }: BodySymptom,
  place: readonly string[],
) {
  const documented = new Set<string>();
  let required = 0;
  for (const result of results) {
    const { clause } = result;
    const { subject } = clause;
    if (clause.operation !== operation || subject?.kind !== 'answer' || subject.status !== status) continue;
    if (!place.every((name, index) => subject.place[index] === name)) continue;
    const name = subject.place[place.length];
    if (name === undefined) continue;
    documented.add(name);
    const isOwn = subject.keyword === 'required' && subject.place.length === place.length + 1;
    if (isOwn && isExercised(result)) required += 1;
  }
  return { documented, required };
}

function shapeHypothesis(group: Members<Lacking>): Hypothesis {
  const [first] = group;
  const symptoms = group.flatMap(({ members }) => members);
  const operations = operationsOf(symptoms);
  const seen = new Set(group.map(({ members, at }) => `${members[0].exchange?.seq} ${at}`));
  const isOfErrors = isError(first);
  const where = isOfErrors && operations.length > 1 ? 'service' : (operations[0] ?? 'service');
  const isWithin = ({ clause, exchange, violation: { at = '' } }: Symptom): boolean =>
    clause.subject?.kind === 'answer' &&
    (seen.has(`${exchange?.seq} ${parentOf(at)}`) || seen.has(`${exchange?.seq} ${at}`));
  const isHandled = isOfErrors ? byHandler(group) : () => false;
  const members = distinctNames(group).reduce((a, b) => a.filter((name) => b.includes(name)));
  return {
    id: `${where}/another-shape/${isOfErrors ? 'errors' : `${first.status}/${first.place}`}/${members.join('-')}`,
    nature: { kind: 'another-shape', place: first.place, members },
    scope: operations.length > 1 ? 'service' : 'operation',
    minimum: 2,
    lead: first.members[0].clause.id,
    explains: (symptom) => isWithin(symptom) || isHandled(symptom),
  };
}

/** What else the document says of an error that was written by the same handler, its media type included. */
function byHandler(group: readonly Lacking[]): (symptom: Symptom) => boolean {
  const shapes = new Set(group.filter(({ at }) => at === '').map(({ names }) => JSON.stringify(names)));
  return ({ clause: { subject }, exchange }) => {
    if (subject?.kind !== 'answer' && subject?.kind !== 'media-type') return false;
    if (exchange?.outcome.kind !== 'response' || exchange.outcome.status < 400) return false;
    const body = bodyOf(exchange);
    return isObject(body) && shapes.has(JSON.stringify(namesOf(body)));
  };
}

/** The names of the members, the first of them: enough to tell shapes apart. */
function namesOf(node: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.keys(node)
    .sort()
    .slice(0, MEMBERS_NAMED)
    .map((name) => name.slice(0, LETTERS_NAMED));
}

function parentOf(at: string): string {
  return at.slice(0, Math.max(0, at.lastIndexOf('/')));
}
