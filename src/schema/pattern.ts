/** What other dialects write (`\Z`, `\p{L}`, `[[:alpha:]]`), and ECMA-262 without `u` takes for plain letters. */
const OF_OTHERS = /\\[^\W_bBcdDfknrsStvwWxu0-9]|\\u\{|\[\[:/u;

/**
 * The regular expression of a `pattern`: with the flag `u`, as JSON Schema has it, and else without, for whoever escapes
 * more than needs it. Undefined where ECMA-262 does not read it as it is meant.
 */
export function readPattern(pattern: string): RegExp | undefined {
  return compiled(pattern, 'u') ?? (OF_OTHERS.test(pattern.replaceAll('\\\\', '')) ? undefined : compiled(pattern, ''));
}

function compiled(pattern: string, flags: string): RegExp | undefined {
  try {
    return new RegExp(pattern, flags);
  } catch {
    return undefined;
  }
}
