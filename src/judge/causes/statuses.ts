import { isSuccess } from '../../check/judges.ts';
import type { Clause, Subject } from '../../contract/contract.ts';
import { type Exchange, mediaTypeOf } from '../../http/exchange.ts';
import { isObject } from '../../schema/pointer.ts';
import { type Common, commonFeatures, type Feature, featureKey, featuresOf } from './features.ts';
import {
  type Case,
  clausesOf,
  type Group,
  grouped,
  groupedBy,
  isExercised,
  operationsOf,
  type Symptom,
  statusOf,
} from './symptoms.ts';
import { type Hypothesis, isHalf, type Theory } from './theory.ts';

/**
 * Bad requests that are refused under one other status than the declared one: everywhere, or by one operation. A client's
 * mistake under another status of its own (422 for 400) is one line of code however many kinds of mistake show it; a
 * server error is one for each kind (a body that does not parse, say), and only where most requests of that kind meet it.
 */
export const wrongRefusals: Theory = ({ symptoms, exchanges }) => {
  const groups = groupedBy(symptoms, refusalOf);
  return groups.flatMap(({ common, members }) => refusalHypotheses(common, members, exchanges));
};

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
  if (exchange?.intent.kind !== 'invalid') return undefined;
  const reject = status.actual >= 500 ? exchange.intent.reject : '';
  // A server error is none of a client's mistakes, whichever status had been right.
  return { expected: reject === '' ? status.expected : [], actual: status.actual, reject };
}

