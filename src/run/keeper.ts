import { BOUNDS } from '../bounds.ts';
import type { Choices } from '../contract/resolve.ts';
import type { Suite } from '../rules/suite.ts';
import { elided, type RunEvent } from '../send/journal.ts';
import type { KeptAnswers } from '../send/kept-answers.ts';

/**
 * Lets go of the bodies of discardable answers that break nothing, or nothing that many others have not shown, so that a
 * long run needs no more memory than a short one.
 */
export function keeper(
  suiteUnder: (choices: Choices) => Suite,
  declared: Choices,
  kept: KeptAnswers,
): (event: RunEvent) => RunEvent {
  const reading = { choices: declared };
  const shown = new Map<string, number>();
  return (event) => {
    if (event.type === 'reading') reading.choices = event.choices;
    if (event.type !== 'exchange' || event.exchange.discardable !== true) return event;
    const broken = suiteUnder(reading.choices)
      .judgeAnswer(event.exchange)
      .filter(({ violation, bug }) => violation !== undefined || bug !== undefined);
    for (const { clause } of broken) shown.set(clause, (shown.get(clause) ?? 0) + 1);
    if (broken.some(({ clause }) => (shown.get(clause) ?? 0) <= BOUNDS.keptPerClause)) return event;
    kept.letGo(event.exchange.outcome);
    return { ...event, exchange: elided(event.exchange) };
  };
}
