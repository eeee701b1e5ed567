import type { Outcome } from '../http/exchange.ts';
import type { Clock } from '../http/rate-limiter.ts';
import { isOfGateway } from '../semantics.ts';
import { TOO_MANY } from './circuit-breaker.ts';
import type { Manner } from './manner.ts';

/**
 * Trouble that passes, and is no fault of the service: a limit that tells no time, a gateway before a service that is being
 * deployed, and the load of our own requests.
 */
type Trouble = 'limit' | 'gateway' | 'load';

/** How long to wait before each further try, in milliseconds. A deployment takes longest; load is over with the next request. */
const PAUSES_MS: Readonly<Record<Trouble, readonly number[]>> = {
  limit: [1000, 2000, 4000],
  gateway: [0, 1000, 2000, 4000, 4000, 4000, 4000, 4000],
  load: [0],
};

const WHY: Readonly<Record<Trouble, string>> = {
  limit: 'the target answered 429 and told no time',
  gateway: 'a gateway answered that the service is not available',
  load: 'the target answered with a server error beside other requests',
};

/** What would stay for good if it were carried out twice is sent once more, when it is most probably over. */
const CAREFUL_MS = [4000] as const;

function pausesFor(trouble: Trouble, { isRepeatable }: Manner): readonly number[] {
  return isRepeatable || trouble === 'limit' ? PAUSES_MS[trouble] : CAREFUL_MS;
}

/** Of all gateways only one that waited in vain has passed the request on (RFC 9110 section 15.6.5). */
const TIMED_OUT = 504;

/** So many times one after the other it was over for who was alone: then it is the load, and no accident. */
const OFTEN = 3;

/** No more than this at once, to see whether it is the load. */
const MOST_TOGETHER = 8;

export interface PassingTroubleOptions {
  readonly clock: Clock;
  /** The longest that is waited in vain, in milliseconds. */
  readonly maxWaitMs: number;
  readonly onWait: (milliseconds: number, why: string) => void;
  /** The load of our own requests is too much for the target. */
  readonly onLoad: () => void;
}

/** An answer, and how many other requests were under way at the same time. */
export interface Met {
  readonly outcome: Outcome;
  readonly beside: number;
}

/** Ways to send the same request again. */
export interface Sending {
  readonly alone: () => Promise<Outcome>;
  /** So many at the same time. */
  readonly together: (count: number) => Promise<readonly Outcome[]>;
}

export interface PassingTrouble {
  /** Sends again what met with such trouble, alone, until it has passed or does not pass; gives the last answer. */
  sitOut(met: Met, manner: Manner, sending: Sending, signal?: AbortSignal): Promise<Outcome>;
  /** A sentence for each kind of trouble that passed. */
  notes(): readonly string[];
}

interface Passed {
  count: number;
  readonly statuses: Set<number>;
  readonly from: number;
  to: number;
}

