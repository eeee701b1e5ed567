import { BOUNDS } from '../bounds.ts';

/** Work that nobody waits for is done while a request is under way: there it costs no time. */
export interface IdleQueue {
  /** Leaves this for the next requests, or for whoever catches up before. */
  readonly later: (work: () => void) => void;
  /** Does what is left, in order, and gives way to signals and sockets now and then. */
  readonly catchUp: () => Promise<void>;
  /** Settles as the answer does, and soon after it: what is not done by then is left for the next one. */
  readonly during: <T>(answer: Promise<T>) => Promise<T>;
}

export function createIdleQueue(): IdleQueue {
  const left: (() => void)[] = [];
  const doNext = (): void => left.shift()?.();
  return {
    later: (work) => void left.push(work),
    async catchUp() {
      for (let since = performance.now(); left.length > 0; doNext()) {
        if (performance.now() - since < BOUNDS.turnMs) continue;
        await nextTurn();
        since = performance.now();
      }
    },
    async during(answer) {
      if (left.length === 0) return answer;
      const state = { answered: false };
      // By the first turn the request is on the wire; between two of them its answer may come.
      const workOn = async (): Promise<void> => {
        for (await nextTurn(); left.length > 0 && !state.answered; await nextTurn()) doNext();
      };
      const [settled] = await Promise.all([answer.finally(() => (state.answered = true)), workOn()]);
      return settled;
    },
  };
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
