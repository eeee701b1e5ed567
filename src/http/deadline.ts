import { onAbort } from './abort.ts';

/** One point in time that ends an exchange, or the stop of the whole run, whichever comes first. */
export interface Deadline {
  /** Aborts at the end. */
  readonly signal: AbortSignal;
  /** Settles as `work` does, but rejects at the end at the latest. */
  race<T>(work: Promise<T>): Promise<T>;
  /** Why it ended, or undefined while it has not. Looks at the clock itself: a busy event loop delays timers. */
  ended(): 'timeout' | 'aborted' | undefined;
  /** Lets go of the timer and of the outer signal. */
  clear(): void;
}

const LONGEST_TIMER_MS = 2 ** 31 - 1;

/**
 * Starts a deadline in `timeoutMs` milliseconds, or when `outer` aborts. Made by hand rather than from
 * AbortSignal.any and AbortSignal.timeout: those keep what they made alive as long as the outer signal lives, a whole run.
 */
export function startDeadline(timeoutMs: number, outer?: AbortSignal): Deadline {
  const controller = new AbortController();
  const endsAt = performance.now() + timeoutMs;
  const end = (): void => controller.abort();
  const timer = setTimeout(end, Math.min(timeoutMs, LONGEST_TIMER_MS));
  const letGo = onAbort(outer, end);
  if (outer?.aborted === true) end();
  return {
    signal: controller.signal,
    race: (work) => raceSignal(work, controller.signal),
    ended() {
      if (outer?.aborted === true) return 'aborted';
      return controller.signal.aborted || performance.now() >= endsAt ? 'timeout' : undefined;
    },
    clear() {
      clearTimeout(timer);
      letGo();
    },
  };
}

async function raceSignal<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  let letGo: (() => void) | undefined;
  const stopped = new Promise<never>((_, reject) => {
    const stop = (): void => reject(new Error('the deadline ended'));
    if (signal.aborted) stop();
    letGo = onAbort(signal, stop);
  });
  return Promise.race([work, stopped]).finally(letGo);
}
