import { EventEmitter } from 'node:events';
import { onAbort } from './abort.ts';

/** One point in time that ends an exchange, or the stop of the whole run, whichever comes first. */
export interface Deadline {
  /** Emits `abort` at the end. */
  readonly signal: StopSignal;
  /** Settles as `work` does, but rejects at the end at the latest. */
  race<T>(work: Promise<T>): Promise<T>;
  /** Calls the listener at the end, at once where it has come; the answer takes it off again. */
  onEnd(listener: () => void): () => void;
  /** Why it ended, or undefined while it has not. Looks at the clock itself: a busy event loop delays timers. */
  ended(): 'timeout' | 'aborted' | undefined;
  /** Lets go of the timer and of the outer signal. */
  clear(): void;
}

/** An emitter, not an AbortSignal: there is one for each request, and an AbortSignal outlives it until a full collection. */
export class StopSignal extends EventEmitter {
  aborted = false;

  abort(): void {
    if (this.aborted) return;
    this.aborted = true;
    this.emit('abort');
  }
}

const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Starts a deadline in `timeoutMs` milliseconds, or when `outer` aborts. */
export function startDeadline(timeoutMs: number, outer?: AbortSignal): Deadline {
  const signal = new StopSignal();
  const endsAt = performance.now() + timeoutMs;
  const end = (): void => signal.abort();
  const timer = setTimeout(end, Math.min(timeoutMs, LONGEST_TIMER_MS));
  const letGo = onAbort(outer, end);
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
      letGo();
    },
  };
}

async function raceEnd<T>(work: Promise<T>, onEnd: Deadline['onEnd']): Promise<T> {
  let letGo: (() => void) | undefined;
  const stopped = new Promise<never>((_, reject) => {
    letGo = onEnd(() => reject(new Error('the deadline ended')));
  });
  return Promise.race([work, stopped]).finally(letGo);
}
