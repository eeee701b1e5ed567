/** Syntax of other dialects. ECMA-262 without `u` reads it as plain letters (`\Z`, `\p{L}`, `\x{41}`) or another class. */
const OTHER_DIALECTS = /\\[^\W_bBcdDfknrsStvwWxu0-9]|\\[ux]\{|\[\[:|&&\[|\[\^?\]|\{,\d/u;

/** Delimiters of another language around an anchored pattern. As ECMA-262 reads it, no text can match. */
const DELIMITED = /^\/\^|\$\/[a-z]*$/u;

/**
 * The regular expression of a `pattern`: with the flag `u`, as JSON Schema recommends, else without it, for patterns that
 * escape too much. Undefined if ECMA-262 does not read it as it is meant.
 */
export function readPattern(pattern: string): RegExp | undefined {
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
