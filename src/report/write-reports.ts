import { appendFileSync } from 'node:fs';
import { dirname, join, normalize, resolve as resolvePath } from 'node:path';
import type { Environment } from '../config/environment.ts';
import { errorCode, hint, located, UsageError } from '../errors.ts';
import { assertWritable, asTyped, makeFolder } from '../files.ts';
import { visible } from './escape.ts';
import { renderMarkdown } from './formats/markdown.ts';
import { REPORTERS, type Reporter, type ReporterName } from './formats/reporter.ts';
import { writeWhole } from './json.ts';
import type { Report } from './model.ts';
import type { PlaceOf } from './places.ts';

/** The parts of the process that writing needs. */
export interface Outside {
  readonly stdout: { write(text: string): void };
  readonly stderr: { write(text: string): void };
  readonly env: Environment;
  readonly cwd: string;
}

/** One requested format and its file. Without a file it goes to its default place. */
export interface ChosenReporter {
  readonly name: ReporterName;
  readonly file?: string;
}

export const REPORTER_NAMES = Object.keys(REPORTERS) as readonly ReporterName[];

/** Parses `NAME` or `NAME=FILE`, and adds it to those before. Throws a UsageError. */
export function parseReporter(text: string, before: readonly ChosenReporter[] = []): readonly ChosenReporter[] {
  const [word = '', ...rest] = text.split('=');
  const name = REPORTER_NAMES.find((one) => one === word);
  if (name === undefined) throw new UsageError(`Known: ${REPORTER_NAMES.join(', ')}${hint(word, REPORTER_NAMES)}.`);
  const file = rest.join('=');
  if (rest.length > 0 && file === '') throw new UsageError('A file is needed behind the =.');
  return [...before, file === '' ? { name } : { name, file }];
}

/** The same for all texts at once, for callers without a command line. */
export function chosenReporters(texts: readonly string[]): readonly ChosenReporter[] {
  return located('reporters', () => texts.reduce((chosen, text) => parseReporter(text, chosen), NONE));
}

const NONE: readonly ChosenReporter[] = [];

/** The formats that the CI system reads: annotations on GitHub, JUnit XML on GitLab, Azure and Jenkins. */
export function usualReporters(env: Environment): readonly ChosenReporter[] {
  if (env['GITHUB_ACTIONS'] === 'true') return [{ name: 'github' }];
  const collectsJUnit = ['GITLAB_CI', 'TF_BUILD', 'JENKINS_URL'].some((name) => (env[name] ?? '') !== '');
  return collectsJUnit ? [{ name: 'junit' }] : [];
}

/** Does one of them replace the summary on standard output? */
export function replacesSummary(chosen: readonly ChosenReporter[]): boolean {
  return chosen.some(({ name, file }) => file === '-' || (REPORTERS[name].standsAlone === true && file === undefined));
}

export interface Destination {
  /** The folder of the run, absolute. */
  readonly folder: string;
  readonly outside: Outside;
  readonly placeOf: PlaceOf;
  /** Should each written file be named on standard error? */
  readonly named?: boolean;
}

/**
 * Writes the report in every requested format. If a file cannot be written, that is reported, and the others are still
 * written. Returns the paths that could not be written.
 */
export function writeReports(
  report: Report,
  chosen: readonly ChosenReporter[],
  { folder, outside, placeOf, named = false }: Destination,
): readonly string[] {
  return chosen.flatMap(({ name, file }) => {
    const reporter: Reporter = REPORTERS[name];
    const text = reporter.render(report, placeOf);
    if (name === 'github') appendStepSummary(report, outside);
    const path = file === undefined ? join(folder, reporter.file) : resolvePath(outside.cwd, file);
    if ((file ?? reporter.file) !== '-') return isWritten(path, text, outside, named) ? [] : [file ?? reporter.file];
    outside.stdout.write(text);
    return [];
  });
}

/** Throws a UsageError if one of the files could not be written at the end. Called before the first request. */
export function refuseUnwritable(chosen: readonly ChosenReporter[], { cwd }: Pick<Outside, 'cwd'>): void {
  for (const { name, file } of chosen)
    if (file !== undefined && file !== '-') assertWritable(resolvePath(cwd, file), `--reporter ${name}=${file}`);
}

function isWritten(path: string, text: string, { cwd, stderr }: Outside, named: boolean): boolean {
  try {
    makeFolder(dirname(path));
    writeWhole(path, text);
    if (named) stderr.write(`Written: ${visible(asTyped(path, cwd))}\n`);
    return true;
  } catch (error) {
    stderr.write(`${visible(path)} cannot be written (${errorCode(error)}).\n`);
    return false;
  }
}

function appendStepSummary(report: Report, { env, stderr }: Outside): void {
  const file = env['GITHUB_STEP_SUMMARY'];
  if (file === undefined || file === '') return;
  try {
    appendFileSync(file, renderMarkdown(report));
  } catch (error) {
    stderr.write(`The step summary cannot be written (${errorCode(error)}).\n`);
  }
}

/**
 * Refuses two formats in one file, where only the later one would remain, or on standard output, where they would mix. A file
 * that the user names is relative to their folder, a default file is in the folder of the run.
 */
export function refuseSharedFiles(chosen: readonly ChosenReporter[], json = false): void {
  const files = chosen.map(({ name, file = REPORTERS[name].file === '-' ? '-' : undefined }) =>
    file === undefined ? `<the folder of the run>/${REPORTERS[name].file}` : file === '-' ? file : normalize(file),
  );
  const shared = files.find((file, index) => files.indexOf(file) !== index);
  const isStdout = shared === '-' || (json && files.includes('-'));
  if (isStdout)
    throw new UsageError(
      `${json ? '--json and --reporter' : '--reporter: two of them'} would both write to standard output; give the reporter a file.`,
    );
  if (shared !== undefined)
    throw new UsageError(`--reporter: two of them would write ${shared}; give each a file of its own.`);
}
