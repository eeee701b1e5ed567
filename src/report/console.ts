import { dirname, join } from 'node:path';
import { present } from '../defined.ts';
import { plural } from '../nouns.ts';
import { cleanCommand, rerunCommand, shellWord } from './command.ts';
import type { Comparison } from './compare.ts';
import { changeLines } from './console-changes.ts';
import { findingLines } from './console-findings.ts';
import { firstLines, operationLines } from './console-first.ts';
import { gateLines } from './console-gate.ts';
import { readingLines } from './console-readings.ts';
import { notExercisedLines, summaryLines } from './console-summary.ts';
import { blocksOf, type Paint, wrapped } from './console-text.ts';
import { visible } from './escape.ts';
import { isCounted, listed, secondsOf, selectionWords } from './facts.ts';
import { isAsBefore } from './gate.ts';
import type { Report } from './model.ts';
import { WRONG_USAGE } from './outcome.ts';

export interface ConsoleOptions {
  readonly paint: Paint;
  /** The path of the report; undefined if none was written. */
  readonly reportPath?: string | undefined;
  /** What changed since the run whose failures were tested again. */
  readonly since?: Comparison | undefined;
  /** The files that could not be written. */
  readonly unwritten?: readonly string[];
  /** Printed before the verdict at the end. */
  readonly remark?: string | undefined;
}

/** At most this many findings are printed: of a whole run, and of a round of `conform watch`. */
const MAX_FINDINGS = { run: 50, round: 10 } as const;

const PAGE_FILE = 'report.html';

/** The report for a terminal. It begins with the verdict and ends with the verdict and the exit status in words. Pure. */
export function renderConsole(report: Report, options: ConsoleOptions): string {
  // If nothing of the target was reached, the tables would be forty lines without content.
  const blocks = isUnreached(report)
    ? // No verdict here: its sentence repeats the first lines.
      [firstLines(report, options.paint), endLines(report, options, [])]
    : wholeBlocks(report, options);
  return blocksOf(blocks);
}

function isUnreached({ setup, findings, clauses }: Report): boolean {
  return setup.length > 0 && findings.length === 0 && !clauses.some(({ verdict }) => verdict === 'pass');
}

function wholeBlocks(report: Report, options: ConsoleOptions): readonly (readonly string[])[] {
  const { paint, reportPath, since } = options;
  return [
    verdictLines(report, paint),
    headerLines(report, paint),
    firstLines(report, paint),
    operationLines(report, paint),
    findingLines(report, paint, MAX_FINDINGS.run, reportPath ?? 'report.json'),
    readingLines(report, paint),
    summaryLines(report, paint),
    notExercisedLines(report, paint),
    gateLines(report, paint),
    noteLines(report, paint),
    since === undefined ? [] : changeLines('Since that run', since, paint),
    endLines(report, options),
  ];
}

/** One round of `conform watch`: what to do first, the findings, the changes since the last run, and the verdict. Pure. */
export function renderRound(report: Report, changes: Comparison | undefined, options: ConsoleOptions): string {
  const { paint, reportPath = 'report.json' } = options;
  const blocks = [
    firstLines(report, paint),
    findingLines(report, paint, MAX_FINDINGS.round, reportPath),
    changes === undefined ? [] : changeLines('Since the last run', changes, paint),
  ];
  const body = blocks.some((lines) => lines.length > 0) ? `${blocksOf(blocks)}\n` : '';
  return body + renderEnding(report, options);
}

/** Only the end of what `renderConsole` prints: the path of the report, the verdict and the exit status. */
export function renderEnding(report: Report, options: ConsoleOptions): string {
  return `${endLines(report, options, [verdictLine(report, options.paint)]).join('\n')}\n`;
}

/** Only the verdict and the exit status. */
export function renderVerdict(report: Report, { paint, unwritten = [] }: ConsoleOptions): string {
  return `${verdictLine(report, paint)}\n${visible(endingOf(report, unwritten).line)}\n`;
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
      `${plural(run.requests, 'request')} in ${duration(run)}, depth ${run.depth}, seed ${run.seed}${run.strict ? ', strict' : ''}`,
    ],
    ['given', `credentials ${listed(run.credentials)}; permissions ${listed(run.permissions)}`],
    ...(run.only.length === 0 ? [] : [['only', selectionWords(run)]]),
  ];
  return [
    paint.bold(visible(`${suite.name} ${suite.version}: ${document.title} ${document.version}`)),
    ...facts.flatMap(([name = '', value = '']) =>
      wrapped(visible(value), `  ${paint.dim(name.padEnd(8))}`, { columns: 10 }),
    ),
  ];
}

