import { type Assertion, type Check, type Evidence, exchangesIn, type Judging, type Result } from '../check/check.ts';
import { replaceExchanges } from '../check/guard.ts';
import { statusOf } from '../check/judges.ts';
import { quotable, quoted } from '../check/quote.ts';
import { asReason, resultsOf } from '../check/results.ts';
import { RATE_LIMITED, type Verdict } from '../check/verdict.ts';
import { messageClause } from '../contract/clause-id.ts';
import { defined } from '../defined.ts';
import { type Exchange, unreadOf } from '../http/exchange.ts';
import { TOO_MANY_REQUESTS } from '../http/rate-headers.ts';
import type { Suite } from '../rules/suite.ts';
import type { Level } from '../schema/schema.ts';

/** Judges evidence under a suite's contract. Pure: the same evidence and suite give the same verdict. */
export function judgeEvidence(suite: Suite, check: Check, evidence: Evidence): Verdict {
  try {
    const guarded = replaceExchanges(evidence, suite.guard);
    return conclude(suite.judging, check, guarded, suite.clauses.get(check.clause)?.level ?? 'MUST');
  } catch (error) {
    return { kind: 'error', message: `${check.clause}: ${(error as Error).stack ?? String(error)}` };
  }
}

function conclude(judging: Judging, check: Check, evidence: Evidence, level: Level): Verdict {
  const disturbance = exchangesIn(evidence)
    .map((exchange) => disturbanceOf(exchange, check))
    .find((reason) => reason !== undefined);
  if (disturbance !== undefined) return { kind: 'inconclusive', ...disturbance };
  const unmetCondition = failing(judging, () => check.given?.(evidence) ?? [])?.at(0);
  if (unmetCondition !== undefined) return notShown(asReason(unmetCondition));
  const results = failing(judging, () => check.judge?.(evidence) ?? []);
  if (results === undefined) return { kind: 'inconclusive', reason: 'there is nothing to judge' };
  const violations = results.filter((result) => result.kind === 'violation');
  if (violations.length > 0)
    return {
      kind: level === 'MUST' ? 'fail' : 'warn',
      violations: violations.map(({ kind: _kind, flaky: _flaky, ...violation }) => quotable(violation)),
      // A check that repeats its requests itself reports violations that did not come back as flaky.
      flaky: violations.every(({ flaky }) => flaky === true),
    };
  const missing = results.find((result) => result.kind === 'not-shown');
  return missing === undefined ? { kind: 'pass' } : notShown(missing);
}

/** The results of the assertions that do not hold; undefined if there are no assertions. */
function failing(judging: Judging, assertions: () => readonly Assertion[]): readonly NonNullable<Result>[] | undefined {
  const results = resultsOf(assertions, judging);
  return results.length === 0 ? undefined : results.filter((result) => result !== undefined);
}

function notShown({ as, reason, remedy, behind }: Extract<Result, { kind: 'not-shown' }>): Verdict {
  if (behind !== undefined) return { kind: 'inconclusive', reason: quoted(reason), behind };
  return { kind: as, reason: quoted(reason), ...defined({ remedy }) };
}

/** Why an exchange cannot be judged: no complete answer, a rate limit that the check is not about, or an unreadable body. */
function disturbanceOf({ operation, ...exchange }: Exchange, check: Check): Disturbance | undefined {
  if (exchange.outcome.kind === 'failure')
    return defined({ reason: exchange.outcome.message, behind: operation && messageClause(operation) });
  if (statusOf(exchange) === TOO_MANY_REQUESTS && check.aboutLimits !== true) return RATE_LIMITED;
  const reason = unreadOf(exchange);
  return reason === undefined ? undefined : { reason };
}

/** Why there is nothing to judge, and the clause that hides it if that one is broken. */
type Disturbance = Omit<Extract<Result, { kind: 'not-shown' }>, 'kind' | 'as'>;
