import { appendFileSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative, resolve as resolvePath } from 'node:path';
import { InvalidArgumentError, Option } from 'commander';
import type { Environment } from '../config/environment.ts';
import { targetFileIn } from '../config/target.ts';
import { linesOf, placesOf } from '../config/yaml.ts';
import { conflictOfClause } from '../contract/clause-id.ts';
import type { Clause } from '../contract/contract.ts';
import type { LoadedDocument } from '../contract/load.ts';
import { defined } from '../defined.ts';
import { errorCode, hint, UsageError } from '../errors.ts';
import { assertWritable, isWithin, makeFolder, textOf } from '../files.ts';
import { packageRoot } from '../package.ts';
import { renderMarkdown } from '../report/formats/markdown.ts';
import { REPORTERS, type Reporter, type ReporterName } from '../report/formats/reporter.ts';
import { writeWhole } from '../report/json.ts';
import type { Report } from '../report/model.ts';
import type { ClausePlace, Place, PlaceOf } from '../report/place.ts';
import { type Io, say } from './io.ts';

/** As much of the process as writing needs. */
type Outside = Pick<Io, 'stdout' | 'stderr' | 'env' | 'cwd'>;

/** One format that was asked for, and where it goes; without a file to the place that is usual for it. */
export interface ChosenReporter {
  readonly name: ReporterName;
  readonly file?: string;
}

const NAMES = Object.keys(REPORTERS) as readonly ReporterName[];

/** `--reporter NAME[=FILE]`, repeatable. */
export function reporterOption(): Option {
  return new Option(
    '--reporter <name[=file]>',
    `write the report in another format, too: ${NAMES.join(', ')}; =- prints it instead of the summary (no blank before the -); repeatable (default: the format that this CI reads)`,
  ).argParser(parseReporter);
}

/** `NAME` or `NAME=FILE`, added to those before. */
export function parseReporter(text: string, before: readonly ChosenReporter[] | undefined): readonly ChosenReporter[] {
  const [word = '', ...rest] = text.split('=');
  const name = NAMES.find((one) => one === word);
  if (name === undefined) throw new InvalidArgumentError(`Known: ${NAMES.join(', ')}${hint(word, NAMES)}.`);
  const file = rest.join('=');
  if (rest.length > 0 && file === '') throw new InvalidArgumentError('A file is needed behind the =.');
  return [...(before ?? []), { name, ...(file === '' ? {} : { file }) }];
}

/** The same of all words, for whoever has no command line. */
export function chosenReporters(texts: readonly string[]): readonly ChosenReporter[] {
  try {
    return texts.reduce((chosen: readonly ChosenReporter[], text) => parseReporter(text, chosen), []);
  } catch (error) {
    throw error instanceof InvalidArgumentError ? new UsageError(`reporters: ${error.message}`) : error;
  }
}

/** What the place reads by itself: annotations on GitHub, JUnit XML where GitLab, Azure or Jenkins collect it. */
export function usualReporters(env: Environment): readonly ChosenReporter[] {
  if (env['GITHUB_ACTIONS'] === 'true') return [{ name: 'github' }];
  const collectsJUnit = ['GITLAB_CI', 'TF_BUILD', 'JENKINS_URL'].some((name) => (env[name] ?? '') !== '');
  return collectsJUnit ? [{ name: 'junit' }] : [];
}

/** Does one of them take the place of the summary on the standard output? */
export function replacesSummary(chosen: readonly ChosenReporter[]): boolean {
  return chosen.some(({ file }) => file === '-');
}

export interface Destination {
  /** The folder of the run, absolute. */
  readonly folder: string;
  readonly io: Outside;
  readonly placeOf: PlaceOf;
}

/**
 * Writes the report in every format asked for. A file that cannot be written is told, and keeps no other from being
 * written. Answers the paths that could not be written.
 */
