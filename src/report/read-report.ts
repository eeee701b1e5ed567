import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve as resolvePath } from 'node:path';
import { BOUNDS } from '../bounds.ts';
import { UsageError } from '../errors.ts';
import { readUserFile } from '../files.ts';
import { memoize } from '../memoize.ts';
import { packageRoot } from '../package.ts';
import type { Schema } from '../schema/schema.ts';
import { firstFaultUnder } from '../schema/schema-errors.ts';
import { REPORT } from './json.ts';
import type { Report } from './model.ts';

/** The report of a run, by its folder or its file. Throws a UsageError if there is none that this version can read. */
export function readReport(given: string, cwd: string): Report {
  const report = parsed(readUserFile(fileOfRun(given, REPORT, cwd), 'report', BOUNDS.journalBytes), given);
  const fault = reportFault()(report);
  if (fault !== undefined)
    throw new UsageError(
      `${given}: this is no report of a run, or one of another version (${fault}); conform judge <run> --report <folder> makes one from a journal.`,
    );
  return report as Report;
}

/** The path of a file of a run. `given` is the folder of the run, or the file itself. Throws a UsageError if there is none. */
export function fileOfRun(given: string, name: string, cwd: string): string {
  const path = resolvePath(cwd, given);
  const file = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true ? join(path, name) : path;
  if (existsSync(file)) return file;
  throw new UsageError(`${given}: there is no run; give the folder that conform run wrote, or its ${name}.`);
}

/** The folder of a run. `path` is this folder, or a file in it. */
export function folderOfRun(path: string): string {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true ? dirname(path) : path;
}

/** The folder below which runs are kept unless `--report` names another. */
const RUNS = 'reports';

/** `reports/2026-11-21T09-44-03-staging.example`: sorted by time, fit for any file system. */
export function defaultFolder(baseUrl: string): string {
  return folderOf(new Date().toISOString().slice(0, 19).replaceAll(':', '-'), baseUrl);
}

/** The folder of a run below the default place. The host in its name keeps services apart. */
export function folderOf(name: string, baseUrl: string): string {
  return join(RUNS, `${name}-${new URL(baseUrl).host.replaceAll(/[^\w.-]+/gu, '-')}`);
}

/** The folders of the runs below the default place, as paths from `cwd`. The last written comes first. */
export function runsIn(cwd: string): readonly string[] {
  const found = (existsSync(join(cwd, RUNS)) ? readdirSync(join(cwd, RUNS)) : []).flatMap((name) => {
    const written = statSync(join(cwd, RUNS, name, REPORT), { throwIfNoEntry: false })?.mtimeMs;
    return written === undefined ? [] : [{ folder: join(RUNS, name), written }];
  });
  return found.sort((a, b) => b.written - a.written).map(({ folder }) => folder);
}

/** The folder of the last written run, as a path from `cwd`. Throws a UsageError if there is none. */
export function latestRun(cwd: string): string {
  const [latest] = runsIn(cwd);
  if (latest === undefined)
    throw new UsageError(`no run is named, and ${RUNS}/ holds none; give the folder that conform run wrote.`);
  return latest;
}

/** Finds the first fault of a report under the published schema. */
const reportFault = memoize(() =>
  firstFaultUnder(JSON.parse(readFileSync(join(packageRoot(), 'src/report/report.schema.json'), 'utf8')) as Schema),
);

function parsed(text: string, given: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new UsageError(`${given}: this is no JSON; give the folder of a run, or its ${REPORT}.`);
  }
}
