import { isSuccess, statusOf } from '../../check/judges.ts';
import type { Clause } from '../../contract/contract.ts';
import { defined } from '../../defined.ts';
import { type Group, groupByValue } from '../../groups.ts';
import type { Exchange } from '../../http/exchange.ts';
import { NOTHING_THERE } from '../../semantics.ts';
import { withoutResult } from './nothing-found.ts';
import { type Common, commonFeatures, featureKey } from './request-features.ts';
import { COMMON_CAUSE_MINIMUM, clausesOf, isCompanion, type Symptom, wordsOf } from './symptoms.ts';
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
    if (new Set(alike.map(({ common }) => common.operation)).size < COMMON_CAUSE_MINIMUM) return [];
    return [
      {
        id: `service/always-${status}`,
        nature: { kind: 'valid-refused', status },
        scope: 'service',
        minimum: COMMON_CAUSE_MINIMUM,
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

function operationHypotheses(
  { common: denial, members }: Group<Symptom, Denial>,
  exchanges: readonly Exchange[],
): readonly Hypothesis[] {
  const { operation, status } = denial;
  const valid = exchanges.filter((one) => one.operation === operation && one.intent.kind !== 'invalid');
  const served = valid.filter((one) => (statusOf(one) ?? 500) < 400);
  const failing = [...new Set(members.flatMap(({ exchange }) => exchange ?? []))];
  if (served.length === 0)
    return [{ ...hypothesisOf(denial, `always-${status}`, failing), ...defined({ lead: companionAmong(members) }) }];
  const merged = mergedByName(commonFeatures(failing, served), members);
  const features = status >= 500 || NOTHING_THERE.includes(status) ? withoutResult(merged, served) : merged;
  const areAllExplained = features.flatMap(({ exchanges: of }) => of).length === failing.length;
  const byFeature = features
    // A path alone is only accepted as a feature if every failing request is explained.
    .filter(({ feature }) => areAllExplained || feature.in !== 'path')
    .map((one) => hypothesisOf(denial, `${status}/${featureKey(one.feature)}`, one.exchanges, one));
  return [...byFeature, hypothesisOf(denial, `now-and-then-${status}`, failing)];
}

/** The companion clause that says that the operation serves nothing. If that is so, it is the best lead. */
function companionAmong(members: readonly Symptom[]): string | undefined {
  return members.find((one) => isCompanion(one) && one.clause.level === 'MUST')?.clause.id;
}

/** Explains that these requests of an operation are denied, by what they have in common if that is known. */
function hypothesisOf(
  { operation, status }: Denial,
  name: string,
  denied: readonly Exchange[],
  { feature, alternatives = [] }: Partial<Common> = {},
): Hypothesis {
  const seqs = new Set(denied.map(({ seq }) => seq));
  const known = defined({ feature, alternatives: alternatives.length === 0 ? undefined : alternatives });
  return {
    id: `${operation}/${name}`,
    nature: { kind: 'valid-refused', status, ...known },
    scope: feature === undefined ? 'operation' : 'place',
    explains: ({ exchange, violation }) =>
      exchange !== undefined && (violation.status?.actual ?? status) === status && seqs.has(exchange.seq),
  };
}

/** If at least this many values of one name fail, the name is the cause, not the values. */
const MANY_VALUES = 3;

/** Merges features of one name: many values into the name; two values into one cause if they break a common clause. */
function mergedByName(commons: readonly Common[], members: readonly Symptom[]): readonly Common[] {
  return groupByValue(commons, ({ feature }) => ({ in: feature.in, name: feature.name })).flatMap(
    ({ common: name, members: alike }): readonly Common[] => {
      const exchanges = alike.flatMap((one) => one.exchanges);
      if (alike.length >= MANY_VALUES) return [{ feature: name, alternatives: [], exchanges }];
      const [first, second] = alike;
      if (second === undefined || !breakCommonClause(first, second, members)) return alike;
      return [{ ...first, alternatives: [second.feature, ...first.alternatives], exchanges }];
    },
  );
}

function breakCommonClause(one: Common, other: Common, members: readonly Symptom[]): boolean {
  const brokenBy = ({ exchanges }: Common): readonly string[] =>
    clausesOf(members.filter(({ exchange }) => exchange !== undefined && exchanges.includes(exchange)));
  const broken = brokenBy(one);
  return brokenBy(other).some((clause) => broken.includes(clause));
}
