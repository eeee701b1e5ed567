import { flagsFor, rerunCommand } from './command.ts';
import { COLUMNS, type Paint, wrapped } from './console-text.ts';
import { clipped, visible } from './escape.ts';
import { OPERATION_COLUMNS, verdictCounts } from './facts.ts';
import { greatestOf, reachOf } from './greatest.ts';
import type { OperationSummary, Report } from './model.ts';

/** What to do first: fix the set-up if it has problems, else the finding that explains the most. */
export function firstLines(report: Report, paint: Paint): readonly string[] {
  const { setup, findings, run } = report;
  if (setup.length > 0)
    return [
      paint.bold('Fix the set-up first'),
      ...setup.flatMap(({ message, remedy }) => [
        ...wrapped(clipped(visible(message), 400), '  ', { paint: paint.yellow }),
        ...wrapped(clipped(visible(remedy), 400), '    -> '),
      ]),
    ];
  const first = greatestOf(findings);
  if (first === undefined) return [];
  return [
    paint.bold('What to do first'),
    ...wrapped(clipped(visible(`Finding ${findings.indexOf(first) + 1}: ${first.title}`), 300), '  '),
    ...wrapped(`${reachOf(first)}. To see it alone:`, '  '),
    `  ${visible(`${rerunCommand(run)} ${flagsFor(first, run)}`)}`,
  ];
}

/** One line for each operation: what passed, what failed, and what was not tested. */
export function operationLines({ summary: { operations }, clauses }: Report, paint: Paint): readonly string[] {
  if (operations.length === 0) return [];
  const nameWidth = COLUMNS - WIDTHS.reduce((sum, width) => sum + width, 0);
  const head = `${'Operations'.padEnd(nameWidth)}${columns(OPERATION_COLUMNS)}`;
  const rows = [...operations, ...serviceRow(clauses)];
  return [paint.bold(head), ...rows.map((one) => operationLine(one, nameWidth, paint))];
}

type Row = Pick<OperationSummary, 'operation' | 'passed' | 'failed' | 'warned' | 'notExercised'>;

/** The last row: clauses without an operation. With it the columns add up to the counts of the verdict. */
function serviceRow(clauses: Report['clauses']): readonly Row[] {
  const own = clauses.filter(({ operation }) => operation === undefined);
  return own.length === 0 ? [] : [{ operation: 'the service as a whole', ...verdictCounts(own) }];
}

function operationLine({ operation, passed, failed, warned, notExercised }: Row, nameWidth: number, paint: Paint) {
  const name = visible(operation)
    .slice(0, nameWidth - 3)
    .padEnd(nameWidth - 2);
  const mark =
    failed > 0 ? paint.red('x') : warned > 0 ? paint.yellow('!') : passed > 0 ? paint.green('+') : paint.dim('-');
  return `${mark} ${name}${columns([passed, failed, warned, notExercised])}`;
}

const WIDTHS = OPERATION_COLUMNS.map((word) => word.length + 2);

function columns(cells: readonly (string | number)[]): string {
  return cells.map((cell, index) => String(cell).padStart(WIDTHS[index] ?? 0)).join('');
}
