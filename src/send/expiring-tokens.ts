import type { Depth, Target } from '../check/target.ts';
import { parseJson } from '../http/json-text.ts';
import { isObject } from '../schema/pointer.ts';

/** How long a run probably takes if the target answers within a second. */
const LIKELY_RUN_MS: Readonly<Record<Depth, number>> = { smoke: 60_000, standard: 300_000, deep: 1_800_000 };

/** No Date can be later: seconds since the epoch. */
const DATE_LIMIT_S = 8.64e12;

const JWT = /\beyJ[\w-]+\.([\w-]+)\.[\w-]*/gu;

/** A sentence for each credential whose token (RFC 7519) has expired, or expires before the run is likely to end. */
export function expiringTokens({ credentials }: Target, depth: Depth, now: number): readonly string[] {
  return Object.entries(credentials).flatMap(([role, credential]) => {
    const expiries = Object.values(credential?.headers ?? {}).flatMap(expiriesIn);
    const end = Math.min(...expiries);
    if (credential?.renewal !== undefined || expiries.length === 0 || end > now + LIKELY_RUN_MS[depth]) return [];
    const when = new Date(end).toISOString();
    return end <= now
      ? [`The credential ${role} expired at ${when}, by its own exp.`]
      : [
          `The credential ${role} expires at ${when}, by its own exp: in ${Math.ceil((end - now) / 1000)} s, and this run may take longer.`,
        ];
  });
}

/** When the tokens in a header expire, in milliseconds since the epoch. A time that no Date can hold does not count. */
export function expiriesIn(value: string): readonly number[] {
  return [...value.matchAll(JWT)].flatMap(([, payload = '']) => {
    const claims = parseJson(Buffer.from(payload, 'base64url').toString('utf8'))?.value;
    const exp = isObject(claims) ? claims['exp'] : undefined;
    return typeof exp === 'number' && exp > 0 && exp < DATE_LIMIT_S ? [exp * 1000] : [];
  });
}
