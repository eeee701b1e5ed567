import { type Check, checkId } from '../check/check.ts';
import { DEPTHS, type Depth } from '../check/target.ts';
import { hiddenBehind, isBroken, type Verdict, type Violation, worst } from '../check/verdict.ts';
import { ownerOf, partOf } from '../contract/clause-id.ts';
import type { Clause, Contract } from '../contract/contract.ts';
import { responseFor } from '../contract/operations.ts';
import { groupBy, type Members } from '../groups.ts';
import { hasSucceeded } from '../http/exchange.ts';
import { getOrMake } from '../memoize.ts';
import type { Suite } from '../rules/suite.ts';
import { type Act, exchangesOf, type RunRecord } from '../send/journal.ts';
import type { Steps } from '../turns.ts';
import { absentOperations } from './absent.ts';
import { type Aggregate, aggregateAnswers } from './aggregate.ts';
import { brokenAnswers } from './broken-answers.ts';
import { judgeEvidence } from './evidence.ts';
import { createHiding } from './hiding.ts';

/** The verdict on every clause of a suite, from a record. Pure. */
export function* judgeRecord(suite: Suite, record: RunRecord): Steps<ReadonlyMap<string, Verdict>> {
  const checks = new Map(suite.checks.map((check) => [checkId(check), check]));
  const actResults = yield* actVerdicts(suite, checks, record.acts);
  const aggregates = yield* aggregateAnswers(suite.judgeAnswer, record.exchanges, record.repeats);
  const calls = { ...callsOf(record), operations: suite.contract.operations };
  const deeper = deeperClauses(suite, record.header.depth);
  const found = {
    route: absentOperations(suite.contract, record.exchanges),
    message: brokenAnswers(record.exchanges),
  };
  const seen = new Map(
    [...suite.clauses.values()].map((clause) => [
      clause.id,
      byAllExchanges(clause, found) ?? clauseVerdict(clause, actResults.get(clause.id), aggregates.get(clause.id)),
    ]),
  );
  const hiding = createHiding(suite, seen);
  return new Map(
    [...suite.clauses.values()].map((clause) => [
      clause.id,
      seen.get(clause.id) ??
        hiding(clause, calls.seen.get(clause.operation)?.served === true) ??
        notSeenVerdict(clause, { ...calls, deeper }),
    ]),
  );
}

/** The clauses whose checks all need a greater depth than the run had, each with the smallest depth that will do. */
function deeperClauses({ checks }: Suite, reached: string): ReadonlyMap<string, Depth> {
  const least = new Map<string, Depth>();
  for (const { clause, depth = 'smoke' } of checks) {
    const before = least.get(clause);
    if (before === undefined || DEPTHS.indexOf(depth) < DEPTHS.indexOf(before)) least.set(clause, depth);
  }
  const reachedIndex = DEPTHS.findIndex((depth) => depth === reached);
  return new Map([...least].filter(([, depth]) => DEPTHS.indexOf(depth) > reachedIndex));
}

type Found = Readonly<Record<'route' | 'message', ReadonlyMap<string, Violation>>>;

/** The verdict on a clause that only all exchanges together can break: about a route, or about messages. */
function byAllExchanges({ subject, operation = '' }: Clause, found: Found): Verdict | undefined {
  const violation =
    subject?.kind === 'route' || subject?.kind === 'message' ? found[subject.kind].get(operation) : undefined;
  return violation === undefined ? undefined : { kind: 'fail', violations: [violation], flaky: false };
}

/** The verdicts of acts, by clause. If the repetition of a broken check passes, its verdict is flaky. */
function* actVerdicts(
  suite: Suite,
  checks: ReadonlyMap<string, Check>,
  acts: readonly Act[],
): Steps<ReadonlyMap<string, readonly Verdict[]>> {
  const first = new Map<string, Verdict>();
  for (const act of acts) {
    yield* judgeAnswersOf(suite, act);
    const verdict = verdictOfAct(suite, checks, act);
    const before = first.get(act.check);
    if (!act.again || before === undefined) first.set(act.check, verdict);
    else if (isBroken(before) && verdict.kind === 'pass') first.set(act.check, { ...before, flaky: true });
  }
  const clauseOf = new Map(acts.map(({ check, clause }) => [check, clause]));
  const byClause = groupBy(first, ([id]) => clauseOf.get(id));
  return new Map([...byClause].map(([clause, all]) => [clause, all.map(([, verdict]) => verdict)]));
}

/** Judges the answers of an act one by one in advance, so that no step is long. The suite caches the results. */
function* judgeAnswersOf(suite: Suite, act: Act): Steps<void> {
  for (const exchange of exchangesOf(act)) {
    yield;
    suite.guard(exchange);
  }
  yield;
}

function verdictOfAct(suite: Suite, checks: ReadonlyMap<string, Check>, { check: id, outcome }: Act): Verdict {
  if (outcome.kind === 'verdict') return outcome.verdict;
  const check = checks.get(id);
  return check === undefined
    ? { kind: 'skip', reason: 'there is no such check under this profile' }
    : judgeEvidence(suite, check, outcome.evidence);
}

