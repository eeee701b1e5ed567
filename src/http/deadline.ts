import { EventEmitter } from 'node:events';
import { onAbort } from './abort.ts';

/** The end of an exchange: its timeout or the stop of the whole run, whichever comes first. */
export type Deadline = ReturnType<typeof startDeadline>;

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
export function startDeadline(timeoutMs: number, outer?: AbortSignal) {
  const signal = new StopSignal();
  const endsAt = performance.now() + timeoutMs;
  const end = (): void => signal.abort();
  const timer = setTimeout(end, Math.min(timeoutMs, LONGEST_TIMER_MS));
  const removeListener = onAbort(outer, end);
  if (outer?.aborted === true) end();
  /** Calls the listener at the end, or at once if it has ended. Returns a function that removes it. */
  const onEnd = (listener: () => void): (() => void) => {
    if (signal.aborted) listener();
    signal.on('abort', listener);
    return () => signal.off('abort', listener);
  };
  return {
    /** Emits `abort` at the end. */
    signal,
    onEnd,
    /** Settles as `work` does, but rejects when the deadline ends first. */
    race: <T>(work: Promise<T>): Promise<T> => raceEnd(work, onEnd),
    /** Why it ended; undefined while it has not. Checks the clock itself, as a busy event loop delays timers. */
    ended(): 'timeout' | 'aborted' | undefined {
      if (outer?.aborted === true) return 'aborted';
      return signal.aborted || performance.now() >= endsAt ? 'timeout' : undefined;
    },
    /** Removes the timer and the listener on the outer signal. */
    clear(): void {
      clearTimeout(timer);
      removeListener();
    },
  };
}

async function raceEnd<T>(work: Promise<T>, onEnd: (listener: () => void) => () => void): Promise<T> {
  let removeListener: (() => void) | undefined;
  const stopped = new Promise<never>((_, reject) => {
    removeListener = onEnd(() => reject(new Error('the deadline ended')));
  });
  return Promise.race([work, stopped]).finally(removeListener);
}
