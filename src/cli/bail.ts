import type { Choices } from '../contract/resolve.ts';
import type { Suite, SuiteUnder } from '../rules/suite.ts';
import type { Listener } from '../run/choices.ts';
import type { RunEvent } from '../send/journal.ts';

/** Aborts a run at the first MUST that looks broken: `sink` receives the events of the run, `signal` aborts it. */
export function createBail(
  declared: Choices,
  suiteUnder: SuiteUnder,
): { readonly signal: AbortSignal; readonly sink: Listener } {
  const controller = new AbortController();
  const reading = { choices: declared };
  return {
    signal: controller.signal,
    sink(event) {
      if (event.type === 'reading') reading.choices = event.choices;
      if (!controller.signal.aborted && breaksMust(event, suiteUnder(reading.choices))) controller.abort();
    },
  };
}

function breaksMust(event: RunEvent, { clauses, judgeAnswer }: Suite): boolean {
  if (event.type === 'exchange')
    return judgeAnswer(event.exchange).some(
      ({ clause, violation }) => violation !== undefined && clauses.get(clause)?.level === 'MUST',
    );
  return event.type === 'act' && event.suspect === true && clauses.get(event.act.clause)?.level === 'MUST';
}
