import { hasFailed, type Outcome } from '../http/exchange.ts';
import type { Clock } from '../http/rate-limiter.ts';
import type { Manner } from './manner.ts';
import { isGatewayError, isUntouched, troublesIn } from './trouble-kinds.ts';
import {
  createLoadCount,
  createTroubleNotes,
  type LoadCount,
  type Trouble,
  type TroubleNotes,
  whatOf,
} from './trouble-notes.ts';
import { createUnresolved } from './unresolved.ts';

const RESTART_MS = [1000, 2000, 4000, 4000, 4000, 4000, 4000] as const;

/** The pause before each retry, in milliseconds. A deployment takes longest. Load has passed when the request is alone. */
const PAUSES_MS: Readonly<Record<Trouble, readonly number[]>> = {
  limit: [1000, 2000, 4000],
  gateway: [0, ...RESTART_MS],
  silence: [0, ...RESTART_MS],
  page: RESTART_MS,
  refusal: RESTART_MS,
  load: [0],
  late: [200, 1000, 5000],
};

const WHY: Readonly<Record<Trouble, string>> = {
  limit: 'the target answered 429 and told no time',
  gateway: 'a gateway answered that the service is not available',
  silence: 'nobody answers, whatever is asked',
  page: 'something else answers, whatever is asked',
  refusal: 'what was served before is refused, whatever is asked',
  load: 'the target answered with a server error beside other requests',
  late: 'what was created cannot be deleted yet',
};

/** Trouble that may concern one operation only. Before a pause, a request that was served earlier is sent as a control. */
const CONTROLLED: readonly Trouble[] = ['silence', 'page', 'refusal'];

/** Trouble with answers that an operation may give as well. If the control is served, the answer stands. */
const OF_OPERATION: readonly Trouble[] = ['page', 'refusal'];

/** The pauses for a request that must not be carried out twice: a single retry, after a likely end of the trouble. */
const CAREFUL_MS = [4000] as const;

/** Only after this gateway status may the service have got the request (RFC 9110 section 15.6.5). */
const TIMED_OUT = 504;

/** At most this many answers of one caller in a row count as lost; more are no accident. */
const MAX_LOST_IN_A_ROW = 3;

/** The maximum number of concurrent requests in a test for load. */
const MAX_CONCURRENT = 8;

export interface PassingTroubleOptions {
  readonly clock: Clock;
  /** The maximum total of waits that did not help, in milliseconds. */
  readonly maxWaitMs: number;
  readonly onWait: (milliseconds: number, why: string) => void;
  /** Called if fewer concurrent requests may help. */
  readonly onCrowd: () => void;
  /** Called if the load of our own requests is too much for the target. */
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
  /** Sends it this many times concurrently. */
  readonly together: (count: number) => Promise<readonly Outcome[]>;
  /** Is a request still served that was served before? True if there is none. `isOfCaller`: with the same credentials. */
  readonly isServing: (isOfCaller: boolean) => Promise<boolean>;
}

export interface PassingTrouble {
  /** Resends a request in trouble, alone, until the trouble passes or the tries run out. Returns the last answer. */
  waitOut(met: Met, manner: Manner, sending: Sending, signal?: AbortSignal): Promise<Outcome>;
  /** A sentence for each kind of trouble that passed. */
  notes(): readonly string[];
}

export function createPassingTrouble(options: PassingTroubleOptions): PassingTrouble {
  // A target that never served anything is absent rather than in trouble, so nothing waits for it.
  const state: State = {
    hasServed: false,
    waitedInVainMs: 0,
    lastPauseEnd: Number.NEGATIVE_INFINITY,
    lostInARow: new Map(),
  };
  const loads = createLoadCount(options.onLoad);
  const notes = createTroubleNotes(options.clock);
  const resolveTrouble = createResolving(options, state, loads, notes);
  return {
    async waitOut({ outcome: first, beside }, manner, sending, signal) {
      const troubles = troublesIn(first, beside > 0, manner, notes.hasPassed);
      if (troubles.length === 0) {
        state.hasServed ||= first.kind === 'response' && first.status < 500;
        if (first.kind === 'response') state.lostInARow.delete(manner.caller);
        return first;
      }
      if (!manner.isRepeatable && first.kind === 'response' && first.status === TIMED_OUT) return lost(first);
      for (const trouble of troubles) {
        const last = await resolveTrouble(trouble, { ...sending, first, beside, manner, signal });
        if (last !== undefined) return last;
      }
      return first;
    },
    notes: () => notes.sentences(loads.isCertain()),
  };
}

/** A request in trouble. */
interface Troubled extends Sending {
  readonly first: Outcome;
  readonly beside: number;
  readonly manner: Manner;
  readonly signal: AbortSignal | undefined;
}

interface State {
  hasServed: boolean;
  waitedInVainMs: number;
  /** When the last pause for trouble ended. */
  lastPauseEnd: number;
  /** How many answers of each caller were lost in a row. */
  readonly lostInARow: Map<string, number>;
}

