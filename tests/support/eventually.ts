import { vi } from 'vitest';
import { HANGS_MS } from './hangs.ts';

/** Settles once the assertion holds. */
export function eventually(assertion: () => void | Promise<void>): Promise<void> {
  return vi.waitFor(assertion, HANGS_MS);
}
