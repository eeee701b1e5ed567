import type { Target } from '../../src/check/target.ts';
import type { Outcome, WireRequest } from '../../src/http/exchange.ts';
import { Redactor } from '../../src/redact/redactor.ts';
import type { RunEvent } from '../../src/send/journal.ts';
import { createSession, type Session, type SessionOptions } from '../../src/send/session.ts';
import type { Throttle } from '../../src/send/throttle.ts';

/** A target with nothing but an address. */
export const NOBODY: Target = {
  baseUrl: 'http://service.test',
  credentials: {},
  samples: {},
  allow: { writes: false, chat: false, exhaustRateLimit: false },
  headers: {},
};

/** A target with every credential and permission. */
export const EVERYTHING: Target = {
  ...NOBODY,
  credentials: {
    apiKey: { headers: { 'X-API-Key': 'key-0123456789abcdef' } },
    bearer: { headers: { Authorization: 'Bearer head.payload.signature0123' } },
    session: { headers: { Cookie: 'session=abcdef0123456789' } },
  },
  allow: { writes: true, chat: true, exhaustRateLimit: true },
};

export interface Scripted {
  readonly session: Session;
  /** What went over the wire, in order. */
  readonly sent: readonly WireRequest[];
  readonly events: readonly RunEvent[];
}

/** All of a throttle but sending: it never closes, waits or notes anything. */
export const UNHINDERED: Omit<Throttle, 'send'> = {
  isClosed: () => false,
  oneByOne: () => undefined,
  pause: () => Promise.resolve(false),
  notes: () => [],
};

/** A session with a target that answers as the script says. */
export function scripted(
  target: Target,
  answer: (request: WireRequest, index: number) => Outcome,
  options: Partial<SessionOptions> = {},
): Scripted {
  const sent: WireRequest[] = [];
  const events: RunEvent[] = [];
  const session = createSession({
    target,
    throttle: {
      send: (request) => Promise.resolve(answer(request, sent.push(request) - 1)),
      ...UNHINDERED,
    },
    sink: (event) => void events.push(event),
    redactor: new Redactor([]),
    budget: 100,
    timeoutMs: 1000,
    ...options,
  });
  return { session, sent, events };
}
