import { isSuccess, statusOf } from '../../check/judges.ts';
import type { Clause } from '../../contract/contract.ts';
import { defined } from '../../defined.ts';
import { type Group, groupByValue } from '../../groups.ts';
import type { Exchange } from '../../http/exchange.ts';
import { NOTHING_THERE } from '../../semantics.ts';
import { withoutResult } from './nothing-found.ts';
import { type Common, commonFeatures, featureKey } from './request-features.ts';
import { clausesOf, HABIT_MINIMUM, type Symptom, wordsOf } from './symptoms.ts';
import { type Hypothesis, just, type Theory } from './theory.ts';

/** Valid requests that are refused or fail: all those of an operation, or those that share a feature. */
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
  return [...deadGroups(groups, exchanges), ...groups.flatMap((group) => operationHypotheses(group, exchanges))];
};

/** An operation, and the error status with which it answers valid requests. */
interface Denial {
  readonly operation: string;
  readonly status: number;
}

/** If at least three operations serve nothing and give the same answer, they have one cause. */
function deadGroups(groups: readonly Group<Symptom, Denial>[], exchanges: readonly Exchange[]): readonly Hypothesis[] {
  const served = new Set(
    exchanges.filter((one) => isMeantToBeServed(one) && isSuccess(one)).map((one) => one.operation),
  );
  const dead = groups.filter(({ common }) => !served.has(common.operation));
  return groupByValue(dead, ({ common: { status }, members: [{ exchange }] }) => {
    const words = wordsOf(exchange);
    return words === undefined ? undefined : { status, words };
  }).flatMap(({ common: { status }, members: alike }): readonly Hypothesis[] => {
    if (new Set(alike.map(({ common }) => common.operation)).size < HABIT_MINIMUM) return [];
    return [
      {
        id: `service/always-${status}`,
        nature: { kind: 'valid-refused', status },
        scope: 'service',
        minimum: HABIT_MINIMUM,
        explains: just(alike.flatMap(({ members }) => members)),
      },
    ];
  });
}

/** Is the clause about the requested operation? A promise of another one is not broken by this request's features. */
function isOwn({ operation }: Clause, exchange: Exchange | undefined): boolean {
  return operation === undefined || operation === exchange?.operation;
}

/** Is it valid? If the contract leaves that open, the request may be refused, but must not cause a server error. */
function isMeantToBeServed(exchange: Exchange | undefined, status = 0): exchange is Exchange {
  return exchange?.intent.kind === 'valid' || (exchange?.intent.kind === 'open' && status >= 500);
}

/** If at least this many values of one name fail, the name is the cause, not the values. */
const MANY_VALUES = 3;

/** Merges features of one name: many values into the name; two values into one cause if they break a common clause. */
function mergedByName(commons: readonly Common[], members: readonly Symptom[]): readonly Common[] {
  return groupByValue(commons, ({ feature }) => ({ in: feature.in, name: feature.name })).flatMap(
    ({ common, members: alike }): readonly Common[] => {
      const [first] = alike;
      const exchanges = alike.flatMap((one) => one.exchanges);
      if (alike.length === 1) return alike;
      if (alike.length >= MANY_VALUES) return [{ feature: common, alternatives: [], exchanges }];
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

function operationHypotheses(
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
  // If nothing is served, the companion clause that says so is the best lead.
  const mainLead = members.find(({ clause }) => clause.subject?.kind === 'companion' && clause.level === 'MUST')?.clause
    .id;
  if (served.length === 0)
    return [{ ...make(`${operation}/always-${status}`, failing), ...defined({ lead: mainLead }) }];
  const merged = mergedByName(commonFeatures(failing, served), members);
  const features = status >= 500 || NOTHING_THERE.includes(status) ? withoutResult(merged, served) : merged;
  const areAllExplained = features.flatMap(({ exchanges: of }) => of).length === failing.length;
  const byFeature = features
    // A path alone is only accepted as a feature if every failing request is explained.
    .filter(({ feature }) => areAllExplained || feature.in !== 'path')
    .map((one) => make(`${operation}/${status}/${featureKey(one.feature)}`, one.exchanges, one));
  return [...byFeature, make(`${operation}/now-and-then-${status}`, failing)];
}

function distinct(members: readonly Symptom[]): readonly Exchange[] {
  return [...new Set(members.flatMap(({ exchange }) => (exchange === undefined ? [] : [exchange])))];
}
