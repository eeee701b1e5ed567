import type { Clause, Subject } from '../../contract/contract.ts';
import { mediaTypeOf } from '../../http/exchange.ts';
import { atPointer, isObject } from '../../schema/pointer.ts';
import { type Case, grouped, isExercised, operationsOf, statusOf, type Symptom } from './symptoms.ts';
import { type Hypothesis, isHalf, isMost, type Theory } from './theory.ts';

type Answer = Extract<Subject, { kind: 'answer' }>;

/** A symptom of a keyword of an answer's schema. */
interface BodySymptom extends Symptom {
  readonly subject: Answer;
}

function bodySymptoms(symptoms: readonly Symptom[]): readonly BodySymptom[] {
  return symptoms.flatMap((symptom) => {
    const { subject } = symptom.clause;
    return subject?.kind === 'answer' ? [{ ...symptom, subject }] : [];
  });
}

/** One wrong media type wherever another one is declared, or for all answers of an operation. */
export const wrongMediaTypes: Theory = ({ symptoms, results }) => {
  const own = symptoms.filter(({ clause }) => clause.subject?.kind === 'media-type');
  return [...grouped(own, mediaKey)].flatMap(([key, members]): readonly Hypothesis[] => {
    const [expected, actual] = JSON.parse(key) as [string, string];
    const operations = operationsOf(members);
    const exercised = results.filter((one) => isExercised(one) && declaresMedia(one.clause, expected));
    const asked = new Set(exercised.map(({ clause }) => clause.operation));
    const nature = { kind: 'media-type', expected, actual } as const;
    const make = (id: string, ids: readonly string[], scope: Hypothesis['scope']): Hypothesis => ({
      id,
      nature,
      scope,
      minimum: 2,
      explains: (symptom) => mediaKey(symptom) === key && ids.includes(symptom.clause.operation ?? ''),
    });
    return [
      ...(operations.length > 1 && isHalf(operations.length, asked.size)
        ? [make(`service/media-type/${expected}/${actual}`, operations, 'service')]
        : []),
      ...operations.map((id) => make(`${id}/media-type/${actual}`, [id], 'operation')),
    ];
  });
};

function mediaKey({ clause: { subject }, exchange }: Symptom): string | undefined {
  if (subject?.kind !== 'media-type' || exchange?.outcome.kind !== 'response') return undefined;
  return JSON.stringify([subject.types.join(' or '), mediaTypeOf(exchange.outcome) || 'none']);
}

function declaresMedia({ subject }: Clause, expected: string): boolean {
  return subject?.kind === 'media-type' && subject.types.join(' or ') === expected;
}

/** An object in an answer, by the exchange and the place. */
interface Lacking {
  readonly members: readonly BodySymptom[];
  readonly at: string;
  readonly place: string;
  readonly status: number;
  /** The names that it has instead. */
  readonly names: readonly string[];
}

/** Error bodies, or objects of an answer, that have hardly any of the members that they ought to have. */
export const otherShapes: Theory = ({ symptoms, results }) => {
  const missing = bodySymptoms(symptoms).filter(({ subject }) => subject.keyword === 'required');
  const objects = grouped(missing, (one) => JSON.stringify([one.exchange?.seq, one.violation.at ?? '']));
  const lacking = [...objects.values()].flatMap((members) => lackingOf(members, results));
  const shapes = grouped(lacking, ({ status, names, members, place }) =>
    // The same shape of error everywhere is one error handler; an answer that lacks its members is its operation's affair.
    status >= 400 ? JSON.stringify([names]) : JSON.stringify([names, members[0]?.clause.operation, status, place]),
  );
  return [...shapes.values()].map(shapeHypothesis);
};

function lackingOf(members: readonly BodySymptom[], results: Case['results']): readonly Lacking[] {
  const [first] = members;
  const { exchange, subject } = first ?? {};
  if (first === undefined || exchange === undefined || subject === undefined) return [];
  const place = subject.place.slice(0, -1);
  const siblings = results.filter(
    ({ clause }) => clause.operation === first.clause.operation && isMemberOf(clause.subject, subject.status, place),
  );
  const names = new Set(members.map(({ clause }) => clause.id));
  if (names.size < 2 || !isMost(names.size, siblings.length)) return [];
  const at = first.violation.at ?? '';
  const whole = exchange.outcome.kind === 'response' ? exchange.outcome.body.json?.value : undefined;
  const node = atPointer(whole, at);
  return [
    {
      members,
      at,
      place: place.join('.'),
      status: statusOf(exchange) ?? 0,
      names: isObject(node) ? Object.keys(node).sort() : [],
    },
  ];
}

function isMemberOf(subject: Subject | undefined, status: string, place: readonly string[]): boolean {
  return (
    subject?.kind === 'answer' &&
    subject.keyword === 'required' &&
    subject.status === status &&
    subject.place.length === place.length + 1 &&
    place.every((name, index) => subject.place[index] === name)
  );
}

