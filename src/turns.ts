import { BOUNDS } from './bounds.ts';

/** Lets the event loop serve signals, sockets and timers if the work has taken a while; otherwise resolves at once. */
export type GiveWay = () => Promise<void>;

export function createTurns(turnMs: number = BOUNDS.turnMs, now: () => number = () => performance.now()): GiveWay {
  let since = now();
  return async () => {
    if (now() - since < turnMs) return;
    await new Promise((resolve) => setImmediate(resolve));
    since = now();
  };
}

/** What `ask` gives for each item, one after the other, without what is undefined. */
export async function oneByOne<T, R>(
  items: Iterable<T>,
  ask: (item: T) => Promise<R | undefined>,
): Promise<readonly R[]> {
  const found: R[] = [];
  for (const item of items) {
    const one = await ask(item);
    if (one !== undefined) found.push(one);
  }
  return found;
}

/** Work in steps. It may pause at each `yield`, and returns its result at the end. */
export type Steps<T> = Generator<void, T, void>;

/** Changes each item in a step of its own. */
export function* mapInSteps<T, R>(items: readonly T[], change: (item: T) => R): Steps<readonly R[]> {
  const changed: R[] = [];
  for (const item of items) {
    yield;
    changed.push(change(item));
  }
  return changed;
}

/** Does all steps without a pause. */
export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

/** Does the steps, and gives way between them. */
export async function inTurns<T>(steps: Steps<T>): Promise<T> {
  const giveWay = createTurns();
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
    await giveWay();
  }
}
