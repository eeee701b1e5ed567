import { setImmediate as nextTurn } from 'node:timers/promises';
import { BOUNDS } from '../bounds.ts';

/** Does work that nobody waits for while a request is under way, when it costs no extra time. */
export function createIdleQueue() {
  const waiting: (() => void)[] = [];
  const doNext = (): void => waiting.shift()?.();
  return {
    /** Adds work, to be done during a later request or by `catchUp`. */
    later: (work: () => void) => void waiting.push(work),
    /** Does all the waiting work in order. Yields to the event loop regularly, so that signals and sockets are served. */
    async catchUp(): Promise<void> {
      for (let turnStart = performance.now(); waiting.length > 0; doNext()) {
        if (performance.now() - turnStart < BOUNDS.turnMs) continue;
        await nextTurn();
        turnStart = performance.now();
      }
    },
    /** Works until the answer is there, and then returns it. What is not done by then is left for later. */
    async during<T>(answer: Promise<T>): Promise<T> {
      if (waiting.length === 0) return answer;
      const state = { answered: false };
      // After the first turn of the event loop the request is on the wire; its answer may come between any two turns.
      const workOn = async (): Promise<void> => {
        for (await nextTurn(); waiting.length > 0 && !state.answered; await nextTurn()) doNext();
      };
      const [settled] = await Promise.all([answer.finally(() => (state.answered = true)), workOn()]);
      return settled;
    },
  };
}

export type IdleQueue = ReturnType<typeof createIdleQueue>;
