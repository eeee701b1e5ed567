export interface Stop {
  readonly signal: AbortSignal;
  /** Removes the timer and the listener, so that a host with many runs keeps none of those that are over. */
  release(): void;
}

/** A signal that aborts when the user's signal does, or after `maxTimeMs`. */
export function stopSignal(signal: AbortSignal | undefined, maxTimeMs: number): Stop {
  // AbortSignal.any is no use here: its sources may be garbage-collected before they fire.
  const controller = new AbortController();
  const stop = (reason: unknown): void => controller.abort(reason);
  const onTimeout = () => stop(new DOMException('the time is over', 'TimeoutError'));
  const timer = setTimeout(onTimeout, maxTimeMs).unref();
  const onUserAbort = () => stop(signal?.reason);
  if (signal?.aborted === true) onUserAbort();
  signal?.addEventListener('abort', onUserAbort, { once: true });
  const release = () => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onUserAbort);
  };
  return { signal: controller.signal, release };
}
