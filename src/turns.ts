import { BOUNDS } from './bounds.ts';

/** Gives way to signals, sockets and timers where work has gone on for a while; resolves at once where it has not. */
export type GiveWay = () => Promise<void>;

export function createTurns(turnMs: number = BOUNDS.turnMs, now: () => number = () => performance.now()): GiveWay {
  let since = now();
  return async () => {
    if (now() - since < turnMs) return;
    await new Promise((resolve) => setImmediate(resolve));
    since = now();
  };
}

/** Work in steps: what it gives at the end, and a place to pause at each `yield`. */
export type Steps<T> = Generator<void, T, void>;

/** Does all steps at once. */
export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

/** Does the steps in turns, giving way in between. */
export async function inTurns<T>(steps: Steps<T>): Promise<T> {
  const giveWay = createTurns();
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
    await giveWay();
  }
}
