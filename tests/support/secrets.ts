import fc from 'fast-check';
import type { Role } from '../../src/check/target.ts';

/** A credential as a user may have one: the header's value, and what of it is secret. */
export interface DrawnCredential {
  readonly role: Role;
  readonly header: string;
  readonly secrets: readonly string[];
}

const ALPHABETS = {
  letters: 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789',
  hex: '0123456789abcdef',
  digits: '0123456789',
  base64: 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+/',
  signs: 'abcXYZ019!#$%&*+-./:<>?@^_|~\'"{}[]()\\`',
} as const;

/** Letters by chance: `fc.string` likes to draw the names of built-in members, which are words that anybody may write. */
const drawnFrom = (alphabet: string, minLength: number, maxLength: number): fc.Arbitrary<string> =>
  fc.array(fc.constantFrom(...alphabet), { minLength, maxLength }).map((letters) => letters.join(''));

const opaque = (minLength: number): fc.Arbitrary<string> =>
  fc
    .tuple(
      fc.constantFrom('', '', 'sk_', 'svc-', 'rk_live_'),
      fc.constantFrom(...Object.values(ALPHABETS)).chain((alphabet) => drawnFrom(alphabet, minLength, 60)),
    )
    .map(([prefix, rest]) => prefix + rest);

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

const token: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom({ alg: 'HS256', typ: 'JWT' }, { typ: 'JWT', alg: 'RS256' }, { alg: 'ES256', kid: '2026-11' }),
    fc.record({ sub: drawnFrom(ALPHABETS.letters, 5, 20), role: fc.constantFrom('USER', 'ADMIN'), iat: fc.nat() }),
    drawnFrom(ALPHABETS.letters, 43, 43),
  )
  .map(([header, claims, signature]) => `${part(header)}.${part(claims)}.${signature}`);

/** As a session is, and not the name of a language. */
function isVaried(text: string): boolean {
  return new Set(text).size >= 12 && /\d.*[a-z].*\d.*[a-z].*\d/iu.test(text);
}

/** Of each kind and role. A cookie holds no semicolon and no quote; one is never drawn of one letter alone. */
export const anyCredential: fc.Arbitrary<DrawnCredential> = fc.oneof(
  opaque(20).map((secret): DrawnCredential => ({ role: 'apiKey', header: secret, secrets: [secret] })),
  token.map(
    (secret): DrawnCredential => ({ role: 'bearer', header: `Bearer ${secret}`, secrets: secret.split('.').slice(1) }),
  ),
  opaque(20).map((secret): DrawnCredential => ({ role: 'bearer', header: `Bearer ${secret}`, secrets: [secret] })),
  fc
    .tuple(drawnFrom(ALPHABETS.base64, 24, 40).filter(isVaried), drawnFrom(ALPHABETS.hex, 20, 40).filter(isVaried))
    .map(
      ([one, two]): DrawnCredential => ({ role: 'session', header: `sid=${one}; csrf=${two}`, secrets: [one, two] }),
    ),
);

/** The rows of eight characters of the secret that occur in the text, compared without case. */
export function sharedWith(text: string, secret: string): readonly string[] {
  const [haystack, needle] = [text.toLowerCase(), secret.toLowerCase()];
  return Array.from({ length: Math.max(0, needle.length - 7) }, (_, at) => needle.slice(at, at + 8)).filter((row) =>
    haystack.includes(row),
  );
}
