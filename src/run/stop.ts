export interface Stop {
  readonly signal: AbortSignal;
  /** Nothing is sent any more: a host with many runs keeps neither timers nor listeners of those that are over. */
  release(): void;
}

/** Ends the sending: the user's stop, or the end of the time for it. */
export function stopSignal(signal: AbortSignal | undefined, maxTimeMs: number): Stop {
  // Not with AbortSignal.any, whose sources may be collected before they fire.
  const controller = new AbortController();
  const stop = (reason: unknown): void => controller.abort(reason);
  const over = () => stop(new DOMException('the time is over', 'TimeoutError'));
  const timer = setTimeout(over, maxTimeMs).unref();
  const stopped = () => stop(signal?.reason);
  if (signal?.aborted === true) stopped();
  signal?.addEventListener('abort', stopped, { once: true });
  const release = () => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stopped);
  };
  return { signal: controller.signal, release };
}
