import vm from 'node:vm';
import { getOrMake } from '../memoize.ts';

/** Syntax of other dialects. ECMA-262 without `u` reads it as plain letters (`\Z`, `\p{L}`, `\x{41}`) or another class. */
const OTHER_DIALECTS = /\\[^\W_bBcdDfknrsStvwWxu0-9]|\\[ux]\{|\[\[:|&&\[|\[\^?\]|\{,\d/u;

/** Delimiters of another language around an anchored pattern. As ECMA-262 reads it, no text can match. */
const DELIMITED = /^\/\^|\$\/[a-z]*$/u;

/**
 * The regular expression of a `pattern`: with the flag `u`, as JSON Schema recommends, else without it, for patterns that
 * escape too much. Undefined if ECMA-262 does not read it as it is meant, or if a short text would keep it busy for minutes.
 */
export function readPattern(pattern: string): RegExp | undefined {
  const read = compile(pattern);
  return read !== undefined && isExponential(read) ? undefined : read;
}

/** Is the pattern a regular expression that cannot be used, because it takes time exponential in the length of a text? */
export function isTooSlow(pattern: string): boolean {
  return compile(pattern) !== undefined && readPattern(pattern) === undefined;
}

function compile(pattern: string): RegExp | undefined {
  const plain = pattern.replaceAll('\\\\', '');
  if (DELIMITED.test(plain)) return undefined;
  return tryCompile(pattern, 'u') ?? (OTHER_DIALECTS.test(plain) ? undefined : tryCompile(pattern, ''));
}

function tryCompile(pattern: string, flags: string): RegExp | undefined {
  try {
    return new RegExp(pattern, flags);
  } catch {
    return undefined;
  }
}

/** A group that may be repeated without end. Only such a pattern takes exponential time. */
const REPEATED_GROUP = /\)(?:[*+]|\{\d+,\})/u;

/** Runs of one character, each with an end that many patterns refuse: what makes a slow pattern try all divisions of the run. */
const SLOW_TEXTS = ['a', 'A', '0', ' ', '-', '.', '/', ',', '_'].map((character) => `${character.repeat(40)}\n!`);

/** A linear pattern needs microseconds for these texts, an exponential one hours. */
const PATIENCE_MS = 1000;

const slowness = new Map<string, boolean>();

function isExponential(pattern: RegExp): boolean {
  if (!REPEATED_GROUP.test(pattern.source)) return false;
  return getOrMake(slowness, String(pattern), () => {
    const context = vm.createContext({ pattern, texts: SLOW_TEXTS });
    try {
      vm.runInContext('texts.forEach((text) => pattern.test(text))', context, { timeout: PATIENCE_MS });
      return false;
    } catch {
      return true;
    }
  });
}
