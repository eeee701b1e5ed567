import { renameSync, rmSync, writeFileSync } from 'node:fs';

/** The name of the report within the folder of a run. */
export const REPORT = 'report.json';

/**
 * JSON that is safe to print anywhere: the values are untouched, and every character that a terminal, an editor or a log
 * viewer could obey (C1, those that turn the direction of writing, invisible ones) is written as an escape of JSON.
 */
export function renderJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2).replaceAll(HIDDEN, jsonEscapes)}\n`;
}

const HIDDEN = /(?!\n)[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}\p{Cs}]/gu;

/** A character as JSON may write it: one escape for each of its code units. */
export function jsonEscapes(character: string): string {
  return Array.from(
    { length: character.length },
    (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`,
  ).join('');
}

/** Written beside its place and then moved there: a reader sees the old report or the new one, never half of one. */
export function writeWhole(path: string, text: string): void {
  const draft = `${path}.${process.pid}.part`;
  try {
    writeFileSync(draft, text, { mode: 0o600 });
    renameSync(draft, path);
  } catch (error) {
    // Half a file helps nobody, and a disk that is full has better uses.
    rmSync(draft, { force: true });
    throw error;
  }
}
