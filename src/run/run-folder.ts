import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode, UsageError } from '../errors.ts';
import { madeFolder, orRefused } from '../files.ts';
import { REPORT, renderJson, writeWhole } from '../report/json.ts';
import type { Report } from '../report/model.ts';
import { lockFolder } from '../send/folder-lock.ts';
import { JOURNAL, openJournal } from '../send/journal-file.ts';
import type { Listener } from './options.ts';

/** The folder of a run that is under way; it takes no other run until it is closed. */
export interface RunFolder {
  readonly journal: Listener;
  /** Throws a UsageError where the disk does not take it; the verdict of a report that nobody can read would be worth nothing. */
  save(report: Report): void;
  close(): void;
}

/** Makes the folder where it is not there; `what` is what it is called. Throws a UsageError where it cannot be used. */
export function openRunFolder(path: string, what: string): RunFolder {
  const unlock = lockFolder(madeFolder(path, what));
  try {
    const { sink, close } = openJournal(join(path, JOURNAL));
    // Nobody takes the report of an earlier run for that of one that breaks down.
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
