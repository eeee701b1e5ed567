import { type Check, checkId, type Evidence, exchangesIn } from '../check/check.ts';
import { isExchange } from '../check/guard.ts';
import { isBroken, type Violation } from '../check/verdict.ts';
import { type Exchange, hasSucceeded, rejectOf } from '../http/exchange.ts';
import { judgeEvidence } from '../judge/evidence.ts';
import type { Suite } from '../rules/suite.ts';
import { isSafe } from '../semantics.ts';
import type { RunRecord } from '../send/journal.ts';
import { madeBy } from './made.ts';

/** What is shown, and by which violation. */
export interface Shown {
  readonly clause: string;
  readonly exchange: Exchange;
  readonly violation: Violation | undefined;
}

/** So many requests can be read as one sequence; a check that sent more compared many answers, of which one broke. */
const SEQUENCE = 6;

/** So many answers at most are left out on trial. */
const TRIALS = 24;

/**
 * The least that has to be sent to see it, in the order in which it was sent: what created the things that it is about, what
 * was done to those, and the request itself; else what its check cannot do without.
 */
export function leastSteps(shown: Shown, record: RunRecord, suite: Suite): readonly number[] {
  const { exchange } = shown;
  const history = historyOf(shown, record.exchanges);
  if (history.length > 0 && history.length < SEQUENCE) return [...history, exchange.seq];
  // A bad request that ought to be refused shows it alone.
  if (rejectOf(exchange) !== undefined) return [exchange.seq];
  const needed = neededBy(shown, record, suite);
  return needed.length <= SEQUENCE && needed.includes(exchange.seq) ? needed : [exchange.seq];
}

/** The creations of what the request or the violation names, and what was done to that meanwhile. */
function historyOf({ exchange, violation }: Shown, exchanges: readonly Exchange[]): readonly number[] {
  const { request } = exchange;
  const about = JSON.stringify([request, violation?.expected, violation?.actual]);
  const before = exchanges.filter((one) => one.seq < exchange.seq && changes(one));
  const creations = before.filter((one) => madeBy(one).some(({ value }) => about.includes(value)));
  const made = creations.flatMap((one) => madeBy(one).map(({ value }) => ({ value, since: one.seq })));
  const later = before.filter((one) =>
    made.some(({ value, since }) => one.seq > since && one.request.target.includes(value)),
  );
  const seqs = [...creations, ...later].map(({ seq }) => seq);
  return [...new Set(seqs)].sort((a, b) => a - b);
}

function changes({ request, outcome }: Exchange): boolean {
  return !isSafe(request.method) && hasSucceeded(outcome);
}

/** What its check compares, without the answers that it says the same of the one answer without. */
function neededBy({ clause, exchange, violation }: Shown, { acts }: RunRecord, suite: Suite): readonly number[] {
  for (const { clause: of, check: id, outcome } of acts) {
    if (of !== clause || outcome.kind !== 'evidence') continue;
    const sent = numbersIn(outcome.evidence);
    const check = suite.checks.find((one) => checkId(one) === id);
    if (!sent.includes(exchange.seq)) continue;
    if (check === undefined || violation === undefined || sent.length > TRIALS) return sent;
    return numbersIn(least(outcome.evidence, exchange.seq, (fewer) => tells(suite, check, fewer, violation)));
  }
  return [exchange.seq];
}

function numbersIn(evidence: Evidence): readonly number[] {
  return [...new Set(exchangesIn(evidence).map(({ seq }) => seq))].sort((a, b) => a - b);
}

/** Leaves out one answer after the other, as long as the rest still shows the same. */
function least(evidence: Evidence, own: number, isEnough: (fewer: Evidence) => boolean): Evidence {
  return numbersIn(evidence).reduce((rest, seq) => {
    if (seq === own) return rest;
    const fewer = without(rest, seq) as Evidence;
    return isEnough(fewer) ? fewer : rest;
  }, evidence);
}

/** Evidence without an answer. */
function without(node: unknown, seq: number): unknown {
  if (typeof node !== 'object' || node === null || isExchange(node)) return node;
  if (Array.isArray(node))
    return node.filter((item) => !(isExchange(item) && item.seq === seq)).map((item: unknown) => without(item, seq));
  const rest = Object.entries(node).filter(([, value]) => !(isExchange(value) && value.seq === seq));
  return Object.fromEntries(rest.map(([name, value]) => [name, without(value, seq)]));
}

function tells(suite: Suite, check: Check, evidence: Evidence, { exchange, at, expected, actual }: Violation): boolean {
  const verdict = judgeEvidence(suite, check, evidence);
  return (
    isBroken(verdict) &&
    verdict.violations.some(
      (one) => one.exchange === exchange && one.at === at && one.expected === expected && one.actual === actual,
    )
  );
}