function shapeHypothesis(group: readonly Lacking[]): Hypothesis {
  const [first] = group;
  const symptoms = group.flatMap(({ members }) => members);
  const operations = operationsOf(symptoms);
  const seen = new Set(group.map(({ members, at }) => `${members[0]?.exchange?.seq} ${at}`));
  const isError = (first?.status ?? 0) >= 400;
  const where = isError && operations.length > 1 ? 'service' : (operations[0] ?? 'service');
  const isWithin = ({ clause, exchange, violation: { at = '' } }: Symptom): boolean =>
    clause.subject?.kind === 'answer' &&
    (seen.has(`${exchange?.seq} ${parentOf(at)}`) || seen.has(`${exchange?.seq} ${at}`));
  return {
    id: `${where}/another-shape/${isError ? 'errors' : `${first?.status ?? 0}/${first?.place ?? ''}`}/${first?.names.join('-') ?? ''}`,
    nature: { kind: 'another-shape', place: first?.place ?? '', members: first?.names ?? [] },
    scope: operations.length > 1 ? 'service' : 'operation',
    minimum: 2,
    explains: isWithin,
  };
}

function parentOf(at: string): string {
  return at.slice(0, Math.max(0, at.lastIndexOf('/')));
}

/** So many places at least make a habit out of single faults. */
const HABIT = 3;

/** Values of one type or format that are written in another way wherever they occur: numbers as text, dates as an ORM prints them. */
export const otherSpellings: Theory = ({ symptoms, results }) =>
  [...grouped(bodySymptoms(symptoms), spellingKey)].flatMap(([key, members]): readonly Hypothesis[] => {
    const [keyword, expected, actual] = JSON.parse(key) as [string, string, string];
    const pointers = new Set(members.map(({ clause }) => clause.pointer));
    const exercised = new Set(
      results
        .filter((one) => isExercised(one) && isOfKind(one.clause.subject, keyword, expected))
        .map(({ clause }) => clause.pointer),
    );
    if (pointers.size < HABIT || !isMost(pointers.size, exercised.size)) return [];
    return [
      {
        id: `service/spelling/${keyword}/${expected}`,
        nature: { kind: 'spelling', keyword, expected, actual },
        scope: 'service',
        minimum: HABIT,
        explains: (symptom) => bodySymptoms([symptom]).some((one) => spellingKey(one) === key),
      },
    ];
  });

function spellingKey({ subject, violation, exchange }: BodySymptom): string | undefined {
  if ((subject.keyword !== 'type' && subject.keyword !== 'format') || exchange?.outcome.kind !== 'response')
    return undefined;
  const value = atPointer(exchange.outcome.body.json?.value, violation.at ?? '');
  const shape = shapeOf(value);
  return shape === undefined ? undefined : JSON.stringify([subject.keyword, expectedOf(subject), shape]);
}

function isOfKind(subject: Subject | undefined, keyword: string, expected: string): boolean {
  return subject?.kind === 'answer' && subject.keyword === keyword && expectedOf(subject) === expected;
}

/** The type without null: whether a number may be missing does not matter to how it is written. */
function expectedOf({ expected }: Answer): string {
  return [expected]
    .flat()
    .map(String)
    .filter((type) => type !== 'null')
    .join(' or ');
}

/** How a value is written: its type, and of a text where digits and letters stand. */
function shapeOf(value: unknown): string | undefined {
  if (value === null || value === undefined) return undefined;
  if (typeof value !== 'string') return Array.isArray(value) ? 'array' : typeof value;
  if (/^-?\d+(?:\.\d+)?$/u.test(value)) return 'a number as text';
  return value.length > 40 ? 'text' : value.replaceAll(/\d/gu, '9').replaceAll(/\p{L}+/gu, 'a');
}

/** One keyword of a schema that several operations share, broken in most of those that showed it. */
export const sharedSchemas: Theory = ({ symptoms, results }) => {
  const shared = symptoms.filter(
    ({ clause }) => clause.origin === 'derived' && clause.pointer.startsWith('/components/') && isAnswer(clause),
  );
  return [...grouped(shared, ({ clause }) => clause.pointer)].flatMap(([pointer, members]): readonly Hypothesis[] => {
    const exercised = results.filter((one) => one.clause.pointer === pointer && isExercised(one));
    const clauses = new Set(members.map(({ clause }) => clause.id));
    if (clauses.size < 2 || !isHalf(clauses.size, exercised.length)) return [];
    return [
      {
        id: pointer.slice(1),
        nature: { kind: 'shared-schema', pointer },
        scope: 'schema',
        minimum: 2,
        explains: ({ clause }) => clause.pointer === pointer && isAnswer(clause),
      },
    ];
  });
};

function isAnswer({ subject }: Clause): boolean {
  return subject?.kind === 'answer';
}
