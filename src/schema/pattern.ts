/** What other dialects write, and ECMA-262 without `u` takes for plain letters (`\Z`, `\p{L}`, `\x{41}`) or another class. */
const OF_OTHERS = /\\[^\W_bBcdDfknrsStvwWxu0-9]|\\[ux]\{|\[\[:|&&\[|\[\^?\]|\{,\d/u;

/** Delimiters of another language around an anchored pattern: as ECMA-262 reads it, no text could match. */
const DELIMITED = /^\/\^|\$\/[a-z]*$/u;

/**
 * The regular expression of a `pattern`: with the flag `u`, as JSON Schema has it, and else without, for whoever escapes
 * more than needs it. Undefined where ECMA-262 does not read it as it is meant.
 */
export function readPattern(pattern: string): RegExp | undefined {
  const plain = pattern.replaceAll('\\\\', '');
  if (DELIMITED.test(plain)) return undefined;
  return compiled(pattern, 'u') ?? (OF_OTHERS.test(plain) ? undefined : compiled(pattern, ''));
}

function compiled(pattern: string, flags: string): RegExp | undefined {
  try {
    return new RegExp(pattern, flags);
  } catch {
    return undefined;
  }
}
