import type { Failure, Outcome } from '../http/exchange.ts';
import type { Clock } from '../http/rate-limiter.ts';
import { ASKS_AGAIN, isOfGateway } from '../semantics.ts';
import { TOO_MANY } from './circuit-breaker.ts';
import type { Manner } from './manner.ts';
import { createTroubleNotes, type Trouble, whatOf } from './trouble-notes.ts';

const RESTART_MS = [1000, 2000, 4000, 4000, 4000, 4000, 4000] as const;

/** How long to wait before each further try, in milliseconds. A deployment takes longest; load is over with the next request. */
const PAUSES_MS: Readonly<Record<Trouble, readonly number[]>> = {
  limit: [1000, 2000, 4000],
  gateway: [0, ...RESTART_MS],
  silence: [0, ...RESTART_MS],
  page: RESTART_MS,
  load: [0],
};

const WHY: Readonly<Record<Trouble, string>> = {
  limit: 'the target answered 429 and told no time',
  gateway: 'a gateway answered that the service is not available',
  silence: 'nobody answers, whatever is asked',
  page: 'something else answers, whatever is asked',
  load: 'the target answered with a server error beside other requests',
};

/** It may be the affair of one operation, which nobody waits for: what was served before is asked for again. */
const CONTROLLED: readonly Trouble[] = ['silence', 'page'];

/** What would stay for good if it were carried out twice is sent once more, when it is most probably over. */
const CAREFUL_MS = [4000] as const;

/** Of all gateways only one that waited in vain has passed the request on (RFC 9110 section 15.6.5). */
const TIMED_OUT = 504;

/** So many times one after the other it was over for who was alone: then it is the load, and no accident. */
const OFTEN = 3;

/** So many answers of one caller may be lost in a row; more are no accident. */
const LOST_IN_A_ROW = 3;

/** No more than this at once, to see whether it is the load. */
const MOST_TOGETHER = 8;

export interface PassingTroubleOptions {
  readonly clock: Clock;
  /** The longest that is waited in vain, in milliseconds. */
  readonly maxWaitMs: number;
  readonly onWait: (milliseconds: number, why: string) => void;
  /** Fewer requests at once may be better. */
  readonly onCrowd: () => void;
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
  /** Is what was served before served still? True where nothing was. */
  readonly isServing: () => Promise<boolean>;
}

export interface PassingTrouble {
  /** Sends again what met with such trouble, alone, until it has passed or does not pass; gives the last answer. */
  sitOut(met: Met, manner: Manner, sending: Sending, signal?: AbortSignal): Promise<Outcome>;
  /** A sentence for each kind of trouble that passed. */
  notes(): readonly string[];
}

export function createPassingTrouble(options: PassingTroubleOptions): PassingTrouble {
  const { clock, onLoad, onCrowd } = options;
  const notes = createTroubleNotes(clock);
  const losing = new Map<string, number>();
  // Whoever never served anything is not there, rather than in trouble: nobody waits for that.
  const state = { hasServed: false, waitedInVainMs: 0, relieved: 0, awayUntil: Number.NEGATIVE_INFINITY };
  const loads = new Set<number>();
  const isLoadKnown = (): boolean => loads.size > 0;

  /** `relieved`: how many had been when it began; what began at the same time is one time. */
  const noteLoad = (relieved: number): void => {
    state.relieved += 1;
    loads.add(relieved);
    if (loads.size === OFTEN) onLoad();
  };

  const sendAgain = createSendAgain(options, state);

  /** Whose answers are lost again and again is no victim of an accident. */
  const lostOf = (caller: string, first: Outcome): Outcome => {
    const inARow = (losing.get(caller) ?? 0) + 1;
    losing.set(caller, inARow);
    return inARow > LOST_IN_A_ROW ? first : lost(first);
  };

  /** The answer, where it was trouble of this kind and is over. */
  async function passing(
    trouble: Trouble,
    { outcome: first, beside }: Met,
    manner: Manner,
    sending: Sending,
    signal?: AbortSignal,
  ): Promise<Outcome | undefined> {
    const [since, relieved] = [clock.now(), state.relieved];
    const last = await sendAgain(trouble, first, manner, sending, signal);
    if (last === undefined) return undefined;
    const isInDoubt = trouble === 'load' && !isUntouched(first) && !isLoadKnown();
    if (isInDoubt && !(await isOfLoad(beside, manner, sending)) && !isLoadKnown()) return undefined;
    if (manner.isDoneBefore?.(last) === true && !isUntouched(first)) return lostOf(manner.caller, first);
    const isLoad = trouble === 'load' || (trouble === 'gateway' && beside > 0 && state.awayUntil < since);
    if (isLoad) noteLoad(relieved);
    else if (beside > 0 && trouble !== 'page') onCrowd();
    notes.add(isLoad ? 'load' : trouble, first, since);
    return last;
  }

  return {
    async sitOut(met, manner, sending, signal) {
      const { outcome: first, beside } = met;
      const troubles = troublesIn(first, beside > 0, manner);
      if (troubles.length === 0) {
        state.hasServed ||= first.kind === 'response' && first.status < 500;
        if (first.kind === 'response') losing.delete(manner.caller);
        return first;
      }
      if (!manner.isRepeatable && first.kind === 'response' && first.status === TIMED_OUT) return lost(first);
      for (const trouble of troubles) {
        const last = await passing(trouble, met, manner, sending, signal);
        if (last !== undefined) return last;
      }
      return first;
    },
    notes: () => notes.sentences(loads.size >= OFTEN),
  };
}

