import type { Outcome } from '../http/exchange.ts';
import type { Clock } from '../http/rate-limiter.ts';

/**
 * Trouble that passes and is no fault of the service: `limit`, a 429 without a time; `gateway`, its error during a deployment;
 * `silence` and `page`, no answer or a page of something else during a restart; `load`, too many requests of the run itself.
 */
export type Trouble = 'limit' | 'gateway' | 'silence' | 'page' | 'load';

/** Trouble of one kind that passed, between two times. */
interface PassedTrouble {
  count: number;
  readonly outcomes: Set<string>;
  readonly from: number;
  to: number;
}

/** Counts trouble that passed, and writes notes about it. */
export function createTroubleNotes(clock: Clock): {
  readonly add: (trouble: Trouble, first: Outcome, since: number) => void;
  /** One sentence for each kind. `isAlone`: the run changed to one request at a time. */
  readonly sentences: (isAlone: boolean) => readonly string[];
} {
  const passed = new Map<Trouble, PassedTrouble>();
  return {
    add(trouble, first, since) {
      const before = passed.get(trouble) ?? { count: 0, outcomes: new Set(), from: since, to: since };
      before.count += 1;
      before.outcomes.add(whatOf(first));
      before.to = clock.now();
      passed.set(trouble, before);
    },
    sentences: (isAlone) => [...passed].map(([trouble, one]) => sentenceOf(trouble, one, isAlone)),
  };
}

/** The outcome in a few words. */
export function whatOf(outcome: Outcome): string {
  return outcome.kind === 'failure' ? `no answer (${outcome.reason})` : `status ${outcome.status}`;
}

function sentenceOf(trouble: Trouble, { count, outcomes, from, to }: PassedTrouble, isAlone: boolean): string {
  const who = count === 1 ? 'One request got' : `${count} requests got`;
  const what = `${who} ${[...outcomes].sort().join(', ')} between ${new Date(from).toISOString()} and ${new Date(to).toISOString()}`;
  switch (trouble) {
    case 'limit':
      return `${what} without a usable time, and an answer after a pause of this run's own.`;
    case 'gateway':
      return `${what}, which the contract does not have, and an answer when sent again: a deployment, for example.`;
    case 'silence':
      return `${what}, and an answer when sent again: a restart, for example.`;
    case 'page':
      return `${what} with a page or a redirect that the contract does not have, and another answer when sent again: something before the service answered.`;
    case 'load':
      return `${what} while other requests of this run were under way, and an answer when sent alone${isAlone ? '; from then on one request at a time was sent' : ''}. A smaller --concurrency avoids that.`;
  }
}
