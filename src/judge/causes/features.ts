import { isSuccess, statusOf } from '../../check/judges.ts';
import { partOf } from '../../contract/clause-id.ts';
import type { Subject } from '../../contract/contract.ts';
import { isCredentialCase, mediaTypeOf, rejectOf, sentBody } from '../../http/exchange.ts';
import { essenceOf } from '../../media-type.ts';
import { atPointer } from '../../schema/pointer.ts';
import { conflictOf, disputedValues } from './conflict.ts';
import { credentialHeadersIn } from './credential-headers.ts';
import { credentialsIn } from './credentials.ts';
import { errorsUnderSuccess } from './errors-as-success.ts';
import { leftOutOf } from './left-out.ts';
import { promisesOf, wholeAnswers } from './promises.ts';
import { refusalOf, usualFailures } from './refusals.ts';
import { shapesOf } from './shapes.ts';
import { spellingOf, traitsOf } from './spelling.ts';
import { styleOf } from './style.ts';
import { isRefusal, type Seen, type Symptom, valueAtFault } from './symptoms.ts';

type Table = Readonly<Record<string, (one: Symptom) => unknown>>;

/** Features of the clause; undefined if it is about something else. */
const OF_CLAUSE = {
  id: ({ clause }) => clause.id,
  kind: ({ clause }) => clause.subject?.kind,
  /** The name of a stated clause, or of a catch-all, without its operation. */
  slug: ({ clause: { id, origin, subject } }) =>
    origin === 'stated' || subject?.kind === 'companion' ? partOf(id) : undefined,
  /** The part of a request, the name of the place in it, and the keyword and type that apply there. */
  part: (one) => inputOf(one)?.part,
  name: (one) => inputOf(one)?.name,
  keyword: (one) => inputOf(one)?.keyword,
  type: (one) => inputOf(one)?.type,
  /** What the keyword says, and what the operation is about: `/things` for PATCH of `/things/{id}`, too. */
  bound: (one) => JSON.stringify(inputOf(one)?.expected ?? null),
  resource: ({ clause: { section } }) => section.replace(/^\w+ /u, '').replace(/\/(?:\{[^/]*\}\/?)?$/u, ''),
  /** The object in a body that contains the member. */
  within: (one) => inputOf(one)?.name.split('/').slice(0, -1).join('/') || undefined,
  /** The member of an answer, and the broken keyword of its schema. */
  member: (one) => subjectOf(one, 'answer')?.place.at(-1),
  says: (one) => subjectOf(one, 'answer')?.keyword,
  /** The place in `components` of the part of an answer that several operations share. */
  component: ({ clause: { subject, pointer } }) =>
    (subject?.kind === 'answer' || subject?.kind === 'header') && pointer.startsWith('/components/')
      ? pointer
      : undefined,
  /** The declared header of an answer, and what is wrong with it. */
  header: (one) => {
    const subject = subjectOf(one, 'header');
    return subject && `${subject.keyword} ${subject.name.toLowerCase()}`;
  },
  media: (one) => subjectOf(one, 'media-type')?.types.join(' or '),
  form: (one) => subjectOf(one, 'form')?.form,
  isOfRefusal: ({ clause: { subject } }) =>
    subject !== undefined && 'status' in subject ? isRefusal(subject.status) : undefined,
  successes: (one) => subjectOf(one, 'status')?.documented.filter((key) => key.startsWith('2')),
  refuses: refusedBy,
  /** The credentials of the request, or else those that the clause is about. */
  presented: (one) => one.exchange?.request.credentials ?? refusedBy(one) ?? [],
} as const satisfies Table;

