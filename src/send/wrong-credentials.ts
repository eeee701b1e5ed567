import { createHash } from 'node:crypto';
import { WAYS_TO_BE_WRONG } from '../check/request.ts';
import { JSON_WEB_TOKEN } from '../http/authorization.ts';

/**
 * Credentials that are well-formed but wrong. A foreign one shares only the form with the real one. A near miss is derived
 * from the real one, so it is just as secret.
 */

/** A wrong value, and the name of the near miss if it is one. */
export interface WrongValue {
  readonly value: string;
  /** A suffix for the placeholder of the real one, such as `IN_OTHER_CASE`. Undefined if nothing of the value is secret. */
  readonly nearMiss?: string;
}

/**
 * Makes the value of a header wrong in the way number `turn`: the value of each cookie, or what follows the scheme. `seed`
 * determines the random characters.
 */
export function wrongHeader(name: string, value: string, turn: number, seed: string): WrongValue {
  const own = `${seed}:${turn}`;
  if (name === 'cookie' && value.includes('=')) return wrongCookies(value, turn, own);
  const secret = secretOf(value);
  if (JSON_WEB_TOKEN.test(secret) && isLast(turn)) return { value: anotherScheme(value, secret, own) };
  const wrong = /^basic /iu.test(value) ? { value: foreignPair(secret, own) } : wayOf(secret, turn)(secret, own);
  return { ...wrong, value: value.slice(0, value.length - secret.length) + wrong.value };
}

/** Makes each cookie wrong. In the last way all get other names. */
function wrongCookies(header: string, turn: number, seed: string): WrongValue {
  const cookies = header.split(';').filter((part) => part.includes('='));
  const isRenamed = isLast(turn);
  const made = cookies.map((cookie, index) => {
    const [name = '', ...rest] = cookie.trim().split('=');
    const secret = rest.join('=');
    // Cookies like those of any site: some services take any cookie as a sign-in.
    const { value, nearMiss } = (isRenamed ? foreign : wayOf(secret, turn))(secret, seed);
    return { cookie: `${isRenamed ? `visit${index + 1}` : name}=${value}`, nearMiss };
  });
  const nearMiss = made.find((one) => one.nearMiss !== undefined)?.nearMiss;
  const value = made.map(({ cookie }) => cookie).join('; ');
  return nearMiss === undefined ? { value } : { value, nearMiss };
}

function isLast(turn: number): boolean {
  return turn % WAYS_TO_BE_WRONG === WAYS_TO_BE_WRONG - 1;
}

/** A Basic credential (RFC 7617) with a made-up password, for services that accept any value in the header. */
function anotherScheme(value: string, secret: string, seed: string): string {
  const pair = `conform:${foreignKey('nobodys-password', seed)}`;
  return value === secret ? foreignToken(secret, seed) : `Basic ${Buffer.from(pair).toString('base64')}`;
}

/** Another name and password of the same form (RFC 7617). A changed encoding could be unreadable, or mean the same as before. */
function foreignPair(secret: string, seed: string): string {
  const pair = Buffer.from(secret, 'base64').toString();
  return Buffer.from(foreignKey(pair, seed)).toString('base64');
}

function wayOf(secret: string, turn: number): Way {
  const ways = JSON_WEB_TOKEN.test(secret) ? WAYS_OF_TOKENS : WAYS_OF_KEYS;
  return ways[turn % ways.length] ?? foreign;
}

/** The value without its scheme. */
function secretOf(value: string): string {
  return value.replace(/^[A-Za-z-]+ +(?=\S)/u, '');
}

type Way = (secret: string, seed: string) => WrongValue;

const foreign: Way = (secret, seed) => ({
  value: JSON_WEB_TOKEN.test(secret) ? foreignToken(secret, seed) : foreignKey(secret, seed),
});

/** Accepted by code that compares only the beginning. */
const longer: Way = (secret) => ({ value: `${secret}x7Qk`, nearMiss: 'LENGTHENED' });

/** Accepted by a prefix comparison. */
const shorter: Way = (secret, seed) =>
  secret.length < 12 ? foreign(secret, seed) : { value: secret.slice(0, -4), nearMiss: 'SHORTENED' };

/** An SQL wild card in place of the last characters. */
const wildcard: Way = (secret, seed) =>
  secret.length < 12 ? foreign(secret, seed) : { value: `${secret.slice(0, -4)}%`, nearMiss: 'WITH_A_WILD_CARD' };

