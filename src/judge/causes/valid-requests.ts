import { isSuccess, statusOf } from '../../check/judges.ts';
import type { Clause } from '../../contract/contract.ts';
import { defined } from '../../defined.ts';
import { type Group, groupByValue } from '../../groups.ts';
import type { Exchange } from '../../http/exchange.ts';
import { NOTHING_THERE } from '../../semantics.ts';
import { withoutResult } from './nothing-found.ts';
import { type Common, commonFeatures, featureKey } from './request-features.ts';
import { clausesOf, HABIT, type Symptom, wordsOf } from './symptoms.ts';
import { type Hypothesis, just, type Theory } from './theory.ts';

/** Valid requests that are refused or fail: all those of an operation, or those that have something in common. */
export const refusedValidRequests: Theory = ({ symptoms, exchanges }) => {
  const broken = new Set(clausesOf(symptoms));
  const groups = groupByValue(symptoms, ({ clause, exchange, violation: { status, fallsWith = [] } }) =>
    isOwn(clause, exchange) &&
    !fallsWith.some((clause) => broken.has(clause)) &&
    isMeantToBeServed(exchange, status?.actual) &&
    exchange.operation !== undefined &&
    status !== undefined &&
    status.actual >= 400
      ? { operation: exchange.operation, status: status.actual }
      : undefined,
  );
  return [...everywhere(groups, exchanges), ...groups.flatMap((group) => validHypotheses(group, exchanges))];
};

/** An operation, and the status that it answers to valid requests. */
interface Denial {
  readonly operation: string;
  readonly status: number;
}

/** Operations of which nothing is served, and which say the same, have one thing in common where there are many. */
function everywhere(groups: readonly Group<Symptom, Denial>[], exchanges: readonly Exchange[]): readonly Hypothesis[] {
  const served = new Set(
    exchanges.filter((one) => isMeantToBeServed(one) && isSuccess(one)).map((one) => one.operation),
  );
  const dead = groups.filter(({ common }) => !served.has(common.operation));
  return groupByValue(dead, ({ common: { status }, members: [{ exchange }] }) => {
    const words = wordsOf(exchange);
    return words === undefined ? undefined : { status, words };
  }).flatMap(({ common: { status }, members: alike }): readonly Hypothesis[] => {
    if (new Set(alike.map(({ common }) => common.operation)).size < HABIT) return [];
    return [
      {
        id: `service/always-${status}`,
        nature: { kind: 'valid-refused', status },
        scope: 'service',
        minimum: HABIT,
        explains: just(alike.flatMap(({ members }) => members)),
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
  return groupByValue(told, ({ feature }) => ({ in: feature.in, name: feature.name })).flatMap(
    ({ common, members: alike }): readonly Common[] => {
      const [first] = alike;
      const exchanges = alike.flatMap((one) => one.exchanges);
      if (alike.length === 1) return alike;
      if (alike.length >= VALUES) return [{ feature: common, alternatives: [], exchanges }];
      const [broken = [], ...further] = alike.map((one) => clausesOf(brokenBy(one.exchanges, members)));
      const isOneFault = further.every((clauses) => clauses.some((clause) => broken.includes(clause)));
      const others = alike.slice(1).map(({ feature }) => feature);
      return isOneFault ? [{ ...first, alternatives: [...others, ...first.alternatives], exchanges }] : alike;
    },
  );
}

function brokenBy(exchanges: readonly Exchange[], members: readonly Symptom[]): readonly Symptom[] {
  return members.filter(({ exchange }) => exchange !== undefined && exchanges.includes(exchange));
}

function validHypotheses(
  { common: { operation, status }, members }: Group<Symptom, Denial>,
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
        ...defined({ feature, alternatives: alternatives.length === 0 ? undefined : alternatives }),
      },
      scope: feature === undefined ? 'operation' : 'place',
      explains: ({ exchange, violation }: Symptom) =>
        exchange !== undefined && (violation.status?.actual ?? status) === status && seqs.has(exchange.seq),
    } as const satisfies Hypothesis;
  };
  // Where nothing is served, the clause about just that says it best, whichever others needed an answer.
  const general = members.find(({ clause }) => clause.subject?.kind === 'companion' && clause.level === 'MUST')?.clause
    .id;
  if (served.length === 0)
    return [{ ...make(`${operation}/always-${status}`, failing), ...defined({ lead: general }) }];
  const apart = byName(commonFeatures(failing, served), members);
  const features = status >= 500 || NOTHING_THERE.includes(status) ? withoutResult(apart, served) : apart;
  const isTold = features.flatMap(({ exchanges: of }) => of).length === failing.length;
  const told = features
    // An address tells a fault from others only where all else is told as well.
    .filter(({ feature }) => isTold || feature.in !== 'path')
    .map((one) => make(`${operation}/${status}/${featureKey(one.feature)}`, one.exchanges, one));
  return [...told, make(`${operation}/now-and-then-${status}`, failing)];
}

function distinct(members: readonly Symptom[]): readonly Exchange[] {
  return [...new Set(members.flatMap(({ exchange }) => (exchange === undefined ? [] : [exchange])))];
}
