import { onAbort } from './abort.ts';

/** The priority of a waiting caller. */
export interface Place {
  /** The greatest goes first; equals go in order of arrival. Default: 0. */
  readonly ahead?: number;
  /** Waits until all slots are free, and holds all of them. */
  readonly exclusive?: boolean;
}

interface Waiter {
  readonly ahead: number;
  readonly exclusive: boolean;
  readonly enter: () => void;
}

/** Limits the number of concurrent holders to `count`. The others wait, in order of priority and arrival. */
export function createSemaphore(count: number) {
  const queue: Waiter[] = [];
  const state = { open: count, taken: 0, exclusive: false };
  const hasRoom = (exclusive: boolean): boolean =>
    exclusive ? state.taken === 0 : state.taken < state.open && !state.exclusive;
  const take = (exclusive: boolean): void => {
    state.taken += 1;
    state.exclusive = exclusive;
  };
  /** Hands free slots directly to the next waiters, so no later caller can take them first. */
  const letIn = (): void => {
    for (let next = queue[0]; next !== undefined && hasRoom(next.exclusive); next = queue[0]) {
      queue.shift();
      take(next.exclusive);
      next.enter();
    }
  };
  return {
    /** Takes a slot. Rejects with the reason of the signal if that aborts during the wait; then no slot is taken. */
    async acquire(signal?: AbortSignal, { ahead = 0, exclusive = false }: Place = {}): Promise<void> {
      signal?.throwIfAborted();
      if (queue.length > 0 || !hasRoom(exclusive)) return queueUp(queue, { ahead, exclusive, letIn }, signal);
      take(exclusive);
    },
    release(): void {
      state.taken -= 1;
      state.exclusive = false;
      letIn();
    },
    /** Limits the slots from now on, to no more than the original count. Current holders keep theirs. */
    narrow(most: number): void {
      state.open = Math.max(1, Math.min(count, most));
      letIn();
    },
  };
}

function queueUp(
  queue: Waiter[],
  { letIn, ...place }: Omit<Waiter, 'enter'> & { readonly letIn: () => void },
  signal?: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = (): void => {
      queue.splice(queue.indexOf(waiter), 1);
      reject(signal?.reason);
      // It may have blocked the waiters behind it.
      letIn();
    };
    const letGo = onAbort(signal, leave);
    const enter = (): void => {
      letGo();
      resolve();
    };
    const waiter: Waiter = { ...place, enter };
    queue.splice(queue.findLastIndex((other) => other.ahead >= place.ahead) + 1, 0, waiter);
  });
}
