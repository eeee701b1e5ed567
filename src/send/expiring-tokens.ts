import type { Depth, Target } from '../check/target.ts';
import { parseJson } from '../http/json-text.ts';
import { isObject } from '../schema/pointer.ts';

/** How long a run takes most probably, where the target answers within a second. */
const LIKELY_MS: Readonly<Record<Depth, number>> = { smoke: 60_000, standard: 300_000, deep: 1_800_000 };

const TOKEN = /\beyJ[\w-]+\.([\w-]+)\.[\w-]*/gu;

/** Says of each token (RFC 7519) whether it is over, or will be before the run most probably is; never what it holds. */
export function expiringTokens({ credentials }: Target, depth: Depth, now: number): readonly string[] {
  return Object.entries(credentials).flatMap(([role, credential]) => {
    const ends = Object.values(credential?.headers ?? {}).flatMap(expiriesIn);
    const end = Math.min(...ends);
    if (credential?.renewal !== undefined || ends.length === 0 || end > now + LIKELY_MS[depth]) return [];
    const when = new Date(end).toISOString();
    return end <= now
      ? [`The credential ${role} expired at ${when}, by its own exp.`]
      : [
          `The credential ${role} expires at ${when}, by its own exp: in ${Math.ceil((end - now) / 1000)} s, and this run may take longer.`,
        ];
  });
}

/** When the tokens in a header end, in milliseconds since the epoch; a time that no clock can show is none. */
export function expiriesIn(value: string): readonly number[] {
  return [...value.matchAll(TOKEN)].flatMap(([, payload = '']) => {
    const claims = parseJson(Buffer.from(payload, 'base64url').toString('utf8'))?.value;
    const exp = isObject(claims) ? claims['exp'] : undefined;
    return typeof exp === 'number' && exp > 0 && exp < 8.64e12 ? [exp * 1000] : [];
  });
}
