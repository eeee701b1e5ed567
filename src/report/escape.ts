/**
 * Text from a target, made harmless for a terminal and for the log of a CI: control and escape characters, those that
 * turn the direction of writing, invisible ones and halves of surrogate pairs are shown as escapes, and so is the mark
 * of a logging command (`::name` at the beginning for GitHub, `##[` and `##vso[` anywhere for Azure). One line stays one line.
 */
export function visible(text: string): string {
  return text.replaceAll(HIDDEN, escaped).replaceAll(LOGGING_COMMAND, escaped);
}

const LOGGING_COMMAND = /(?<=^\s*):(?=:)|#(?=#(?:vso)?\[)/giu;

const HIDDEN = /[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}\p{Cs}]/gu;

function escaped(character: string): string {
  const short = SHORT[character];
  return short ?? `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}

const SHORT: Readonly<Record<string, string | undefined>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** A long text cut to what a reader takes in. */
export function clipped(text: string, limit: number): string {
  const characters = [...text];
  return characters.length > limit ? `${characters.slice(0, limit).join('')}… (${characters.length} characters)` : text;
}

/** The same for one value within a sentence: how much more there is does not matter there. */
export function cut(text: string, limit: number): string {
  const characters = [...text];
  return characters.length > limit ? `${characters.slice(0, limit).join('')}…` : text;
}

/** The same within so many UTF-16 code units, with the mark that it is cut. */
export function fit(text: string, room: number): string {
  if (text.length <= room) return text;
  const whole = text.slice(0, Math.max(0, room - 1)).replace(/[\ud800-\udbff]$/u, '');
  return `${whole}…`;
}
