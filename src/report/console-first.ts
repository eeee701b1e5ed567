import { flagsFor, rerunCommand } from './command.ts';
import { COLUMNS, heading, type Paint, wrapped, wrappedIn } from './console-text.ts';
import { clipped, visible } from './escape.ts';
import { OPERATION_COLUMNS } from './facts.ts';
import { greatestOf, reachOf } from './greatest.ts';
import type { OperationSummary, Report, VerdictKind } from './model.ts';

/** What to do first: the set-up where it is in the way, else the finding that explains more than any other. */
export function firstLines(report: Report, paint: Paint): readonly string[] {
  const { setup, findings, run } = report;
  if (setup.length > 0)
    return [
      heading('Fix the set-up first', paint),
      ...setup.flatMap(({ message, remedy }) => [
        ...wrappedIn(clipped(visible(message), 400), '  ', paint.yellow),
        ...wrapped(clipped(visible(remedy), 400), '    -> '),
      ]),
    ];
  const first = greatestOf(findings);
  if (first === undefined) return [];
  return [
    heading('What to do first', paint),
    ...wrapped(clipped(visible(`Finding ${findings.indexOf(first) + 1}: ${first.title}`), 300), '  '),
    ...wrapped(`${reachOf(first)}. To see it alone:`, '  '),
    `  ${visible(`${rerunCommand(run)} ${flagsFor(first, run)}`)}`,
  ];
}

/** One line for each operation: what passed, what failed, and what was not tested. */
export function operationLines({ summary: { operations }, clauses }: Report, paint: Paint): readonly string[] {
  if (operations.length === 0) return [];
  const room = COLUMNS - WIDTHS.reduce((sum, width) => sum + width, 0);
  const head = `${'Operations'.padEnd(room)}${columns(OPERATION_COLUMNS)}`;
  const rows = [...operations, ...ofNoOperation(clauses)];
  return [heading(head, paint), ...rows.map((one) => operationLine(one, room, paint))];
}

type Row = Pick<OperationSummary, 'operation' | 'passed' | 'failed' | 'warned' | 'notExercised'>;

/** The last row, so that the column comes to what the verdict says. */
function ofNoOperation(clauses: Report['clauses']): readonly Row[] {
  const kinds = clauses.flatMap(({ operation, verdict }) => (operation === undefined ? [verdict] : []));
  const count = (...of: readonly VerdictKind[]) => kinds.filter((kind) => of.includes(kind)).length;
  if (kinds.length === 0) return [];
  const notExercised = count('skip', 'inconclusive', 'error');
  return [
    {
      operation: 'the service as a whole',
      passed: count('pass'),
      failed: count('fail'),
      warned: count('warn'),
      notExercised,
    },
  ];
}

function operationLine({ operation, passed, failed, warned, notExercised }: Row, room: number, paint: Paint) {
  const name = visible(operation)
    .slice(0, room - 3)
    .padEnd(room - 2);
  const mark =
    failed > 0 ? paint.red('x') : warned > 0 ? paint.yellow('!') : passed > 0 ? paint.green('+') : paint.dim('-');
  return `${mark} ${name}${columns([passed, failed, warned, notExercised])}`;
}

const WIDTHS = OPERATION_COLUMNS.map((word) => word.length + 2);

function columns(cells: readonly (string | number)[]): string {
  return cells.map((cell, index) => String(cell).padStart(WIDTHS[index] ?? 0)).join('');
}