/** Accepted by a case-insensitive comparison. */
const inOtherCase: Way = (secret, seed) => {
  const value = secret.replaceAll(/[A-Za-z]/gu, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
  return value === secret ? foreign(secret, seed) : { value, nearMiss: 'IN_OTHER_CASE' };
};

/** The same for a token: it can still be read, so code that reads it without a look at the signature accepts it, too. */
const signatureInOtherCase: Way = (token, seed) => {
  const signed = token.lastIndexOf('.') + 1;
  const { value, nearMiss } = inOtherCase(token.slice(signed), seed);
  const way = nearMiss === undefined ? 'WITH_ANOTHER_SIGNATURE' : `SIGNATURE_${nearMiss}`;
  return { value: token.slice(0, signed) + value, nearMiss: way };
};

/** SQL injection, for code that puts the value into a query unescaped. It only makes the query return a row. */
const sqlInjection: Way = () => ({ value: "x' OR '1'='1" });

/** An unsecured token (RFC 7519 section 6). */
const unsigned: Way = (token) => ({
  value: `${encoded('{"alg":"none","typ":"JWT"}')}.${token.split('.')[1] ?? ''}.`,
  nearMiss: 'WITHOUT_SIGNATURE',
});

/** The real token with another signature. */
const resigned: Way = (token, seed) => {
  const [header = '', payload = '', signature = ''] = token.split('.');
  return { value: `${header}.${payload}.${foreignKey(signature, seed)}`, nearMiss: 'WITH_ANOTHER_SIGNATURE' };
};

/** `WAYS_TO_BE_WRONG` of each, with `anotherScheme` as the last for tokens. `waysToBeWrong` chooses among them. */
const WAYS_OF_KEYS: readonly Way[] = [foreign, inOtherCase, longer, shorter, wildcard, sqlInjection];
const WAYS_OF_TOKENS: readonly Way[] = [foreign, resigned, unsigned, longer, signatureInOtherCase];

/** Do the two have no eight consecutive characters in common, whatever their case? */
function sharesNothing(value: string, real: string): boolean {
  const size = Math.min(8, real.length);
  const own = real.toLowerCase();
  const isShared = (at: number): boolean => own.includes(value.slice(at, at + size).toLowerCase());
  return value !== real && !Array.from({ length: Math.max(0, value.length - size + 1) }, (_, at) => at).some(isShared);
}

const MAX_ATTEMPTS = 64;

/** Draws values until one shares nothing with the real one. */
function drawn(real: string, seed: string, draw: (random: Random, attempt: number) => string): string {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const value = draw(randomFrom(`${seed}:${attempt}`), attempt);
    if (sharesNothing(value, real)) return value;
  }
  return `conform${createHash('sha256').update(seed).digest('hex')}`;
}

type Random = (below: number) => number;

/** Random numbers from the seed. The secret only affects how many attempts were necessary. */
function randomFrom(seed: string): Random {
  let pool: Buffer = Buffer.alloc(0);
  let count = 0;
  return (below) => {
    if (pool.length < 4)
      pool = Buffer.concat([
        pool,
        createHash('sha256')
          .update(`${seed}:${(count += 1)}`)
          .digest(),
      ]);
    const number = pool.readUInt32LE(0);
    pool = pool.subarray(4);
    return number % below;
  };
}

const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const DIGITS = '0123456789';

/** Replaces each letter or digit by one of its class. Other characters, escapes and a short prefix such as `sk_` stay. */
function foreignKey(secret: string, seed: string): string {
  const prefix = /^[A-Za-z]{1,5}[_-](?=.{8})/u.exec(secret)?.[0] ?? '';
  const isHex = (/^[0-9a-f-]+$/u.test(secret) || /^[0-9A-F-]+$/u.test(secret)) && secret.length >= 8;
  return drawn(secret, seed, (random, attempt) => {
    const letters = attempt > MAX_ATTEMPTS / 2 ? LOWER + LOWER.toUpperCase() + DIGITS : undefined;
    const rest = secret.slice(prefix.length).replace(/%[0-9A-Fa-f]{2}|[A-Za-z0-9]/gu, (one) => {
      if (one.startsWith('%')) return one;
      const alphabet = letters ?? alphabetOf(one, isHex);
      return alphabet[random(alphabet.length)] ?? one;
    });
    return prefix + rest;
  });
}

function alphabetOf(character: string, isHex: boolean): string {
  if (/\d/u.test(character)) return DIGITS;
  const letters = isHex ? LOWER.slice(0, 6) : LOWER;
  return character === character.toLowerCase() ? letters : letters.toUpperCase();
}

/** A token as of another user: its parts have about the same length, and it has not expired. */
function foreignToken(token: string, seed: string): string {
  const [, payload = '', signature = ''] = token.split('.');
  return drawn(token, seed, (random, attempt) => {
    const word = (length: number): string =>
      Array.from({ length }, () => (LOWER + DIGITS)[random(LOWER.length + DIGITS.length)] ?? 'x').join('');
    const header = { kid: word(8 + (attempt % 3)), alg: 'HS256', typ: 'JWT' };
    const claims = { jti: word(9 + (attempt % 3)), sub: word(12), iat: 1_700_000_000, exp: 4_102_444_800 };
    const missing = Math.max(0, Math.floor(payload.length * 0.75) - JSON.stringify(claims).length - 9);
    const body = { ...claims, ...(missing > 2 ? { x: word(missing) } : {}) };
    const last = Buffer.from(word(Math.max(8, Math.floor(signature.length * 0.75)))).toString('base64url');
    return `${encoded(JSON.stringify(header))}.${encoded(JSON.stringify(body))}.${last}`;
  });
}

function encoded(text: string): string {
  return Buffer.from(text).toString('base64url');
}
