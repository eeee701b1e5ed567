import type { Renewal, Target } from '../check/target.ts';
import type { Transport } from '../http/exchange.ts';
import { expiriesIn } from './expiring-tokens.ts';

/** A credential is fetched anew when a third of its time is left, or a minute where that is less. */
const [LEFT, LEFT_MS] = [1 / 3, 60_000];

/** What becomes of a credential that is fetched anew. */
export interface RenewalOptions {
  readonly now: () => number;
  /** Each new value, before it is sent. */
  readonly learn: (role: string, value: string) => void;
  /** A renewal that failed. */
  readonly note: (text: string) => void;
}

/**
 * Sends each request with the credentials of its moment: those that the target was given at the start stand in the request
 * for whatever they were renewed by. A renewal that fails is noted once, and what there is is sent.
 */
export function renewing(transport: Transport, { credentials }: Target, options: RenewalOptions): Transport {
  const renewals = Object.entries(credentials).flatMap(([role, credential]) =>
    credential?.renewal === undefined ? [] : [createRenewal(role, credential.headers, credential.renewal, options)],
  );
  if (renewals.length === 0) return transport;
  return async (request, signal) => {
    const current = await Promise.all(renewals.map((renewed) => renewed()));
    const replacements = new Map(current.flat());
    const headers = Object.entries(request.headers).map(([name, value]) => [name, replacements.get(value) ?? value]);
    return transport({ ...request, headers: Object.fromEntries(headers) as Record<string, string> }, signal);
  };
}

type Headers = Readonly<Record<string, string>>;

/** Gives the values of a credential's headers at the start, each with that of now. */
function createRenewal(role: string, first: Headers, renewal: Renewal, options: RenewalOptions) {
  const { now, learn, note } = options;
  const { fetch, everySeconds = Infinity } = renewal;
  // A token begins to age when it is asked for, however long the command then takes.
  const dueOf = (headers: Headers, askedAt: number): number => {
    const end = Math.min(...Object.values(headers).flatMap(expiriesIn), askedAt + everySeconds * 1000);
    return end - Math.min(LEFT_MS, Math.max(0, end - askedAt) * LEFT);
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
