import { dirname, join } from 'node:path';
import { sameRun } from './command.ts';
import type { Comparison } from './compare.ts';
import { changeLines } from './console-changes.ts';
import { findingLines } from './console-findings.ts';
import { firstLines, operationLines } from './console-first.ts';
import { gateLines } from './console-gate.ts';
import { readingLines } from './console-readings.ts';
import { notExercisedLines, summaryLines } from './console-summary.ts';
import { heading, type Paint } from './console-text.ts';
import { visible } from './escape.ts';
import type { Report } from './model.ts';
import { shellWord } from './shell-word.ts';

export interface ConsoleOptions {
  readonly paint: Paint;
  /** Where the whole report is; undefined where none was written. */
  readonly reportPath?: string;
  /** What changed since the run of which only the failures were asked for again. */
  readonly since?: Comparison;
  /** Findings to print at most; 50 unless told. */
  readonly maxFindings?: number;
}

/** As the reporter `html` calls it. */
const PAGE = 'report.html';

/** The report for somebody who reads it in a terminal, from the top: verdict, what to do first, operations, findings by gravity, tables. Ends with the verdict and the exit status in words. Pure. */
export function renderConsole(report: Report, { paint, reportPath, since, maxFindings = 50 }: ConsoleOptions): string {
  // Where nothing of the target was reached, the tables would say nothing on forty lines.
  const blocks = isUnreached(report)
    ? [firstLines(report, paint), endLines(report, paint, reportPath)]
    : wholeBlocks(report, {
        paint,
        maxFindings,
        ...(since === undefined ? {} : { since }),
        ...(reportPath === undefined ? {} : { reportPath }),
      });
  return `${blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

function isUnreached({ setup, findings, clauses }: Report): boolean {
  return setup.length > 0 && findings.length === 0 && !clauses.some(({ verdict }) => verdict === 'pass');
}

function wholeBlocks(
  report: Report,
  { paint, reportPath, since, maxFindings = 50 }: ConsoleOptions,
): readonly (readonly string[])[] {
  return [
    [verdictLine(report, paint)],
    headerLines(report, paint),
    firstLines(report, paint),
    operationLines(report, paint),
    findingLines(report, paint, maxFindings, reportPath ?? 'report.json'),
    readingLines(report, paint),
    summaryLines(report, paint),
    notExercisedLines(report, paint),
    gateLines(report, paint),
    noteLines(report, paint),
    since === undefined ? [] : changeLines('Since that run', since, paint),
    endLines(report, paint, reportPath),
  ];
}

/** Where the report is, the sentence, and the exit status: the end of what `renderConsole` prints, by itself. */
export function renderEnding(report: Report, { paint, reportPath }: ConsoleOptions): string {
  return `${endLines(report, paint, reportPath).join('\n')}\n`;
}

function headerLines({ suite, document, run }: Report, paint: Paint): readonly string[] {
  const branches = Object.entries(run.profile.branches).map(([conflict, branch]) => `${conflict} ${branch}`);
  const facts = [
    ['target', run.baseUrl],
    [
      'profile',
      `${run.profile.name}${branches.length === 0 ? ' (every branch is accepted)' : ` (${branches.join(', ')})`}`,
    ],
    [
      'run',
      `${run.requests} requests in ${duration(run)}, depth ${run.depth}, seed ${run.seed}${run.strict ? ', strict' : ''}`,
    ],
    ['given', `credentials ${listed(run.credentials)}; permissions ${listed(run.permissions)}`],
    ...(run.only.length === 0 ? [] : [['only', run.only.join(', ')]]),
  ];
  return [
    paint.bold(visible(`${suite.name} ${suite.version}: ${document.title} ${document.version}`)),
    ...facts.map(([name = '', value = '']) => `  ${paint.dim(name.padEnd(8))}${visible(value)}`),
  ];
}

function listed(words: readonly string[]): string {
  return words.length === 0 ? 'none' : words.join(', ');
}

function duration({ startedAt, finishedAt }: Report['run']): string {
  const seconds = (Date.parse(finishedAt) - Date.parse(startedAt)) / 1000;
  return seconds < 120 ? `${seconds.toFixed(1)} s` : `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}

function noteLines({ notes }: Report, paint: Paint): readonly string[] {
  return notes.length === 0 ? [] : [heading('Notes', paint), ...notes.map((note) => `  ${visible(note)}`)];
}

function verdictLine({ outcome }: Report, paint: Paint): string {
  const colour = outcome.exitStatus === 0 ? paint.green : outcome.exitStatus === 3 ? paint.yellow : paint.red;
  return colour(paint.bold(visible(outcome.sentence)));
}

function endLines(report: Report, paint: Paint, reportPath: string | undefined): readonly string[] {
  const { outcome } = report;
  return [
    ...(reportPath === undefined ? [] : pathLines(report, paint, reportPath)),
    verdictLine(report, paint),
    `Exit status ${outcome.exitStatus}: ${statusWords(report)}.`,
    ...leftLines(report, paint),
  ];
}

/** The page first: it is what most readers want. */
function pathLines({ findings, run }: Report, paint: Paint, reportPath: string): readonly string[] {
  const folder = dirname(reportPath);
  const counts = findings.some(({ excused }) => excused === undefined);
  return [
    `${paint.dim('The page to look at:')} ${visible(join(folder, PAGE))} (for programs: report.json beside it)`,
    ...(counts
      ? [`${paint.dim('Only what failed, again:')} ${visible(sameRun(run))} --failed ${visible(shellWord(folder))}`]
      : []),
  ];
}

/** Why it ended so, in words; nothing more is claimed than what counts. */
function statusWords({ outcome: { exitStatus }, clauses, run }: Report): string {
  if (exitStatus === 0 && clauses.some(({ excused, verdict }) => excused !== undefined && verdict !== 'pass'))
    return 'nothing is broken beyond what is let through';
  if (exitStatus === 0 && run.only.length > 0) return 'nothing of what was asked about is broken';
  return STATUS_WORDS[exitStatus] ?? 'see the sentence above';
}

/** The last line, so that nobody overlooks it: what is still there, and what to do about it. */
function leftLines({ leftBehind = [] }: Report, paint: Paint): readonly string[] {
  if (leftBehind.length === 0) return [];
  const [later, never] = [leftBehind.filter(({ removable }) => removable), leftBehind.filter((one) => !one.removable)];
  const parts = [
    ...(later.length === 0 ? [] : [`${later.length} that conform clean takes back (${operationsIn(later)} failed)`]),
    ...(never.length === 0
      ? []
      : [`${never.length} of ${operationsIn(never)}, to be deleted by hand (ids in the notes)`]),
  ];
  return [paint.yellow(visible(`Left behind: ${parts.join('; ')}.`))];
}

function operationsIn(left: NonNullable<Report['leftBehind']>): string {
  return [...new Set(left.map(({ operation }) => operation))].join(', ');
}

const STATUS_WORDS: Readonly<Record<number, string | undefined>> = {
  0: 'the target conforms',
  1: 'the target breaks the contract',
  2: 'the suite was used or configured wrongly',
  3: 'incomplete: neither conformance nor a violation could be established',
  4: 'the suite itself failed',
  5: 'a known failure passes now; remove it from the list',
};
