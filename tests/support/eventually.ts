import { vi } from 'vitest';

/** As long as a test may take (`vitest.config.ts`): on a busy machine it is slow long before it hangs. */
const HANGS_MS = 900_000;

/** Settles once the assertion holds. */
export function eventually(assertion: () => void | Promise<void>): Promise<void> {
  return vi.waitFor(assertion, HANGS_MS);
}
