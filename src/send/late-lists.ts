import type { Draft } from '../check/request.ts';
import type { Exchange } from '../http/exchange.ts';
import type { Sink } from './journal.ts';
import type { Throttle } from './throttle.ts';

/**
 * A distributed store may show with a delay what was written. This is how long to wait before each further request, in
 * milliseconds.
 */
const RETRY_DELAYS_MS = [200, 1000, 5000, 10_000] as const;

/**
 * Creates the function that repeats a request whose answer does not yet show what was written before. It returns the first
 * answer that shows it; if none does, the last answer.
 */
export function createLateLists({ pause }: Pick<Throttle, 'pause'>, sink: Sink, signal?: AbortSignal) {
  // Operations for which waiting did not help: it is not tried again.
  const givenUp = new Set<string>();
  return async (draft: Draft, first: Exchange, again: () => Promise<Exchange>): Promise<Exchange> => {
    const { operation, intent, until = () => true } = draft;
    const id = operation?.id ?? '';
    const key = `${id} ${intent.kind}`;
    let [last, waitedMs, isShown] = [first, 0, await until(first)];
    for (const milliseconds of givenUp.has(key) ? [] : RETRY_DELAYS_MS) {
      if (isShown || !(await pause(milliseconds, signal))) break;
      waitedMs += milliseconds;
      last = await again();
      isShown = await until(last);
    }
    if (waitedMs === 0) return last;
    if (!isShown) givenUp.add(key);
    else if (intent.kind !== 'open')
      sink({ type: 'note', text: `${id} showed what had been changed only after ${waitedMs / 1000} s.` });
    return last;
  };
}