function duration(run: Report['run']): string {
  const seconds = secondsOf(run);
  return seconds < 120 ? `${seconds.toFixed(1)} s` : `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}

function noteLines({ notes }: Report, paint: Paint): readonly string[] {
  if (notes.length === 0) return [];
  return [paint.bold('Notes'), ...notes.flatMap((note) => wrapped(visible(note), '  - '))];
}

const COLOURS: Readonly<Record<Report['outcome']['verdict'], 'green' | 'yellow' | 'red'>> = {
  conforms: 'green',
  incomplete: 'yellow',
  violations: 'red',
  'suite-error': 'red',
  'unexpected-pass': 'red',
};

function verdictLines({ outcome }: Report, paint: Paint): readonly string[] {
  return wrapped(visible(outcome.sentence), '', { paint: (line) => paint[COLOURS[outcome.verdict]](paint.bold(line)) });
}

/** On one line, for programs that read only the last lines. */
function verdictLine({ outcome }: Report, paint: Paint): string {
  return paint[COLOURS[outcome.verdict]](paint.bold(visible(outcome.sentence)));
}

/** The last line has the exit status. */
function endLines(
  report: Report,
  { paint, reportPath, unwritten = [], remark }: ConsoleOptions,
  verdict: readonly string[] = verdictLines(report, paint),
): readonly string[] {
  return [
    ...(reportPath === undefined ? [] : pathLines(report, paint, reportPath)),
    ...(remark === undefined ? [] : [paint.dim(remark)]),
    ...leftLines(report, paint, reportPath),
    ...verdict,
    visible(endingOf(report, unwritten).line),
  ];
}

/** How a command ends after its reports. A file that could not be written outweighs all but a failure of the suite. */
export function endingOf(
  report: Report,
  unwritten: readonly string[],
): { readonly status: number; readonly line: string } {
  const { exitStatus, verdict } = report.outcome;
  const status = unwritten.length === 0 || verdict === 'suite-error' ? exitStatus : WRONG_USAGE;
  const words = status === exitStatus ? statusWords(report) : `${unwritten.join(', ')} could not be written`;
  return { status, line: `Exit status ${status}: ${words}.` };
}

/** The page comes first: most readers want it. */
function pathLines({ findings, run }: Report, paint: Paint, reportPath: string): readonly string[] {
  const folder = dirname(reportPath);
  return present(
    `${paint.dim('Report:')} ${visible(join(folder, PAGE_FILE))} (and report.json)`,
    findings.some(isCounted) &&
      `${paint.dim('Run again what failed:')} ${visible(rerunCommand(run))} --failed ${visible(shellWord(folder))}`,
  );
}

/** The reason for the exit status, in words. It says if known failures remain or only a part was tested. */
export function statusWords({ outcome: { verdict: ending }, clauses, run }: Report): string {
  const excused = clauses.filter((clause) => !isCounted(clause) && clause.verdict !== 'pass');
  if (ending === 'conforms' && excused.length > 0)
    return excused.every(isAsBefore) ? 'nothing is worse than in the earlier run' : 'only known failures remain';
  if (ending === 'conforms' && run.only.length > 0) return 'no selected MUST clause failed';
  return STATUS_WORDS[ending];
}

/** What is left behind and how to remove it. It stands near the end, so that nobody overlooks it. */
function leftLines({ leftBehind = [], run }: Report, paint: Paint, reportPath: string | undefined): readonly string[] {
  if (leftBehind.length === 0) return [];
  const [later, never] = [leftBehind.filter(({ removable }) => removable), leftBehind.filter((one) => !one.removable)];
  const parts = present(
    later.length > 0 && `${plural(later.length, 'thing')} could not be removed (${operationsIn(later)} failed).`,
    never.length > 0 &&
      `${plural(never.length, 'thing')} that ${operationsIn(never)} made cannot be removed over the API; delete by hand (ids under Notes).`,
  );
  return [
    ...wrapped(visible(`Left behind: ${parts.join(' ')}`), '', { paint: paint.yellow }),
    ...present(
      later.length > 0 &&
        reportPath !== undefined &&
        `${paint.dim('To remove it:')} ${visible(cleanCommand(run, dirname(reportPath)))}`,
    ),
  ];
}

function operationsIn(left: NonNullable<Report['leftBehind']>): string {
  return [...new Set(left.map(({ operation }) => operation))].join(', ');
}

const STATUS_WORDS: Readonly<Record<Report['outcome']['verdict'], string>> = {
  conforms: 'no MUST clause failed',
  violations: 'the target breaks the contract',
  incomplete: 'incomplete, no verdict',
  'suite-error': 'the suite itself failed',
  'unexpected-pass': 'a known failure passes now; remove it from the list',
};