interface State {
  readonly hasServed: boolean;
  waitedInVainMs: number;
  /** When somebody last waited for what was served before. */
  awayUntil: number;
}

/** Sends again until the trouble is over; the answer then, or undefined where it does not pass. */
function createSendAgain({ clock, maxWaitMs, onWait }: PassingTroubleOptions, state: State) {
  const inVain = new Set<string>();
  return async function sendAgain(
    trouble: Trouble,
    first: Outcome,
    manner: Manner,
    { alone, isServing }: Sending,
    signal?: AbortSignal,
  ): Promise<Outcome | undefined> {
    const key = `${trouble} ${whatOf(first)} ${manner.caller}`;
    const since = clock.now();
    let waitedMs = 0;
    for (const pause of inVain.has(key) ? [] : pausesFor(first, trouble, manner)) {
      const isControlled = CONTROLLED.includes(trouble);
      if (!state.hasServed && (pause > 0 || isControlled)) break;
      if (state.waitedInVainMs + waitedMs + pause > maxWaitMs) break;
      const isOwn = pause > 0 && isControlled && (await isServing());
      if ((trouble === 'page' && isOwn && state.awayUntil < since) || !manner.again(!isUntouched(first))) break;
      if (pause > 0 && !isOwn) {
        onWait(pause, WHY[trouble]);
        await clock.sleep(pause, signal).catch(() => undefined);
        waitedMs += pause;
        state.awayUntil = clock.now();
      }
      const last = await alone();
      if (troublesIn(last, true, manner).length === 0) return last;
      if (isOwn) break;
    }
    inVain.add(key);
    state.waitedInVainMs += waitedMs;
    return undefined;
  };
}

/** What came about: nothing of the request can have been carried out. */
function isUntouched(first: Outcome): boolean {
  return first.kind === 'failure' ? first.reason === 'refused' : first.status < 500;
}

function pausesFor(first: Outcome, trouble: Trouble, { isRepeatable }: Manner): readonly number[] {
  return isRepeatable || isUntouched(first) ? PAUSES_MS[trouble] : CAREFUL_MS;
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

/** What it may be, the most probable first. */
function troublesIn(outcome: Outcome, beside: boolean, manner: Manner): readonly Trouble[] {
  if (outcome.kind === 'failure') return isSilence(outcome, beside, manner) ? ['silence'] : [];
  const { status } = outcome;
  if (status === TOO_MANY) return beside ? ['load', 'limit'] : ['limit'];
  const asksAgain = isOfGateway(status) || ASKS_AGAIN.includes(status);
  if (asksAgain && !manner.isDocumented(status)) return ['gateway'];
  const isLoad = beside && status >= 500;
  return [...(isLoad ? (['load'] as const) : []), ...(manner.isForeign(outcome) ? (['page'] as const) : [])];
}

/** No answer at all. Who waits for one in vain waits no second time, but for the load of other requests. */
function isSilence({ reason, status }: Failure, beside: boolean, { isIdempotent }: Manner): boolean {
  if (status !== undefined && !isIdempotent) return false;
  return reason === 'refused' || (isIdempotent && (reason === 'reset' || (reason === 'timeout' && beside)));
}

/** It is not known whether the request was carried out, and it may not be carried out twice. */
function lost(first: Outcome): Outcome {
  const message = `${whatOf(first)} does not tell whether the request was carried out`;
  return { kind: 'failure', reason: 'reset', message, durationMs: first.durationMs };
}