export function createPassingTrouble({ clock, maxWaitMs, onWait, onLoad }: PassingTroubleOptions): PassingTrouble {
  const passed = new Map<Trouble, Passed>();
  const inVain = new Set<string>();
  const losing = new Set<string>();
  // Whoever never served anything is not there, rather than in trouble: nobody waits for that.
  const state = { hasServed: false, waitedInVainMs: 0, relieved: 0 };
  const loads = new Set<number>();
  const isLoadKnown = (): boolean => loads.size > 0;

  const note = (trouble: Trouble, status: number, since: number): void => {
    const before = passed.get(trouble) ?? { count: 0, statuses: new Set(), from: since, to: since };
    before.count += 1;
    before.statuses.add(status);
    before.to = clock.now();
    passed.set(trouble, before);
  };
  /** `relieved`: how many had been when it began; what began at the same time is one time. */
  const noteLoad = (relieved: number): void => {
    state.relieved += 1;
    loads.add(relieved);
    if (loads.size === OFTEN) onLoad();
  };

  async function sendAgain(
    trouble: Trouble,
    first: Outcome,
    manner: Manner,
    send: () => Promise<Outcome>,
    signal?: AbortSignal,
  ) {
    const key = `${trouble} ${manner.caller}`;
    let last = first;
    let waitedMs = 0;
    for (const pause of inVain.has(key) ? [] : pausesFor(trouble, manner)) {
      const isTooLong = state.waitedInVainMs + waitedMs + pause > maxWaitMs || (pause > 0 && !state.hasServed);
      if (isTooLong || !manner.again(trouble !== 'limit')) break;
      if (pause > 0) {
        onWait(pause, WHY[trouble]);
        await clock.sleep(pause, signal).catch(() => undefined);
      }
      waitedMs += pause;
      last = await send();
      if (troubleIn(last, true, manner) === undefined) return { last, isOver: true, waitedMs };
    }
    inVain.add(key);
    state.waitedInVainMs += waitedMs;
    return { last, isOver: false, waitedMs };
  }

  return {
    async sitOut({ outcome: first, beside }, manner, sending, signal) {
      const trouble = troubleIn(first, beside > 0, manner);
      if (trouble === undefined || first.kind === 'failure') {
        state.hasServed ||= first.kind === 'response' && first.status < 500;
        return first;
      }
      const [since, relieved] = [clock.now(), state.relieved];
      if (!manner.isRepeatable && first.status === TIMED_OUT) return lost(first);
      const { last, isOver, waitedMs } = await sendAgain(trouble, first, manner, sending.alone, signal);
      if (!isOver) return last;
      if (trouble === 'load' && !isLoadKnown() && !(await isOfLoad(beside, manner, sending)) && !isLoadKnown())
        return first;
      if (manner.isDoneBefore?.(last) === true) {
        // Whose answers are lost again and again is no victim of an accident.
        const isFirst = !losing.has(manner.caller);
        losing.add(manner.caller);
        return isFirst ? lost(first) : first;
      }
      const isLoad = beside > 0 && trouble !== 'limit' && waitedMs === 0;
      if (isLoad) noteLoad(relieved);
      note(isLoad ? 'load' : trouble, first.status, since);
      return last;
    },
    notes: () => [...passed].map(([trouble, one]) => sentenceOf(trouble, one, loads.size >= OFTEN)),
  };
}

function isServerError(outcome: Outcome): boolean {
  return outcome.kind === 'response' && outcome.status >= 500;
}

/**
 * The load is to blame where as many requests at once fail again, and as many one after the other do not; else it is a finding.
 * Known load needs no proof, and soon there is none to be had: requests go out one at a time.
 */
async function isOfLoad(beside: number, manner: Manner, { alone, together }: Sending): Promise<boolean> {
  const count = Math.min(beside + 1, MOST_TOGETHER);
  for (let sent = 0; sent < count; sent += 1) if (!manner.again() || isServerError(await alone())) return false;
  return (await together(count)).some(isServerError);
}

function troubleIn(outcome: Outcome, beside: boolean, { isDocumented }: Manner): Trouble | undefined {
  if (outcome.kind === 'failure') return undefined;
  const { status } = outcome;
  if (status === TOO_MANY) return 'limit';
  if (isOfGateway(status) && !isDocumented(status)) return 'gateway';
  return beside && status >= 500 ? 'load' : undefined;
}

/** It is not known whether the request was carried out, and it may not be carried out twice. */
function lost({ status, durationMs }: Extract<Outcome, { kind: 'response' }>): Outcome {
  const message = `status ${status} does not tell whether the request was carried out`;
  return { kind: 'failure', reason: 'reset', message, durationMs };
}

function sentenceOf(trouble: Trouble, { count, statuses, from, to }: Passed, isAlone: boolean): string {
  const [one, were] = count === 1 ? ['One request', 'was'] : [`${count} requests`, 'were'];
  const times = `between ${new Date(from).toISOString()} and ${new Date(to).toISOString()}`;
  const codes = [...statuses].sort().join(', ');
  switch (trouble) {
    case 'limit':
      return `${one} ${were} answered 429 without a usable time ${times}, and served after a pause of this run's own.`;
    case 'gateway':
      return `${one} ${were} answered ${codes}, which the contract does not have, ${times}, and served when sent again: a deployment, for example.`;
    case 'load':
      return `${one} ${were} answered ${codes} ${times} while other requests of this run were under way, and served when sent alone${isAlone ? '; from then on one request at a time was sent' : ''}. A smaller --concurrency avoids that.`;
  }
}
