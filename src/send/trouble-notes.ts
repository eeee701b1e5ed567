import type { Outcome } from '../http/exchange.ts';
import type { Clock } from '../http/rate-limiter.ts';
import { getOrMake } from '../memoize.ts';

/**
 * Trouble that passes and is no fault of the service: `limit`, a 429 without a time; `gateway`, its error during a deployment;
 * `silence` and `page`, no answer or a page of something else during a restart; `refusal`, refusals or errors whatever is asked;
 * `load`, too many requests of the run itself; `late`, what was just created cannot be deleted yet.
 */
export type Trouble = 'limit' | 'gateway' | 'silence' | 'page' | 'refusal' | 'load' | 'late';

/** Trouble of one kind that passed, between two times. */
interface PassedTrouble {
  count: number;
  readonly outcomes: Set<string>;
  readonly from: number;
  to: number;
}

/** Counts trouble that passed, and writes notes about it. */
export function createTroubleNotes(clock: Clock) {
  const passed = new Map<Trouble, PassedTrouble>();
  return {
    /** Has trouble of this kind passed that began with such an outcome? */
    hasPassed: (trouble: Trouble, outcome: Outcome) => passed.get(trouble)?.outcomes.has(whatOf(outcome)) === true,
    add(trouble: Trouble, first: Outcome, since: number): void {
      const before = getOrMake(passed, trouble, () => ({ count: 0, outcomes: new Set(), from: since, to: since }));
      before.count += 1;
      before.outcomes.add(whatOf(first));
      before.to = clock.now();
    },
    /** One sentence for each kind. `isAlone`: the run changed to one request at a time. */
    sentences: (isAlone: boolean) => [...passed].map(([trouble, one]) => sentenceOf(trouble, one, isAlone)),
  };
}

/** After this many separate times when a request succeeded alone, load is taken as the cause. */
const MIN_LOADS = 3;

/** Counts the separate times when load was the cause. Troubles that began between the same two ends of load count once. */
export function createLoadCount(onLoad: () => void) {
  let ends = 0;
  const endsBefore = new Set<number>();
  return {
    ends: () => ends,
    isKnown: () => endsBefore.size > 0,
    isCertain: () => endsBefore.size >= MIN_LOADS,
    /** Counts a load that has ended. `before`: how many had ended when the trouble began. */
    add(before: number): void {
      ends += 1;
      endsBefore.add(before);
      if (endsBefore.size === MIN_LOADS) onLoad();
    },
  };
}

/** The outcome in a few words. */
export function whatOf(outcome: Outcome): string {
  return outcome.kind === 'failure' ? `no answer (${outcome.reason})` : `status ${outcome.status}`;
}

function sentenceOf(trouble: Trouble, { count, outcomes, from, to }: PassedTrouble, isAlone: boolean): string {
  const who = count === 1 ? 'One request got' : `${count} requests got`;
  const what = `${who} ${[...outcomes].sort().join(', ')} between ${new Date(from).toISOString()} and ${new Date(to).toISOString()}`;
  if (trouble !== 'load') return `${what}${ENDINGS[trouble]}`;
  return `${what} while other requests of this run were under way, and an answer when sent alone${isAlone ? '; from then on one request at a time was sent' : ''}. A smaller --concurrency avoids that.`;
}

/** How trouble passed, after what came and when. */
const ENDINGS: Readonly<Record<Exclude<Trouble, 'load'>, string>> = {
  limit: " without a usable time, and an answer after a pause of this run's own.",
  gateway: ', which the contract does not have, and an answer when sent again: a deployment, for example.',
  silence: ', and an answer when sent again: a restart, for example.',
  page: ' with a page or a redirect that the contract does not have, and another answer when sent again: something before the service answered.',
  refusal:
    ', as did what had been served before, and another answer when sent again: a firewall, or a restart of what checks credentials.',
  late: ' to the deletion of what had just been created, and were carried out when sent again.',
};

export type TroubleNotes = ReturnType<typeof createTroubleNotes>;
export type LoadCount = ReturnType<typeof createLoadCount>;
