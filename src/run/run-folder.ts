import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode, UsageError } from '../errors.ts';
import { madeFolder, orRefused } from '../files.ts';
import { REPORT, renderJson, writeWhole } from '../report/json.ts';
import type { Report } from '../report/model.ts';
import { lockFolder } from '../send/folder-lock.ts';
import { JOURNAL, openJournal } from '../send/journal-file.ts';
import type { Listener } from './choices.ts';

/** The folder of a run. It is locked against other runs until it is closed. */
export interface RunFolder {
  readonly journal: Listener;
  /** Writes the report. Throws a UsageError if it cannot be written. */
  save(report: Report): void;
  close(): void;
}

/** Creates the folder if necessary; `what` names it in messages. Throws a UsageError if it cannot be used. */
export function openRunFolder(path: string, what: string): RunFolder {
  const unlock = lockFolder(madeFolder(path, what));
  try {
    const { sink, close } = openJournal(join(path, JOURNAL));
    // If this run fails, nobody takes the report of an earlier run for its own.
    const file = join(path, REPORT);
    orRefused(file, () => rmSync(file, { force: true }));
    return {
      journal: sink,
      save(report) {
        try {
          writeWhole(file, renderJson(report));
        } catch (error) {
          throw new UsageError(
            `the report cannot be written to ${path} (${errorCode(error)}); give another folder with --report. ${report.outcome.sentence}`,
          );
        }
      },
      close() {
        close();
        unlock();
      },
    };
  } catch (error) {
    unlock();
    throw error;
  }
}
