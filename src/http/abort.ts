import { setMaxListeners } from 'node:events';

/** Calls `listener` once on abort; returns its removal. Turns off Node's leak warning, as many wait for a run's signal. */
export function onAbort(signal: AbortSignal | undefined, listener: () => void): () => void {
  if (signal === undefined) return () => undefined;
  setMaxListeners(0, signal);
  signal.addEventListener('abort', listener, { once: true });
  return () => signal.removeEventListener('abort', listener);
}

/** Why this signal ended the run, in words: somebody stopped it, or its time was over. */
export function stopOf({ reason }: AbortSignal): string {
  return reason instanceof Error && reason.name === 'TimeoutError' ? 'was over its time (--max-time)' : 'was stopped';
}
