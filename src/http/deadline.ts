import { EventEmitter } from 'node:events';
import { onAbort } from './abort.ts';

/** The end of an exchange: its timeout or the stop of the whole run, whichever comes first. */
export interface Deadline {
  /** Emits `abort` at the end. */
  readonly signal: StopSignal;
  /** Settles as `work` does, but rejects when the deadline ends first. */
  race<T>(work: Promise<T>): Promise<T>;
  /** Calls the listener at the end, or at once if it has ended. Returns a function that removes it. */
  onEnd(listener: () => void): () => void;
  /** Why it ended; undefined while it has not. Checks the clock itself, as a busy event loop delays timers. */
  ended(): 'timeout' | 'aborted' | undefined;
  /** Removes the timer and the listener on the outer signal. */
  clear(): void;
}

/** One per request. Not an AbortSignal, which would stay in memory until a full garbage collection. */
export class StopSignal extends EventEmitter {
  aborted = false;

  abort(): void {
    if (this.aborted) return;
    this.aborted = true;
    this.emit('abort');
  }
}

export const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Starts a deadline in `timeoutMs` milliseconds, or when `outer` aborts. */
export function startDeadline(timeoutMs: number, outer?: AbortSignal): Deadline {
  const signal = new StopSignal();
  const endsAt = performance.now() + timeoutMs;
  const end = (): void => signal.abort();
  const timer = setTimeout(end, Math.min(timeoutMs, LONGEST_TIMER_MS));
  const removeListener = onAbort(outer, end);
  if (outer?.aborted === true) end();
  const onEnd = (listener: () => void): (() => void) => {
    if (signal.aborted) listener();
    signal.on('abort', listener);
    return () => signal.off('abort', listener);
  };
  return {
    signal,
    onEnd,
    race: (work) => raceEnd(work, onEnd),
    ended() {
      if (outer?.aborted === true) return 'aborted';
      return signal.aborted || performance.now() >= endsAt ? 'timeout' : undefined;
    },
    clear() {
      clearTimeout(timer);
      removeListener();
    },
  };
}

async function raceEnd<T>(work: Promise<T>, onEnd: Deadline['onEnd']): Promise<T> {
  let removeListener: (() => void) | undefined;
  const stopped = new Promise<never>((_, reject) => {
    removeListener = onEnd(() => reject(new Error('the deadline ended')));
  });
  return Promise.race([work, stopped]).finally(removeListener);
}
