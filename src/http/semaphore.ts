import { onAbort } from './abort.ts';

/** So many at once, the others in order of arrival. */
export interface Slots {
  /**
   * `ahead`: before all that are not. Rejects with the reason of the signal when that aborts while waiting; then nothing
   * was taken.
   */
  acquire(signal?: AbortSignal, ahead?: boolean): Promise<void>;
  release(): void;
  /** No more than this at once from now on, and never more than there were; who is in stays in. */
  narrow(count: number): void;
}

interface Waiter {
  readonly enter: () => void;
}

/** `count` slots, all free. */
export function createSlots(count: number): Slots {
  const queues: readonly [first: Set<Waiter>, then: Set<Waiter>] = [new Set(), new Set()];
  const state = { open: count, taken: 0 };
  /** A slot goes straight to the next in line: nobody who comes in between can take it. */
  const letIn = (): void => {
    for (const queue of queues)
      for (const waiter of queue) {
        if (state.taken >= state.open) return;
        queue.delete(waiter);
        state.taken += 1;
        waiter.enter();
      }
  };
  return {
    async acquire(signal, ahead = false) {
      signal?.throwIfAborted();
      if (state.taken >= state.open) return queueUp(queues[ahead ? 0 : 1], signal);
      state.taken += 1;
    },
    release() {
      state.taken -= 1;
      letIn();
    },
    narrow(most) {
      state.open = Math.max(1, Math.min(count, most));
      letIn();
    },
  };
}

function queueUp(waiting: Set<Waiter>, signal?: AbortSignal): Promise<void> {
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