/** The verdict of acts and answers on a clause; undefined if neither says anything. */
function clauseVerdict(
  clause: Clause,
  actResults: readonly Verdict[] | undefined,
  aggregate: Aggregate | undefined,
): Verdict | undefined {
  const verdicts = [...(actResults ?? []), ...(aggregate === undefined ? [] : [verdictOfAnswers(clause, aggregate)])];
  const [head, ...rest] = verdicts;
  if (clause.branch !== undefined && !verdicts.some(({ kind }) => kind === 'pass'))
    return openBranchVerdict(clause, aggregate);
  if (head === undefined) return undefined;
  const verdict = rest.reduce(worst, head);
  // A pass does not count if the budget ended a check early.
  const endedEarly = actResults?.find((one) => one.kind === 'skip' && one.budgetSpent === true);
  return verdict.kind === 'pass' ? (endedEarly ?? verdict) : verdict;
}

/** The verdict on a clause of one branch of an open conflict: only a broken answer counts, all else is a skip. */
function openBranchVerdict(clause: Clause, aggregate: Aggregate | undefined): Verdict {
  if (aggregate !== undefined && aggregate.broken > 0) return verdictOfAnswers(clause, aggregate);
  return {
    kind: 'skip',
    reason: `applies only to the branch ${clause.branch}, and the profile accepts any branch`,
    remedy: 'choose the branch in the profile',
  };
}

function verdictOfAnswers(clause: Clause, { broken, violations, flaky, bug, behind }: Aggregate): Verdict {
  if (bug !== undefined) return { kind: 'error', message: `${clause.id}: ${bug}` };
  if (broken > 0) return { kind: clause.level === 'MUST' ? 'fail' : 'warn', violations, flaky };
  return behind === undefined ? { kind: 'pass' } : hiddenBehind(behind);
}

function notSeenVerdict(clause: Clause, { seen, skips, deeper, operations }: Calls): Verdict {
  if (clause.unobservable !== undefined)
    return { kind: 'skip', reason: `cannot be tested from outside: ${clause.unobservable}` };
  if (clause.unreadable !== undefined) return { kind: 'skip', reason: `cannot be judged: ${clause.unreadable}` };
  const depth = deeper.get(clause.id);
  if (depth !== undefined)
    return { kind: 'skip', reason: `tested only with --depth ${depth}`, remedy: `run with --depth ${depth}` };
  const call = seen.get(clause.operation);
  const skipped = call?.served === true ? undefined : skips.get(clause.operation);
  if (skipped !== undefined && (call === undefined || call.statuses.size > 0)) return skipped;
  if (call === undefined || call.statuses.size === 0) return { kind: 'skip', reason: 'the operation gave no answer' };
  const operation = operations.get(clause.operation ?? '');
  const isOfOtherStatus = operation?.responses.some(
    ({ key }) =>
      key === partOf(clause.id) && ![...call.statuses].some((one) => responseFor(operation, one)?.key === key),
  );
  const reason = isOfOtherStatus ? 'no response had this status' : 'no response contained what the clause is about';
  return { kind: 'skip', reason };
}

/** How each operation was answered in a run, and what was not tested. */
interface Calls {
  readonly deeper: ReadonlyMap<string, Depth>;
  readonly seen: ReadonlyMap<string | undefined, Readonly<Call>>;
  /** Why an operation could not be called properly: the most frequent reason for which its checks were skipped. */
  readonly skips: ReadonlyMap<string | undefined, Verdict>;
  readonly operations: Contract['operations'];
}

interface Call {
  served: boolean;
  readonly statuses: Set<number>;
}

function callsOf({ exchanges, acts }: RunRecord): Pick<Calls, 'seen' | 'skips'> {
  const seen = new Map<string | undefined, Call>();
  for (const { operation, outcome } of exchanges) {
    const call = getOrMake(seen, operation, (): Call => ({ served: false, statuses: new Set() }));
    if (outcome.kind === 'response') call.statuses.add(outcome.status);
    call.served ||= hasSucceeded(outcome);
  }
  const skipped = acts.flatMap(({ clause, outcome }) =>
    outcome.kind === 'verdict' && outcome.verdict.kind === 'skip'
      ? [{ operation: ownerOf(clause), verdict: outcome.verdict }]
      : [],
  );
  const byOperation = groupBy(skipped, ({ operation }) => operation);
  return { seen, skips: new Map([...byOperation].map(([operation, all]) => [operation, mostFrequent(all)])) };
}

/** The verdict with the most frequent reason: what prevented most checks of an operation prevented its answers, too. */
function mostFrequent(skipped: Members<{ readonly verdict: Extract<Verdict, { kind: 'skip' }> }>): Verdict {
  const [first, ...others] = groupBy(skipped, ({ verdict }) => verdict.reason).values();
  return others.reduce((most, one) => (one.length > most.length ? one : most), first ?? skipped)[0].verdict;
}