export function writeReports(
  report: Report,
  chosen: readonly ChosenReporter[],
  { folder, io, placeOf }: Destination,
): readonly string[] {
  return chosen.flatMap(({ name, file }) => {
    const reporter: Reporter = REPORTERS[name];
    const text = reporter.render(report, placeOf);
    if (name === 'github') appendStepSummary(report, io);
    if ((file ?? reporter.file) === '-') io.stdout.write(text);
    else return written(pathOf({ name, ...defined({ file }) }, folder, io), text, io) ? [] : [file ?? reporter.file];
    return [];
  });
}

function pathOf({ name, file }: ChosenReporter, folder: string, { cwd }: Pick<Io, 'cwd'>): string {
  return file === undefined ? join(folder, REPORTERS[name].file) : resolvePath(cwd, file);
}

/** Throws a UsageError where one of the files could not be written at the end: found out before the first request. */
export function refuseUnwritable(chosen: readonly ChosenReporter[], { cwd }: Pick<Io, 'cwd'>): void {
  for (const { name, file } of chosen)
    if (file !== undefined && file !== '-') assertWritable(resolvePath(cwd, file), `--reporter ${name}=${file}`);
}

function written(path: string, text: string, io: Outside): boolean {
  try {
    makeFolder(dirname(path));
    writeWhole(path, text);
    return true;
  } catch (error) {
    say(io.stderr, `${path} cannot be written (${errorCode(error)}).`);
    return false;
  }
}

function appendStepSummary(report: Report, { env, stderr }: Outside): void {
  const file = env['GITHUB_STEP_SUMMARY'];
  if (file === undefined || file === '') return;
  try {
    appendFileSync(file, renderMarkdown(report));
  } catch (error) {
    say(stderr, `The step summary cannot be written (${errorCode(error)}).`);
  }
}

/**
 * Two formats in one file would leave the later one alone, and two on standard output would be neither. A file that a user
 * names stands in their folder, one that is not named in that of the run.
 */
export function refuseSharedFiles(chosen: readonly ChosenReporter[], { json = false }: { json?: boolean } = {}): void {
  const files = chosen.map(({ name, file }) =>
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

/**
 * Where clauses stand in the contract document, or in the file beside it that states them. The files are read again when
 * the first place is asked for.
 */
export function placesIn(
  { path, companions }: LoadedDocument,
  clauses: ReadonlyMap<string, Clause>,
  cwd: string = packageRoot(),
  targetFile: string | undefined = targetFileIn(cwd),
): PlaceOf {
  const isOurs = isWithin(packageRoot(), path);
  const shown = (file: string): string => relative(isOurs ? packageRoot() : cwd, file).replaceAll('\\', '/');
  // A mark at a line of this package would point nowhere: the file that says which service is meant is the user's own.
  const target =
    targetFile === undefined
      ? undefined
      : { file: relative(cwd, resolvePath(cwd, targetFile)).replaceAll('\\', '/'), line: 1 };
  const withUsers = (place: Place): ClausePlace => ({ ...place, users: isOurs ? target : place });
  let lineOf: ((pointer: string) => number) | undefined;
  let beside: readonly Beside[] | undefined;
  return (id) => {
    const clause = clauses.get(id);
    if (clause === undefined) return undefined;
    const isConflict = conflictOfClause(id) !== undefined;
    if (clause.origin === 'stated' || isConflict) {
      beside ??= companions.map((file) => ({ file: shown(file), lineOf: linesOf(textOf(readFileSync(file))) }));
      const stated = statedIn(beside, isConflict ? clause.pointer : `/clauses/${id}`);
      if (stated !== undefined) return withUsers(stated);
    }
    lineOf ??= placesOf(textOf(readFileSync(path)));
    return withUsers({ file: shown(path), line: lineOf(clause.pointer) });
  };
}

interface Beside {
  readonly file: string;
  readonly lineOf: (pointer: string) => number | undefined;
}

function statedIn(files: readonly Beside[], pointer: string): Place | undefined {
  return files
    .map(({ file, lineOf }) => ({ file, line: lineOf(pointer) }))
    .find((one): one is { readonly file: string; readonly line: number } => one.line !== undefined);
}
