import { onAbort } from './abort.ts';

/** Where one stands among those that wait. */
export interface Place {
  /** The furthest ahead goes first, and of equals the first to come; 0 unless told. */
  readonly ahead?: number;
  /** Goes in when all others are out, and nobody goes in beside it. */
  readonly exclusive?: boolean;
}

/** So many at once; of the others the furthest ahead goes first, and of equals the first to come. */
export interface Semaphore {
  /** Rejects with the reason of the signal when that aborts while waiting; then nothing was taken. */
  acquire(signal?: AbortSignal, place?: Place): Promise<void>;
  release(): void;
  /** No more than this at once from now on, and never more than there were; who is in stays in. */
  narrow(count: number): void;
}

interface Waiter {
  readonly ahead: number;
  readonly exclusive: boolean;
  readonly enter: () => void;
}

/** `count` slots, all free. */
export function createSemaphore(count: number): Semaphore {
  const queue: Waiter[] = [];
  const state = { open: count, taken: 0, exclusive: false };
  const hasRoom = (exclusive: boolean): boolean =>
    exclusive ? state.taken === 0 : state.taken < state.open && !state.exclusive;
  const take = (exclusive: boolean): void => {
    state.taken += 1;
    state.exclusive = exclusive;
  };
  /** A slot goes straight to the next in line: nobody who comes in between can take it. */
  const letIn = (): void => {
    for (let next = queue[0]; next !== undefined && hasRoom(next.exclusive); next = queue[0]) {
      queue.shift();
      take(next.exclusive);
      next.enter();
    }
  };
  return {
    async acquire(signal, { ahead = 0, exclusive = false } = {}) {
      signal?.throwIfAborted();
      if (queue.length > 0 || !hasRoom(exclusive)) return queueUp(queue, { ahead, exclusive, letIn }, signal);
      take(exclusive);
    },
    release() {
      state.taken -= 1;
      state.exclusive = false;
      letIn();
    },
    narrow(most) {
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
      // It may have kept those behind it waiting.
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
