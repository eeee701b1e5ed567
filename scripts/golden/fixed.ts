import type { Transport } from '../../src/http/exchange.ts';
import { randomFrom } from '../../src/run/check-context.ts';

/** When every recorded run starts: 2026-01-15T12:00:00Z. */
const START_MS = Date.UTC(2026, 0, 15, 12);
/** So much passes with each request. */
const STEP_MS = 20;

/** The time of a recorded run, and what it draws: the same whenever it is recorded. */
export interface FixedWorld {
  /** The beginning of a run. */
  readonly restart: () => void;
  /** A transport whose answers all take as long. */
  readonly steady: (transport: Transport) => Transport;
}

/**
 * Replaces the clock and the random numbers of this process. Before anything is imported that reads them: a default such
 * as `now: Date.now` keeps what it found.
 */
export function fixWorld(): FixedWorld {
  const state = { now: START_MS, draw: randomFrom('golden') };
  globalThis.Date = fixedDate(() => state.now);
  Math.random = () => state.draw();
  Object.defineProperty(globalThis.crypto, 'randomUUID', { value: () => uuidFrom(state.draw) });
  return {
    restart: () => void Object.assign(state, { now: START_MS, draw: randomFrom('golden') }),
    steady: (transport) => async (request, signal) => {
      state.now += STEP_MS;
      return { ...(await transport(request, signal)), durationMs: STEP_MS };
    },
  };
}

function fixedDate(now: () => number): DateConstructor {
  const Real = Date;
  return new Proxy(Real, {
    construct: (_, given: [], target) => Reflect.construct(Real, given.length === 0 ? [now()] : given, target) as Date,
    get: (_, name, receiver) => (name === 'now' ? now : (Reflect.get(Real, name, receiver) as unknown)),
  });
}

function uuidFrom(draw: () => number): string {
  const hex = (length: number): string => Array.from({ length }, () => Math.floor(draw() * 16).toString(16)).join('');
  return `${hex(8)}-${hex(4)}-4${hex(3)}-8${hex(3)}-${hex(12)}`;
}
