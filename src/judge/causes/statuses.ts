import { bodyOf, statusOf } from '../../check/judges.ts';
import type { Subject } from '../../contract/contract.ts';
import { defined } from '../../defined.ts';
import { type Group, groupByValue } from '../../groups.ts';
import { type Exchange, isCredentialCase, mediaTypeOf, rejectOf } from '../../http/exchange.ts';
import { redirectOf } from '../../http/redirect.ts';
import { isObject } from '../../schema/pointer.ts';
import { type Case, exercised, operationsOf, type Symptom } from './symptoms.ts';
import { type Hypothesis, isHalf, type Theory } from './theory.ts';

/**
 * Bad requests that are refused under one other status than the declared one: everywhere, or by one operation. A client's
 * mistake under another status of its own (422 for 400) is one line of code however many kinds of mistake show it; a
 * server error is one for each kind (a body that does not parse, say), and only where most requests of that kind meet it.
 */
export const wrongRefusals: Theory = ({ symptoms, exchanges }) => {
  // What fails on wrong credentials as on missing ones is one fault.
  const ofCredentials = groupByValue(symptoms, failureOfCredentials).filter(
    ({ members }) => new Set(members.map(({ exchange }) => rejectOf(exchange))).size > 1,
  );
  const groups = [...ofCredentials, ...groupByValue(symptoms, refusalOf)];
  return groups.flatMap((group) => refusalHypotheses(group, exchanges));
};

/** Where all of them are redirected to. */
function placeOf(members: readonly Symptom[]): string | undefined {
  const places = new Set(members.map(({ exchange }) => exchange && redirectOf(exchange.outcome)));
  const [place] = places;
  return places.size === 1 && place !== '' ? place : undefined;
}

/** How a bad request was refused, and how it should have been. */
interface Refusal {
  /** Undefined where it may be refused in several ways. */
  readonly expected?: readonly string[];
  readonly actual: number;
  /** The kind of mistake that a server error is about. */
  readonly reject: string;
}

function refusalOf({ clause, exchange, violation: { status } }: Symptom): Refusal | undefined {
  if (clause.subject?.kind === 'companion' || status === undefined || status.actual < 300) return undefined;
  // What may be refused in several ways was refused in none of them, whatever each clause allows.
  if (exchange?.intent.kind === 'open' && status.actual < 500) return { actual: status.actual, reject: '' };
  const kind = rejectOf(exchange);
  if (kind === undefined) return undefined;
  const reject = status.actual >= 500 ? kind : '';
  // A server error is none of a client's mistakes, whichever status had been right.
  return { expected: reject === '' ? status.expected : [], actual: status.actual, reject };
}

function failureOfCredentials(symptom: Symptom): Refusal | undefined {
  const refusal = refusalOf(symptom);
  return refusal !== undefined && refusal.actual >= 500 && isCredentialCase(symptom.exchange)
    ? { ...refusal, reject: ANY_CREDENTIAL }
    : undefined;
}

const ANY_CREDENTIAL = 'credential';

/** Is it a bad request of this kind? */
function isOfKind(exchange: Exchange, kind: string): boolean {
  return kind === ANY_CREDENTIAL ? isCredentialCase(exchange) : rejectOf(exchange) === kind;
}

