/** Functions on JSON texts that are used before, or instead of, parsing them. */

const BACKSLASH = 0x5c;

/** The value of a JSON text; undefined if it is not well-formed. Has no bounds: use `readJson` for texts from outside. */
export function parseJson(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}

/** The index of the quote that closes the string literal opened at `start`; the length of the text if there is none. */
export function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end === -1 ? text.length : end;
}

/**
 * The text with the string values of the named members (names in any case) replaced by what `replacement` returns. Undefined
 * keeps a value. It works on the text, so nothing else changes.
 */
export function replaceMembers(
  text: string,
  names: ReadonlySet<string>,
  replacement: (value: string) => string | undefined,
): string {
  const wanted = new Set([...names].map((name) => name.toLowerCase()));
  const pieces: string[] = [];
  let copied = 0;
  for (let start = text.indexOf('"'); start !== -1; ) {
    const end = endOfString(text, start);
    const valueStart = memberValueStart(text, end);
    const isWanted = valueStart !== undefined && wanted.has(unquote(text.slice(start, end + 1)).toLowerCase());
    if (!isWanted) {
      start = text.indexOf('"', end + 1);
      continue;
    }
    const valueEnd = endOfString(text, valueStart);
    const replaced = replacement(unquote(text.slice(valueStart, valueEnd + 1)));
    if (replaced !== undefined) {
      pieces.push(text.slice(copied, valueStart), JSON.stringify(replaced));
      copied = valueEnd + 1;
    }
    start = text.indexOf('"', valueEnd + 1);
  }
  return `${pieces.join('')}${text.slice(copied)}`;
}

/** Where the string value of the member whose name ends at `end` begins; undefined if no string value follows. */
function memberValueStart(text: string, end: number): number | undefined {
  const match = /\s*:\s*(?=")/uy;
  match.lastIndex = end + 1;
  return match.test(text) ? match.lastIndex : undefined;
}

function unquote(literal: string): string {
  const value = parseJson(literal)?.value;
  return typeof value === 'string' ? value : literal.slice(1, -1);
}

function isEscaped(text: string, index: number): boolean {
  let before = index - 1;
  while (text.charCodeAt(before) === BACKSLASH) before -= 1;
  return (index - before) % 2 === 0;
}
