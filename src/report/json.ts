import { renameSync, rmSync, writeFileSync } from 'node:fs';

/** The name of the report within the folder of a run. */
export const REPORT = 'report.json';

/**
 * JSON that is safe to print anywhere. Values stay the same, but each character that a terminal, an editor or a log viewer
 * could obey (C1, direction marks, invisible ones) is written as a JSON escape.
 */
export function renderJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2).replaceAll(HIDDEN, jsonEscapes)}\n`;
}

const HIDDEN = /(?!\n)[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}\p{Cs}]/gu;

/** A character as JSON escapes, one for each of its code units. */
export function jsonEscapes(character: string): string {
  return Array.from(
    { length: character.length },
    (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`,
  ).join('');
}

/** Writes a file under another name and then renames it: a reader sees the old report or the new one, never half of one. */
export function writeWhole(path: string, text: string): void {
  const draft = `${path}.${process.pid}.part`;
  try {
    writeFileSync(draft, text, { mode: 0o600 });
    renameSync(draft, path);
  } catch (error) {
    // Half a file is useless, and the disk may be full.
    rmSync(draft, { force: true });
    throw error;
  }
}
