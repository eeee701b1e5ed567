import { createHash } from 'node:crypto';
import { WAYS_TO_BE_WRONG } from '../check/request.ts';

/**
 * Credentials that are well-formed and wrong. A foreign one shares nothing with the real one but its form; a near miss is
 * made from the real one, so it is as secret as that.
 */

/** A wrong value, and what a near miss is called where it must not be shown. */
export interface WrongValue {
  readonly value: string;
  /** `IN_OTHER_CASE`, say: goes behind the placeholder of the real one. Undefined where nothing of it is secret. */
  readonly nearMiss?: string;
}

/**
 * The value of a header made wrong in the way that it is the turn of: each cookie's value, or what follows the scheme.
 * `seed` decides what is drawn.
 */
export function wrongHeader(name: string, value: string, turn: number, seed: string): WrongValue {
  const own = `${seed}:${turn}`;
  if (name === 'cookie' && value.includes('=')) return wrongCookies(value, turn, own);
  const secret = secretOf(value);
  if (TOKEN.test(secret) && isLast(turn)) return { value: anotherScheme(value, secret, own) };
  const wrong = wayOf(secret, turn)(secret, own);
  return { ...wrong, value: value.slice(0, value.length - secret.length) + wrong.value };
}

/** Each cookie by itself; in the last of the ways all have other names. */
function wrongCookies(header: string, turn: number, seed: string): WrongValue {
  const cookies = header.split(';').filter((part) => part.includes('='));
  const isRenamed = isLast(turn);
  const made = cookies.map((cookie, index) => {
    const [name = '', ...rest] = cookie.trim().split('=');
    const secret = rest.join('=');
    // As any site has them: what takes a caller who has some cookie for one who has signed in.
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

/** What takes whatever stands in the header, as long as something does: RFC 7617, a name and a password of nobody. */
function anotherScheme(value: string, secret: string, seed: string): string {
  const pair = `conform:${foreignKey('nobodys-password', seed)}`;
  return value === secret ? foreignToken(secret, seed) : `Basic ${Buffer.from(pair).toString('base64')}`;
}

function wayOf(secret: string, turn: number): Way {
  const ways = TOKEN.test(secret) ? WAYS_OF_TOKENS : WAYS_OF_KEYS;
  return ways[turn % ways.length] ?? foreign;
}

/** Without the scheme. */
function secretOf(value: string): string {
  return value.replace(/^[A-Za-z-]+ +(?=\S)/u, '');
}

type Way = (secret: string, seed: string) => WrongValue;

/** A JWT in the header of a bearer (RFC 7519): header, payload and signature, of which the first is JSON. */
const TOKEN = /^eyJ[\w-]*\.[\w-]+\.[\w-]+$/u;

const foreign: Way = (secret, seed) => ({
  value: TOKEN.test(secret) ? foreignToken(secret, seed) : foreignKey(secret, seed),
});

/** Which only a reader of the beginning would not notice. */
const longer: Way = (secret) => ({ value: `${secret}x7Qk`, nearMiss: 'LENGTHENED' });

/** What a comparison by prefix takes. */
const shorter: Way = (secret, seed) =>
  secret.length < 12 ? foreign(secret, seed) : { value: secret.slice(0, -4), nearMiss: 'SHORTENED' };

/** The wild card of SQL for the last letters. */
const wildcard: Way = (secret, seed) =>
  secret.length < 12 ? foreign(secret, seed) : { value: `${secret.slice(0, -4)}%`, nearMiss: 'WITH_A_WILD_CARD' };

/** What a comparison without case takes. */
const inOtherCase: Way = (secret, seed) => {
  const value = secret.replaceAll(/[A-Za-z]/gu, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
  return value === secret ? foreign(secret, seed) : { value, nearMiss: 'IN_OTHER_CASE' };
};

/** What a database reads where the value is written into a query as it stands; it asks for nothing but a row. */
const quoted: Way = () => ({ value: "x' OR '1'='1" });

/** RFC 7519 section 6: an unsecured token. */
const unsigned: Way = (token) => ({
  value: `${encoded('{"alg":"none","typ":"JWT"}')}.${token.split('.')[1] ?? ''}.`,
  nearMiss: 'WITHOUT_SIGNATURE',
});

/** Everything is as it should be, but signed by somebody else. */
const resigned: Way = (token, seed) => {
  const [header = '', payload = '', signature = ''] = token.split('.');
  return { value: `${header}.${payload}.${foreignKey(signature, seed)}`, nearMiss: 'WITH_ANOTHER_SIGNATURE' };
};

/** As many of each as `WAYS_TO_BE_WRONG` says, but for one that changes the whole header; which is tried where is the affair of `turnsOf`. */
const WAYS_OF_KEYS: readonly Way[] = [foreign, inOtherCase, longer, shorter, wildcard, quoted];
const WAYS_OF_TOKENS: readonly Way[] = [foreign, resigned, unsigned, longer, inOtherCase];

/** Of eight characters in a row none is that of the real one. */
function sharesNothing(value: string, real: string): boolean {
  const size = Math.min(8, real.length);
  const own = real.toLowerCase();
  const isShared = (at: number): boolean => own.includes(value.slice(at, at + size).toLowerCase());
  return value !== real && !Array.from({ length: Math.max(0, value.length - size + 1) }, (_, at) => at).some(isShared);
}

const TRIES = 64;

/** The first of many that are drawn which shares nothing with the real one. */
function drawn(real: string, seed: string, draw: (random: Random, attempt: number) => string): string {
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const value = draw(randomFrom(`${seed}:${attempt}`), attempt);
    if (sharesNothing(value, real)) return value;
  }
  return `conform${createHash('sha256').update(seed).digest('hex')}`;
}

type Random = (below: number) => number;

/** Drawn from the seed, and from nothing of the secret but how often it was tried in vain. */
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

/** Each letter or digit gives way to one of its class; what stands between them, an escape and a short prefix such as `sk_` stay. */
function foreignKey(secret: string, seed: string): string {
  const prefix = /^[A-Za-z]{1,5}[_-](?=.{8})/u.exec(secret)?.[0] ?? '';
  const isHex = (/^[0-9a-f-]+$/u.test(secret) || /^[0-9A-F-]+$/u.test(secret)) && secret.length >= 8;
  return drawn(secret, seed, (random, attempt) => {
    const letters = attempt > TRIES / 2 ? LOWER + LOWER.toUpperCase() + DIGITS : undefined;
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

/** A token that somebody else might have been given: its parts are about as long, and it has not run out. */
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