/** Features of the request and its answer. */
const OF_EXCHANGE = {
  operation: ({ clause, exchange }) => clause.operation ?? exchange?.operation,
  asked: ({ exchange }) => exchange?.operation,
  seq: ({ exchange }) => exchange?.seq,
  /** The request, the same if it is sent again. */
  sent: ({ exchange }) =>
    exchange && `${exchange.request.method} ${exchange.request.target} ${exchange.request.body ?? ''}`,
  isValid: ({ exchange }) => exchange?.intent.kind === 'valid',
  /** The kind of bad request. */
  reject: ({ exchange }) => rejectOf(exchange),
  isOfCredential: ({ exchange }) => isCredentialCase(exchange),
  /** The received and the expected status; undefined if the clause is about something else. */
  status: ({ violation }) => violation.status?.actual,
  expected: ({ violation }) => violation.status?.expected,
  answered: ({ exchange }) => (exchange === undefined ? undefined : statusOf(exchange)),
  refusal: refusalOf,
  /** A bad request that was answered with a success. */
  isTaken: ({ exchange }) => exchange !== undefined && rejectOf(exchange) !== undefined && isSuccess(exchange),
  /** A success where the clause expects a refusal. */
  isServedInstead: ({ violation: { status } }) =>
    status !== undefined &&
    isSuccessful(status.actual) &&
    status.expected.length > 0 &&
    status.expected.every((key) => /^[45]/u.test(key)),
  /** The same, for a clause about one place of a request. */
  isAccepted: (one) =>
    inputOf(one) !== undefined && rejectOf(one.exchange) !== undefined && isSuccessful(one.violation.status?.actual),
  /** Served, or refused for another mistake, though its credential should be refused. */
  isLetIn: ({ exchange, violation }) => {
    const status = violation.status?.actual ?? (exchange && statusOf(exchange));
    return isCredentialCase(exchange) && (isSuccessful(status) || status === 400 || status === 422);
  },
  /** Did the request send null at the place of the clause? */
  isNull: (one) => {
    const [{ exchange }, input] = [one, inputOf(one)];
    return exchange !== undefined && input !== undefined && atPointer(sentBody(exchange), `/${input.name}`) === null;
  },
  /** The received media type, with its parameters if only these are wrong. */
  mediaType: ({ clause: { subject }, exchange }) => {
    if (subject?.kind !== 'media-type' || exchange?.outcome.kind !== 'response') return undefined;
    const [essence, written = ''] = [mediaTypeOf(exchange.outcome), exchange.outcome.headers['content-type']];
    return (subject.types.some((type) => essenceOf(type) === essence) ? written : essence) || 'none';
  },
  /** The type of the value that is wrong. */
  valueType: (one) => {
    const value = valueAtFault(one);
    return one.exchange?.outcome.kind !== 'response' ? undefined : value === null ? 'null' : typeof value;
  },
  illFormed: (one) =>
    subjectOf(one, 'form')?.form === 'well-formed' ? [one.violation.expected, one.violation.actual] : undefined,
  style: styleOf,
  spelling: (one) => spellingOf(valueAtFault(one)),
} as const satisfies Table;

/** Features that need the whole record. */
function ofRecord(seen: Seen) {
  return {
    conflict: conflictOf(seen.conflicts),
    disputed: disputedValues(seen.conflicts),
    /** The format or type that the document declares for the value. */
    trait: traitsOf(seen.results),
    isErrorUnderSuccess: errorsUnderSuccess(seen.results),
    /** Do at least half of the bad requests of its kind get the same status? */
    isUsual: usualFailures(seen.exchanges),
    ...credentialHeadersIn(seen.exchanges),
    ...credentialsIn(seen),
    leftOut: leftOutOf(seen),
    wholeAnswer: wholeAnswers(seen.symptoms),
    promise: promisesOf(seen.symptoms),
    ...shapesOf(seen),
  } as const satisfies Table;
}

type Tables = typeof OF_CLAUSE & typeof OF_EXCHANGE & ReturnType<typeof ofRecord>;

/** A symptom with all features that it may share with others. */
export type Features = Symptom & { readonly [Name in keyof Tables]: ReturnType<Tables[Name]> };
export type FeatureName = keyof Tables;

/** Adds features to symptoms. Each feature is computed on first access. */
export function createFeatures(seen: Seen): (symptom: Symptom) => Features {
  const tables: Table = { ...OF_CLAUSE, ...OF_EXCHANGE, ...ofRecord(seen) };
  const getters = Object.entries(tables).map(([name, read]) => [
    name,
    {
      get(this: Symptom) {
        const value = read(this);
        Object.defineProperty(this, name, { value });
        return value;
      },
    },
  ]);
  const prototype: object = Object.create(null, Object.fromEntries(getters) as PropertyDescriptorMap);
  return (symptom) => Object.assign(Object.create(prototype) as Features, symptom);
}

function subjectOf<Kind extends Subject['kind']>({ clause: { subject } }: Pick<Symptom, 'clause'>, kind: Kind) {
  return subject?.kind === kind ? (subject as Extract<Subject, { kind: Kind }>) : undefined;
}

function refusedBy(one: Symptom): readonly string[] | undefined {
  const subject = subjectOf(one, 'credential');
  return subject?.opens === false ? subject.presented : undefined;
}

/** The place of a request that a clause is about. Unknown ids do not count: an id may be valid but unknown. */
function inputOf({ clause: { subject } }: Symptom) {
  if (subject?.kind === 'parameter') {
    const { in: part } = subject;
    // Headers and cookies have few clauses, each a fault of its own.
    if (subject.keyword === 'unknown' || part === 'header' || part === 'cookie') return undefined;
    return { ...subject, part, type: expectedType(subject) };
  }
  if (subject?.kind !== 'request-body') return undefined;
  return { ...subject, part: 'body' as const, name: subject.place, type: expectedType(subject) };
}

/** The expected type, if the keyword is `type`. Integers count as numbers: the same code turns a text into either. */
function expectedType({ keyword, expected }: { readonly keyword: string; readonly expected: unknown }): string {
  const type = [expected].flat().find((one) => one !== 'null');
  return keyword !== 'type' ? '' : type === 'integer' ? 'number' : String(type);
}

function isSuccessful(status = 0): boolean {
  return status >= 200 && status <= 299;
}