function refusalHypotheses(
  refusal: Refusal,
  members: readonly Symptom[],
  exchanges: readonly Exchange[],
): readonly Hypothesis[] {
  const { actual, reject: kind } = refusal;
  const expected =
    refusal.expected === undefined ? allowedByAll(members) : (members[0]?.violation.status?.expected ?? []);
  if (expected.length === 0) return [];
  const isMet = (operation: string): boolean => {
    const asked = exchanges.filter(
      (one) => one.operation === operation && one.intent.kind === 'invalid' && one.intent.reject === kind,
    );
    return actual < 500 || isHalf(asked.filter((one) => statusOf(one) === actual).length, asked.length);
  };
  const operations = operationsOf(members).filter(isMet);
  const rejects = new Set(
    members.map(({ exchange }) => (exchange?.intent.kind === 'invalid' ? exchange.intent.reject : '')),
  );
  const isOfCredentials = [...rejects].every((reject) => reject.endsWith('-credential'));
  const [only] = rejects.size === 1 ? rejects : isOfCredentials ? ['credential'] : [];
  const nature = { kind: 'refusal-status', expected, actual, ...(only === undefined ? {} : { reject: only }) } as const;
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
          exchange.intent.kind === 'invalid' &&
          (kind === '' || exchange.intent.reject === kind) &&
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
function formOf({ outcome }: Exchange): string {
  if (outcome.kind !== 'response') return '';
  const value = outcome.body.json?.value;
  return JSON.stringify([mediaTypeOf(outcome), isObject(value) ? Object.keys(value).sort() : typeof value]);
}

/** Valid requests that are refused or fail: all those of an operation, or those that have something in common. */
export const refusedValidRequests: Theory = ({ symptoms, exchanges }) => {
  const broken = new Set(clausesOf(symptoms));
  const groups = groupedBy(symptoms, ({ clause, exchange, violation: { status, fallsWith = [] } }) =>
    isOwn(clause, exchange) &&
    !fallsWith.some((clause) => broken.has(clause)) &&
    isMeantToBeServed(exchange, status?.actual) &&
    exchange.operation !== undefined &&
    status !== undefined &&
    status.actual >= 400
      ? { operation: exchange.operation, status: status.actual }
      : undefined,
  );
  return [
    ...everywhere(groups, exchanges),
    ...groups.flatMap(({ common: { operation, status }, members }) =>
      validHypotheses(operation, status, members, exchanges),
    ),
  ];
};

/** So many operations of which nothing is served, and which say the same, have one thing in common. */
const OPERATIONS = 3;

function everywhere(
  groups: readonly Group<Symptom, { readonly operation: string; readonly status: number }>[],
  exchanges: readonly Exchange[],
): readonly Hypothesis[] {
  const served = new Set(
    exchanges.filter((one) => isMeantToBeServed(one) && isSuccess(one)).map((one) => one.operation),
  );
  const dead = groups.filter(({ common }) => !served.has(common.operation));
  const wordsOf = ({ members: [first] }: (typeof dead)[number]) =>
    first?.exchange?.outcome.kind === 'response'
      ? first.exchange.outcome.body.text.replaceAll(/\d+/gu, '9')
      : undefined;
  return groupedBy(dead, (one) => {
    const words = wordsOf(one);
    return words === undefined ? undefined : { status: one.common.status, words };
  }).flatMap(({ common: { status }, members: alike }): readonly Hypothesis[] => {
    const violations = new Set(alike.flatMap(({ members }) => members.map(({ violation }) => violation)));
    if (new Set(alike.map(({ common }) => common.operation)).size < OPERATIONS) return [];
    return [
      {
        id: `service/always-${status}`,
        nature: { kind: 'valid-refused', status },
        scope: 'service',
        minimum: OPERATIONS,
        explains: ({ violation }) => violations.has(violation),
      },
    ];
  });
}

/** What another operation promised, a key that it created say, is not refused for what the request has. */
function isOwn({ operation }: Clause, exchange: Exchange | undefined): boolean {
  return operation === undefined || operation === exchange?.operation;
}

/** What the contract leaves open may be refused, but is no reason to fail. */
function isMeantToBeServed(exchange: Exchange | undefined, status = 0): exchange is Exchange {
  return exchange?.intent.kind === 'valid' || (exchange?.intent.kind === 'open' && status >= 500);
}

/** So many values of one name that fail have more in common than each by itself. */
const VALUES = 3;

/** What fails with many values of one name is told once, by the name; with two that break a clause in common, by both values. */
function byName(told: readonly Common[], members: readonly Symptom[]): readonly Common[] {
  const names = grouped(told, ({ feature }) => `${feature.in} ${feature.name}`);
  return [...names.values()].flatMap((alike) => {
    const [first] = alike;
    const exchanges = alike.flatMap((one) => one.exchanges);
    if (first === undefined || alike.length === 1) return alike;
    const { in: part, name } = first.feature;
    if (alike.length >= VALUES) return [{ feature: { in: part, name }, alternatives: [], exchanges }];
    const [broken = [], ...further] = alike.map((one) => clausesOf(brokenBy(one.exchanges, members)));
    const isOneFault = further.every((clauses) => clauses.some((clause) => broken.includes(clause)));
    const others = alike.slice(1).map(({ feature }) => feature);
    return isOneFault ? [{ ...first, alternatives: [...others, ...first.alternatives], exchanges }] : alike;
  });
}

function brokenBy(exchanges: readonly Exchange[], members: readonly Symptom[]): readonly Symptom[] {
  return members.filter(({ exchange }) => exchange !== undefined && exchanges.includes(exchange));
}

function validHypotheses(
  operation: string,
  status: number,
  members: readonly Symptom[],
  exchanges: readonly Exchange[],
): readonly Hypothesis[] {
  const valid = exchanges.filter((one) => one.operation === operation && one.intent.kind !== 'invalid');
  const served = valid.filter((one) => (statusOf(one) ?? 500) < 400);
  const failing = distinct(members);
  const make = (id: string, of: readonly Exchange[], { feature, alternatives = [] }: Partial<Common> = {}) => {
    const seqs = new Set(of.map(({ seq }) => seq));
    return {
      id,
      nature: {
        kind: 'valid-refused',
        status,
        ...(feature === undefined ? {} : { feature }),
        ...(alternatives.length === 0 ? {} : { alternatives }),
      },
      scope: feature === undefined ? 'operation' : 'place',
      explains: ({ exchange, violation }: Symptom) =>
        exchange !== undefined &&
        (violation.status?.actual ?? status) === status &&
        (seqs.has(exchange.seq) || (feature !== undefined && failsBy(feature, exchange, operation, status))),
    } as const satisfies Hypothesis;
  };
  // Where nothing is served, the clause about just that says it best, whichever others needed an answer.
  const general = members.find(({ clause }) => clause.subject?.kind === 'companion' && clause.level === 'MUST')?.clause
    .id;
  if (served.length === 0)
    return [{ ...make(`${operation}/always-${status}`, failing), ...(general === undefined ? {} : { lead: general }) }];
  const features = byName(commonFeatures(failing, served), members);
  const isTold = features.flatMap(({ exchanges: of }) => of).length === failing.length;
  const told = features
    // An address tells a fault from others only where all else is told as well.
    .filter(({ feature }) => isTold || feature.in !== 'path')
    .map((one) => make(`${operation}/${status}/${featureKey(one.feature)}`, one.exchanges, one));
  return [...told, make(`${operation}/now-and-then-${status}`, failing)];
}

/** What makes valid requests fail makes the others fail that have it as well. */
function failsBy(feature: Feature, exchange: Exchange, operation: string, status: number): boolean {
  if (status < 500 || exchange.operation !== operation || statusOf(exchange) !== status) return false;
  return featuresOf(exchange).some((one) => featureKey(one) === featureKey(feature));
}

function distinct(members: readonly Symptom[]): readonly Exchange[] {
  return [...new Set(members.flatMap(({ exchange }) => (exchange === undefined ? [] : [exchange])))];
}

/** Successes under a status that the contract does not document. */
export const undocumentedSuccess: Theory = ({ symptoms, results }) => {
  const own = symptoms.filter(({ clause }) => clause.subject?.kind === 'status');
  const groups = grouped(own, ({ violation: { status } }) =>
    status === undefined ? undefined : JSON.stringify([successes(status.expected), status.actual]),
  );
  return [...groups].flatMap(([key, members]) => successHypotheses(key, members, results));
};

function successes(keys: readonly string[]): readonly string[] {
  return keys.filter((key) => key.startsWith('2'));
}

function documents(subject: Subject | undefined, expected: readonly string[]): boolean {
  return subject?.kind === 'status' && successes(subject.documented).join() === expected.join();
}

function successHypotheses(key: string, members: readonly Symptom[], results: Case['results']): readonly Hypothesis[] {
  const [expected, actual] = JSON.parse(key) as [readonly string[], number];
  const operations = operationsOf(members);
  const exercised = results.filter((one) => isExercised(one) && documents(one.clause.subject, expected));
  const make = (id: string, ids: readonly string[], scope: Hypothesis['scope'], lead?: string): Hypothesis => ({
    id,
    nature: { kind: 'success-status', expected, actual },
    scope,
    ...(lead === undefined ? {} : { lead }),
    explains: ({ clause, exchange, violation }) =>
      ids.includes(clause.operation ?? exchange?.operation ?? '') &&
      violation.status?.actual === actual &&
      successes(violation.status.expected).length > 0,
  });
  return [
    ...(operations.length > 1 && isHalf(operations.length, exercised.length)
      ? [make(`service/success-status/${actual}`, operations, 'service')]
      : []),
    ...[...new Set(members.map(({ clause }) => clause))].map((clause) =>
      make(clause.id, [clause.operation ?? ''], 'operation', clause.id),
    ),
  ];
}
