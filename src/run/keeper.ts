import { BOUNDS } from '../bounds.ts';
import type { Choices } from '../contract/resolve.ts';
import type { SuiteUnder } from '../rules/suite.ts';
import { elided, type RunEvent } from '../send/journal.ts';
import type { KeptAnswers } from '../send/kept-answers.ts';

/**
 * Drops the body of a discardable answer if it breaks no clause, or only clauses that enough answers have broken already. So
 * a long run needs no more memory than a short one.
 */
export function keeper(suiteUnder: SuiteUnder, declared: Choices, kept: KeptAnswers): (event: RunEvent) => RunEvent {
  const reading = { choices: declared };
  const breachCounts = new Map<string, number>();
  return (event) => {
    if (event.type === 'reading') reading.choices = event.choices;
    if (event.type !== 'exchange' || event.exchange.discardable !== true) return event;
    const broken = suiteUnder(reading.choices)
      .judgeAnswer(event.exchange)
      .filter(({ violation, bug }) => violation !== undefined || bug !== undefined);
    for (const { clause } of broken) breachCounts.set(clause, (breachCounts.get(clause) ?? 0) + 1);
    if (broken.some(({ clause }) => (breachCounts.get(clause) ?? 0) <= BOUNDS.keptPerClause)) return event;
    kept.letGo(event.exchange.outcome);
    return { ...event, exchange: elided(event.exchange) };
  };
}
