import type { Draft } from '../check/request.ts';
import type { Exchange } from '../http/exchange.ts';
import type { Sink } from './journal.ts';
import type { Throttle } from './throttle.ts';

/** A store of several machines shows a little later what was written: how long is waited before each further look, in milliseconds. */
const LOOKS_MS = [200, 1000, 5000] as const;

/** Looks again where an answer does not show yet what was written before. */
export interface LateLists {
  /** The first answer that shows it, or the last of all. */
  look(draft: Draft, first: Exchange, again: () => Promise<Exchange>): Promise<Exchange>;
}

export function createLateLists({ pause }: Pick<Throttle, 'pause'>, sink: Sink, signal?: AbortSignal): LateLists {
  // What did not come by waiting will not come by waiting once more.
  const inVain = new Set<string>();
  return {
    async look({ operation, until = () => true }, first, again) {
      const id = operation?.id ?? '';
      let [last, waitedMs] = [first, 0];
      for (const milliseconds of inVain.has(id) ? [] : LOOKS_MS) {
        if (until(last) || !(await pause(milliseconds, signal))) break;
        waitedMs += milliseconds;
        last = await again();
      }
      if (waitedMs === 0) return last;
      if (!until(last)) inVain.add(id);
      else sink({ type: 'note', text: `${id} showed what had been changed only after ${waitedMs / 1000} s.` });
      return last;
    },
  };
}
