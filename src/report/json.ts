import { renameSync, rmSync, writeFileSync } from 'node:fs';
import type { Report } from './model.ts';
import { safeJson } from './safe-json.ts';

/** The name of the report within the folder of a run. */
export const REPORT = 'report.json';

/** The report as text: two blanks of indent, a line break at the end. */
export function renderJson(report: Report): string {
  return safeJson(report);
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
