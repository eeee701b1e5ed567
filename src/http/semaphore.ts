import { onAbort } from './abort.ts';

/** So many at once, the others in order of arrival. */
export interface Slots {
  /** Rejects with the reason of the signal when that aborts while waiting; then nothing was taken. */
  acquire(signal?: AbortSignal): Promise<void>;
  release(): void;
}

interface Waiter {
  readonly enter: () => void;
}

/** `count` slots, all free. */
export function createSlots(count: number): Slots {
  const waiting = new Set<Waiter>();
  let free = count;
  return {
    async acquire(signal) {
      signal?.throwIfAborted();
      if (free > 0) free -= 1;
      else await queue(waiting, signal);
    },
    /** The slot goes straight to the next in line: nobody who comes in between can take it. */
    release() {
      const [next] = waiting;
      if (next === undefined) free += 1;
      else {
        waiting.delete(next);
        next.enter();
      }
    },
  };
}

function queue(waiting: Set<Waiter>, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = (): void => {
      waiting.delete(waiter);
      reject(signal?.reason);
    };
    const letGo = onAbort(signal, leave);
    const enter = (): void => {
      letGo();
      resolve();
    };
    const waiter: Waiter = { enter };
    waiting.add(waiter);
  });
}
