import type { Renewal, Target } from '../check/target.ts';
import { mapMembers } from '../defined.ts';
import type { Transport } from '../http/exchange.ts';
import { expiriesIn } from './expiring-tokens.ts';

/** A credential is renewed when a third of its lifetime is left, or one minute if that is less. */
const [LEFT_SHARE, LEFT_MS] = [1 / 3, 60_000];

export interface RenewalOptions {
  readonly now: () => number;
  /** Receives each new value before it is sent. */
  readonly learn: (role: string, value: string) => void;
  /** Receives a sentence about a renewal that failed. */
  readonly note: (text: string) => void;
}

/**
 * A transport that sends each request with the current credentials: in the headers it replaces the values from the start of the
 * run by the renewed ones. If a renewal fails, that is noted once, and the last known values are sent.
 */
export function renewing(transport: Transport, { credentials }: Target, options: RenewalOptions): Transport {
  const renewals = Object.entries(credentials).flatMap(([role, credential]) =>
    credential?.renewal === undefined ? [] : [createRenewal(role, credential.headers, credential.renewal, options)],
  );
  if (renewals.length === 0) return transport;
  return async (request, signal) => {
    const current = await Promise.all(renewals.map((currentValues) => currentValues()));
    const replacements = new Map(current.flat());
    const headers = mapMembers(request.headers, (value) => replacements.get(value) ?? value);
    return transport({ ...request, headers }, signal);
  };
}

type Headers = Readonly<Record<string, string>>;

/** Returns a function that renews the credential if that is due, and gives pairs of first and current values of its headers. */
function createRenewal(role: string, first: Headers, renewal: Renewal, options: RenewalOptions) {
  const { now, learn, note } = options;
  const { fetch, everySeconds = Infinity } = renewal;
  // The lifetime of a token begins when it is requested, however long the command takes.
  const dueOf = (headers: Headers, askedAt: number): number => {
    const end = Math.min(...Object.values(headers).flatMap(expiriesIn), askedAt + everySeconds * 1000);
    return end - Math.min(LEFT_MS, Math.max(0, end - askedAt) * LEFT_SHARE);
  };
  const due = dueOf(first, renewal.askedAt ?? now());
  const state = { values: Object.values(first), due, renewal: undefined as Promise<void> | undefined };
  const renew = async (): Promise<void> => {
    const askedAt = now();
    try {
      const headers = await fetch();
      for (const value of Object.values(headers)) learn(role, value);
      Object.assign(state, { values: Object.values(headers), due: dueOf(headers, askedAt) });
    } catch (error) {
      note(`The credential ${role} could not be renewed: ${error instanceof Error ? error.message : String(error)}`);
      state.due = Infinity;
    } finally {
      state.renewal = undefined;
    }
  };
  return async (): Promise<readonly (readonly [string, string])[]> => {
    if (now() >= state.due) await (state.renewal ??= renew());
    return Object.values(first).map((value, index) => [value, state.values[index] ?? value] as const);
  };
}
