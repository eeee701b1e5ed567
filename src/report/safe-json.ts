/**
 * JSON that is safe to print anywhere: the values are untouched, and every character that a terminal, an editor or a log
 * viewer could obey (C1, those that turn the direction of writing, invisible ones) is written as an escape of JSON.
 */
export function safeJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2).replaceAll(HIDDEN, unicodeEscapes)}\n`;
}

const HIDDEN = /(?!\n)[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}\p{Cs}]/gu;

function unicodeEscapes(character: string): string {
  return Array.from(
    { length: character.length },
    (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`,
  ).join('');
}
