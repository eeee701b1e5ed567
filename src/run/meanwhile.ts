/** Work that nobody waits for is done while a request is under way: there it costs no time. */
export interface Meanwhile {
  /** Leaves this for the next request, or for whoever catches up before. */
  readonly later: (work: () => void) => void;
  /** Does what is left, in order. */
  readonly catchUp: () => void;
  /** Settles as the answer does, with nothing left. */
  readonly during: <T>(answer: Promise<T>) => Promise<T>;
}

export function createMeanwhile(): Meanwhile {
  const left: (() => void)[] = [];
  const catchUp = (): void => {
    for (const work of left.splice(0)) work();
  };
  return {
    later: (work) => void left.push(work),
    catchUp,
    async during(answer) {
      if (left.length === 0) return answer;
      // By the next turn the request is on the wire.
      const [settled] = await Promise.all([answer, nextTurn().then(catchUp)]);
      return settled;
    },
  };
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
