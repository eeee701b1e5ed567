import type { Violation } from '../check/verdict.ts';
import { defined } from '../defined.ts';
import { type Exchange, hasSucceeded } from '../http/exchange.ts';
import { getOrMake } from '../memoize.ts';
import type { AnswerJudge } from '../rules/index.ts';
import type { Steps } from '../turns.ts';

/** What all answers together show about one derived clause. */
export interface Aggregate {
  readonly broken: number;
  /** The violations with the simplest requests, at most three. */
  readonly violations: readonly Violation[];
  /** Requests that broke it were sent again, and no repetition broke it. */
  readonly flaky: boolean;
  readonly bug?: string;
  /** The broken clause that keeps an answer from being judged by this one, if any. */
  readonly behind?: string;
}

const MAX_VIOLATIONS = 3;

type Counter = ReturnType<typeof newCounter>;

/** Judges every answer once and counts per clause; an answer is a step. */
export function* aggregateAnswers(
  judgeAnswer: AnswerJudge,
  exchanges: readonly Exchange[],
  repeats: ReadonlyMap<number, number>,
): Steps<ReadonlyMap<string, Aggregate>> {
  const counters = new Map<string, Counter>();
  for (const exchange of exchanges) {
    countAnswer(judgeAnswer, exchange, repeats.get(exchange.seq), counters);
    yield;
  }
  return new Map([...counters].map(([clause, counter]) => [clause, aggregateOf(counter)]));
}

function countAnswer(
  judgeAnswer: AnswerJudge,
  exchange: Exchange,
  repeats: number | undefined,
  counters: Map<string, Counter>,
): void {
  const brokenHere = new Set<string>();
  const seenHere = new Set<string>();
  for (const { clause, violation, mayBeOfProxy, bug, behind } of judgeAnswer(exchange)) {
    const counter = getOrMake(counters, clause, newCounter);
    seenHere.add(clause);
    if (bug !== undefined) counter.bug = bug;
    else if (behind !== undefined) counter.behind = behind;
    else if (violation === undefined) counter.held += 1;
    else {
      counter.broken += 1;
      if (mayBeOfProxy !== true) counter.targetsMaybeOfProxy = undefined;
      counter.targetsMaybeOfProxy?.add(exchange.request.target);
      brokenHere.add(clause);
      counter.brokenExchanges.add(exchange.seq);
      keepSimplest(counter, violation, complexityOf(exchange));
    }
  }
  if (repeats === undefined) return;
  // A relation between a request and its answer is only reported if it breaks: a success without a report holds.
  const isJudged = (clause: string) => seenHere.has(clause) || hasSucceeded(exchange.outcome);
  for (const [clause, counter] of counters) {
    if (!counter.brokenExchanges.has(repeats) || !isJudged(clause)) continue;
    counter.repeated += 1;
    if (brokenHere.has(clause)) counter.brokenAgain += 1;
  }
}

/** Keeps only the violations with the simplest requests, which are the easiest to understand. */
function keepSimplest(counter: Counter, violation: Violation, weight: number): void {
  const heaviest = counter.violations.at(-1);
  if (counter.violations.length === MAX_VIOLATIONS && heaviest !== undefined && heaviest.weight <= weight) return;
  counter.violations = [...counter.violations, { violation, weight }]
    .toSorted((a, b) => a.weight - b.weight)
    .slice(0, MAX_VIOLATIONS);
}

function complexityOf({ request }: Exchange): number {
  return Object.keys(request.query).length * 1000 + request.target.length + (request.body?.length ?? 0);
}

function newCounter() {
  return {
    held: 0,
    broken: 0,
    violations: [] as readonly { readonly violation: Violation; readonly weight: number }[],
    brokenExchanges: new Set<number>(),
    repeated: 0,
    brokenAgain: 0,
    /** The targets of the broken answers; undefined as soon as one of these surely is of the service. */
    targetsMaybeOfProxy: new Set<string>() as Set<string> | undefined,
    bug: undefined as string | undefined,
    behind: undefined as string | undefined,
  };
}

/** Counts without a violation if all broken answers are about one target, may be due to a proxy, and others hold. */
function aggregateOf(counter: Counter): Aggregate {
  const { held, broken, violations, repeated, brokenAgain, bug, behind } = counter;
  if (held > 0 && counter.targetsMaybeOfProxy?.size === 1) return { broken: 0, violations: [], flaky: false };
  return {
    broken,
    violations: violations.map(({ violation }) => violation),
    flaky: repeated > 0 && brokenAgain === 0,
    ...defined({ bug, behind }),
  };
}