/** The failure for a lost answer; the answer itself if the caller lost too many in a row. */
function lostUnlessTooMany(answer: Outcome, caller: string, { lostInARow }: State): Outcome {
  const count = (lostInARow.get(caller) ?? 0) + 1;
  lostInARow.set(caller, count);
  return count > MAX_LOST_IN_A_ROW ? answer : lost(answer);
}

/** Creates the function that resends after trouble of one kind. It returns the last answer; undefined if the trouble stays. */
function createResolving(options: PassingTroubleOptions, state: State, loads: LoadCount, notes: TroubleNotes) {
  const sendAgain = createSendAgain(options, state, notes);
  /** Is load the cause? It is if the target did not get the request, or if load is known. Otherwise a test tells. */
  const isCausedByLoad = async (troubled: Troubled): Promise<boolean> =>
    isUntouched(troubled.first) || loads.isKnown() || (await failsTogether(troubled)) || loads.isKnown();
  return async (trouble: Trouble, troubled: Troubled): Promise<Outcome | undefined> => {
    const { first, beside, manner } = troubled;
    const [since, endsBefore] = [options.clock.now(), loads.ends()];
    const last = await sendAgain(trouble, troubled);
    if (last === undefined || (last.kind === 'failure' && last.lasting === true)) return last;
    if (trouble === 'load' && !(await isCausedByLoad(troubled))) return undefined;
    if (isDoneBefore(first, last, manner)) return lostUnlessTooMany(first, manner.caller, state);
    // A gateway that serves the same request alone, without a pause, was overloaded.
    const isOverload = trouble === 'gateway' && beside > 0 && state.lastPauseEnd < since;
    const cause = isOverload ? 'load' : trouble;
    if (cause === 'load') loads.add(endsBefore);
    else if (beside > 0 && cause !== 'page') options.onCrowd();
    notes.add(cause, first, since);
    return last;
  };
}

/**
 * Creates the function that resends until the trouble is over. It returns that answer; if the trouble stays, undefined, or a
 * failure that is marked as lasting.
 */
function createSendAgain({ clock, maxWaitMs, onWait }: PassingTroubleOptions, state: State, notes: TroubleNotes) {
  const unresolved = createUnresolved();
  return async (trouble: Trouble, troubled: Troubled): Promise<Outcome | undefined> => {
    const { first, manner, signal, alone, isServing } = troubled;
    if (unresolved.has(trouble, first, manner)) return undefined;
    const since = clock.now();
    const isControlled = CONTROLLED.includes(trouble);
    const sendControl = () => isServing(trouble === 'refusal');
    let [waitedMs, isControlServed] = [0, false];
    for (const pause of manner.isRepeatable || isUntouched(first) ? PAUSES_MS[trouble] : CAREFUL_MS) {
      if (!state.hasServed && (pause > 0 || isControlled)) break;
      if (state.waitedInVainMs + waitedMs + pause > maxWaitMs) break;
      // If the control is served, the trouble is over or concerns this operation only: no pause, and one last try.
      isControlServed = pause > 0 && isControlled && (await sendControl());
      // The page of a gateway is never the operation's own.
      const isOfOperation = OF_OPERATION.includes(trouble) && !isGatewayError(first);
      const isOwnPage = isOfOperation && isControlServed && state.lastPauseEnd < since;
      if (isOwnPage || !manner.again(!isUntouched(first))) break;
      if (pause > 0 && !isControlServed) {
        onWait(pause, WHY[trouble]);
        await clock.sleep(pause, signal).catch(() => undefined);
        waitedMs += pause;
        state.lastPauseEnd = clock.now();
      }
      const last = await alone();
      if (isDoneBefore(first, last, manner) || troublesIn(last, true, manner, notes.hasPassed).length === 0)
        return last;
      // The trouble may have begun anew since the control was served.
      isControlServed &&= await sendControl();
      if (isControlServed) break;
    }
    unresolved.add(trouble, first, manner, { isControlServed, waitedMs });
    state.waitedInVainMs += waitedMs;
    return isControlServed && first.kind === 'failure' ? { ...first, lasting: true } : undefined;
  };
}

/** Does the last answer show that the request was carried out the first time? */
function isDoneBefore(first: Outcome, last: Outcome, manner: Manner): boolean {
  return manner.isDoneBefore?.(last) === true && !isUntouched(first);
}

/**
 * Is load the cause? It is if the same number of requests succeeds one after the other, but fails concurrently. Otherwise the
 * error is a finding. Callers skip this test once load is known.
 */
async function failsTogether({ beside, manner, alone, together }: Troubled): Promise<boolean> {
  const count = Math.min(beside + 1, MAX_CONCURRENT);
  for (let sent = 0; sent < count; sent += 1) if (!manner.again() || hasFailed(await alone())) return false;
  return (await together(count)).some(hasFailed);
}

/** The failure for a request that may have been carried out and must not be repeated. */
function lost(first: Outcome): Outcome {
  const message = `${whatOf(first)} does not tell whether the request was carried out`;
  return { kind: 'failure', reason: 'reset', message, durationMs: first.durationMs };
}
