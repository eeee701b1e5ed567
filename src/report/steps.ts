import { type Check, checkId, type Evidence, exchangesIn } from '../check/check.ts';
import { isExchange } from '../check/guard.ts';
import { isBroken, type Violation } from '../check/verdict.ts';
import { type Exchange, hasSucceeded, isCredentialCase, rejectOf } from '../http/exchange.ts';
import { judgeEvidence } from '../judge/evidence.ts';
import type { Suite } from '../rules/suite.ts';
import { isSafe } from '../semantics.ts';
import type { RunRecord } from '../send/journal.ts';
import { madeBy } from './made.ts';

/** A broken clause, an exchange that shows it, and the violation. */
export interface Shown {
  readonly clause: string;
  readonly exchange: Exchange;
  readonly violation: Violation | undefined;
}

/** At most this many requests are shown as one sequence. A check that sent more compared many answers, of which one broke. */
const MAX_STEPS = 6;

/** Evidence with more answers than this is not reduced. */
const MAX_TRIALS = 24;

/**
 * The fewest requests that show a violation, in the order in which they were sent: those that created what it is about, those
 * that changed that, and the request itself. Else what its check needs, or just the request if that is too long.
 */
export function leastSteps(shown: Shown, record: RunRecord, suite: Suite): readonly number[] {
  const { exchange } = shown;
  const { creations, all } = historyOf(shown, record.exchanges);
  const reject = rejectOf(exchange);
  // A bad value is refused whatever was changed before. A credential may have been deleted, and so may what an id names.
  const isOfValue = reject !== undefined && reject !== 'unknown-id' && !isCredentialCase(exchange);
  const histories = reject === undefined ? [all] : isOfValue ? [creations] : [all, creations];
  const history = histories.find(({ length }) => length > 0 && length < MAX_STEPS);
  if (history !== undefined) return [...history, exchange.seq];
  // A bad request that should be refused shows it by itself.
  if (reject !== undefined) return [exchange.seq];
  const needed = neededBy(shown, record, suite);
  return needed.length <= MAX_STEPS && needed.includes(exchange.seq) ? needed : [exchange.seq];
}

/** The requests that created what the request or the violation names, and all that created or changed it later. */
function historyOf({ exchange, violation }: Shown, exchanges: readonly Exchange[]) {
  const { request } = exchange;
  const mentioned = JSON.stringify([request, violation?.expected, violation?.actual]);
  const before = exchanges.filter((one) => one.seq < exchange.seq && isChange(one));
  const creations = before.filter((one) => madeBy(one).some(({ value }) => mentioned.includes(value)));
  const generated = creations.flatMap((one) => madeBy(one).map(({ value }) => ({ value, since: one.seq })));
  const later = before.filter((one) =>
    generated.some(({ value, since }) => one.seq > since && one.request.target.includes(value)),
  );
  const seqsOf = (some: readonly Exchange[]) => [...new Set(some.map(({ seq }) => seq))].sort((a, b) => a - b);
  return { creations: seqsOf(creations), all: seqsOf([...creations, ...later]) };
}

function isChange({ request, outcome }: Exchange): boolean {
  return !isSafe(request.method) && hasSucceeded(outcome);
}

/** The exchanges that its check compares, without those that are not needed to show the violation. */
function neededBy({ clause, exchange, violation }: Shown, { acts }: RunRecord, suite: Suite): readonly number[] {
  for (const { clause: tested, check: id, outcome } of acts) {
    if (tested !== clause || outcome.kind !== 'evidence') continue;
    const sent = numbersIn(outcome.evidence);
    const check = suite.checks.find((one) => checkId(one) === id);
    if (!sent.includes(exchange.seq)) continue;
    if (check === undefined || violation === undefined || sent.length > MAX_TRIALS) return sent;
    return numbersIn(smallest(outcome.evidence, exchange.seq, (fewer) => shows(suite, check, fewer, violation)));
  }
  return [exchange.seq];
}

function numbersIn(evidence: Evidence): readonly number[] {
  return [...new Set(exchangesIn(evidence).map(({ seq }) => seq))].sort((a, b) => a - b);
}

/** Tries to leave out one answer after the other. One stays out if the rest still shows the violation. */
function smallest(evidence: Evidence, own: number, isEnough: (fewer: Evidence) => boolean): Evidence {
  return numbersIn(evidence).reduce((rest, seq) => {
    if (seq === own) return rest;
    const fewer = without(rest, seq) as Evidence;
    return isEnough(fewer) ? fewer : rest;
  }, evidence);
}

/** The evidence without one exchange. */
function without(node: unknown, seq: number): unknown {
  if (typeof node !== 'object' || node === null || isExchange(node)) return node;
  if (Array.isArray(node))
    return node.filter((item) => !(isExchange(item) && item.seq === seq)).map((item: unknown) => without(item, seq));
  const rest = Object.entries(node).filter(([, value]) => !(isExchange(value) && value.seq === seq));
  return Object.fromEntries(rest.map(([name, value]) => [name, without(value, seq)]));
}

function shows(suite: Suite, check: Check, evidence: Evidence, { exchange, at, expected, actual }: Violation): boolean {
  const verdict = judgeEvidence(suite, check, evidence);
  return (
    isBroken(verdict) &&
    verdict.violations.some(
      (one) => one.exchange === exchange && one.at === at && one.expected === expected && one.actual === actual,
    )
  );
}
