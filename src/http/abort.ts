import { setMaxListeners } from 'node:events';

/** Calls `listener` once when the signal aborts; the answer takes it off again. Node warns of a leak from the eleventh on, yet a run is one signal with many waiting. */
export function onAbort(signal: AbortSignal | undefined, listener: () => void): () => void {
  if (signal === undefined) return () => undefined;
  setMaxListeners(0, signal);
  signal.addEventListener('abort', listener, { once: true });
  return () => signal.removeEventListener('abort', listener);
}

/** What became of a run that this signal ended: somebody stopped it, or its time was over. */
export function stopOf({ reason }: AbortSignal): string {
  return reason instanceof Error && reason.name === 'TimeoutError' ? 'was over its time (--max-time)' : 'was stopped';
}