function refusalHypotheses(
  { common: refusal, members }: Group<Symptom, Refusal>,
  exchanges: readonly Exchange[],
): readonly Hypothesis[] {
  const { actual, reject: kind } = refusal;
  const expected =
    refusal.expected === undefined ? allowedByAll(members) : (members[0].violation.status?.expected ?? []);
  if (expected.length === 0) return [];
  const isMet = (operation: string): boolean => {
    const asked = exchanges.filter((one) => one.operation === operation && isOfKind(one, kind));
    return actual < 500 || isHalf(asked.filter((one) => statusOf(one) === actual).length, asked.length);
  };
  const operations = operationsOf(members).filter(isMet);
  const rejects = new Set(members.map(({ exchange }) => rejectOf(exchange) ?? ''));
  const isOfCredentials = members.every(({ exchange }) => isCredentialCase(exchange));
  const [only] = rejects.size === 1 ? rejects : isOfCredentials ? [ANY_CREDENTIAL] : [];
  const nature = {
    kind: 'refusal-status',
    expected,
    actual,
    ...defined({ reject: only, location: placeOf(members) }),
  } as const;
  const name = `refusal-status/${expected.join('-')}/${actual}${kind === '' ? '' : `/${kind}`}`;
  const make = (id: string, ids: readonly string[], scope: Hypothesis['scope']): Hypothesis => {
    const wrong = new Set(
      members.flatMap(({ exchange }) =>
        exchange !== undefined && ids.includes(exchange.operation ?? '') ? [exchange.seq] : [],
      ),
    );
    const forms = new Set(members.flatMap(({ exchange }) => (exchange === undefined ? [] : [formOf(exchange)])));
    // What such an answer says is as wrong as its status, and part of the same fault; also where the status itself will do.
    const explains = ({ clause, exchange, violation }: Symptom): boolean =>
      exchange !== undefined &&
      (wrong.has(exchange.seq) ||
        ((violation.status === undefined || clause.subject?.kind === 'companion') &&
          rejectOf(exchange) !== undefined &&
          (kind === '' || isOfKind(exchange, kind)) &&
          statusOf(exchange) === actual &&
          forms.has(formOf(exchange))));
    return { id, nature, scope, minimum: 2, explains };
  };
  return [
    ...(operations.length > 1 ? [make(`service/${name}`, operations, 'service')] : []),
    ...operations.map((id) => make(`${id}/${name}`, [id], 'operation')),
  ];
}

/** The statuses that none of the clauses minds. */
function allowedByAll(members: readonly Symptom[]): readonly string[] {
  const [first = [], ...others] = members.map(({ violation: { status } }) => status?.expected ?? []);
  return first.filter((one) => others.every((some) => some.includes(one)));
}

/** The form of an answer: its media type, and the names of its members. */
function formOf(exchange: Exchange): string {
  const { outcome } = exchange;
  if (outcome.kind !== 'response') return '';
  const value = bodyOf(exchange);
  return JSON.stringify([mediaTypeOf(outcome), isObject(value) ? Object.keys(value).sort() : typeof value]);
}

/** Successes under a status that the contract does not document. */
export const undocumentedSuccess: Theory = (seen) => {
  const own = seen.symptoms.filter(({ clause }) => clause.subject?.kind === 'status');
  return groupByValue(own, ({ violation: { status } }) =>
    status === undefined ? undefined : { expected: successes(status.expected), actual: status.actual },
  ).flatMap((group) => successHypotheses(group, seen));
};

/** The statuses of successes that are documented, and the one that came. */
interface Success {
  readonly expected: readonly string[];
  readonly actual: number;
}

function successes(keys: readonly string[]): readonly string[] {
  return keys.filter((key) => key.startsWith('2'));
}

function documents(subject: Subject | undefined, expected: readonly string[]): boolean {
  return subject?.kind === 'status' && successes(subject.documented).join() === expected.join();
}

function successHypotheses(
  { common: { expected, actual }, members }: Group<Symptom, Success>,
  seen: Case,
): readonly Hypothesis[] {
  const operations = operationsOf(members);
  const asked = exercised(seen, ({ subject }) => documents(subject, expected));
  const make = (id: string, ids: readonly string[], scope: Hypothesis['scope'], lead?: string): Hypothesis => ({
    id,
    nature: { kind: 'success-status', expected, actual },
    scope,
    ...defined({ lead }),
    explains: ({ clause, exchange, violation }) =>
      ids.includes(clause.operation ?? exchange?.operation ?? '') &&
      violation.status?.actual === actual &&
      successes(violation.status.expected).length > 0,
  });
  return [
    ...(operations.length > 1 && isHalf(operations.length, asked.length)
      ? [make(`service/success-status/${actual}`, operations, 'service')]
      : []),
    ...[...new Set(members.map(({ clause }) => clause))].map((clause) =>
      make(clause.id, [clause.operation ?? ''], 'operation', clause.id),
    ),
  ];
}
