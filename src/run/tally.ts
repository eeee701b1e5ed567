import type { Exchange } from '../http/exchange.ts';
import type { Violation } from '../check/verdict.ts';
import type { AnswerJudge } from '../rules/index.ts';

/** What all answers together say of one derived clause. */
export interface Tally {
  readonly held: number;
  readonly broken: number;
  /** The first few breaks. */
  readonly violations: readonly Violation[];
  /** A request that broke it was sent again, and then it held. */
  readonly flaky: boolean;
  readonly bug?: string;
}

const KEPT = 3;

interface Counter {
  held: number;
  broken: number;
  violations: Violation[];
  brokenExchanges: Set<number>;
  repeated: number;
  brokenAgain: number;
  bug?: string;
}

/** Judges every answer once and counts per clause. */
export function tallyAnswers(judgeAnswer: AnswerJudge, exchanges: readonly Exchange[], repeats: ReadonlyMap<number, number>): ReadonlyMap<string, Tally> {
  const counters = new Map<string, Counter>();
  for (const exchange of exchanges) tallyOne(judgeAnswer, exchange, repeats.get(exchange.seq), counters);
  return new Map([...counters].map(([clause, counter]) => [clause, tallyOf(counter)]));
}

function tallyOne(judgeAnswer: AnswerJudge, exchange: Exchange, repeats: number | undefined, counters: Map<string, Counter>): void {
  const brokenHere = new Set<string>();
  const seenHere = new Set<string>();
  for (const { clause, violation, bug } of judgeAnswer(exchange)) {
    const counter = counters.get(clause) ?? newCounter();
    counters.set(clause, counter);
    seenHere.add(clause);
    if (bug !== undefined) counter.bug = bug;
    else if (violation === undefined) counter.held += 1;
    else {
      counter.broken += 1;
      brokenHere.add(clause);
      counter.brokenExchanges.add(exchange.seq);
      if (counter.violations.length < KEPT && counter.violations.every((known) => known.exchange !== violation.exchange)) counter.violations.push(violation);
    }
  }
  if (repeats === undefined) return;
  for (const clause of seenHere) {
    const counter = counters.get(clause);
    if (counter === undefined || !counter.brokenExchanges.has(repeats)) continue;
    counter.repeated += 1;
    if (brokenHere.has(clause)) counter.brokenAgain += 1;
  }
}

function newCounter(): Counter {
  return { held: 0, broken: 0, violations: [], brokenExchanges: new Set(), repeated: 0, brokenAgain: 0 };
}

function tallyOf({ held, broken, violations, repeated, brokenAgain, bug }: Counter): Tally {
  return { held, broken, violations, flaky: repeated > 0 && brokenAgain === 0, ...(bug === undefined ? {} : { bug }) };
}
