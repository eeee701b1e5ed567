import { vi } from 'vitest';
import { createClock } from '../../fixtures/world/world.ts';
import { systemClock } from '../../src/http/rate-limiter.ts';

/** From now on the pauses of a run take no time, for commands within this process; the returned function ends that. */
export function skipPauses(): () => void {
  const clock = createClock(Date.now());
  const sleep = vi.spyOn(systemClock, 'sleep').mockImplementation((milliseconds) => clock.sleep(milliseconds));
  const now = vi.spyOn(systemClock, 'now').mockImplementation(clock.now);
  return () => {
    sleep.mockRestore();
    now.mockRestore();
  };
}
