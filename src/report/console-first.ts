import { heading, type Paint, plural } from './console-text.ts';
import { clipped, visible } from './escape.ts';
import type { Finding, OperationSummary, Report } from './model.ts';

/** What to do first: the set-up where it is in the way, else the gravest finding. */
export function firstLines(report: Report, paint: Paint): readonly string[] {
  const { setup, findings } = report;
  if (setup.length > 0)
    return [
      heading('Fix the set-up first', paint),
      ...setup.flatMap(({ message, remedy }) => [
        `  ${paint.yellow(clipped(visible(message), 400))}`,
        `    -> ${clipped(visible(remedy), 400)}`,
      ]),
    ];
  const open = findings.filter(({ excused }) => excused === undefined);
  const [first] = open;
  if (first === undefined) return [];
  return [heading('What to do first', paint), `  ${clipped(visible(first.title), 300)}`, ...reach(first, open)];
}

function reach({ clauses, hides }: Finding, { length }: readonly Finding[]): readonly string[] {
  const hidden = hides.length === 0 ? '' : `, and hides ${hides.length} more`;
  return [`  It explains ${plural(clauses.length, 'clause')}${hidden}; ${plural(length, 'finding')} in all.`];
}

/** Columns that a terminal has at least. */
const COLUMNS = 80;

/** One line for each operation: what was shown of it, what is broken, and what was not exercised. */
export function operationLines({ summary: { operations } }: Report, paint: Paint): readonly string[] {
  if (operations.length === 0) return [];
  const room = COLUMNS - 24;
  const head = `${'Operations'.padEnd(room)}${['shown', 'broken', 'not exerc.'].map((word) => word.padStart(word === 'shown' ? 6 : word.length + 1)).join('')}`;
  return [heading(head, paint), ...operations.map((one) => operationLine(one, room, paint))];
}

function operationLine(
  { operation, passed, failed, warned, notExercised }: OperationSummary,
  room: number,
  paint: Paint,
) {
  const name = visible(operation)
    .slice(0, room - 3)
    .padEnd(room - 2);
  const mark =
    failed > 0 ? paint.red('x') : warned > 0 ? paint.yellow('!') : passed > 0 ? paint.green('+') : paint.dim('-');
  return `${mark} ${name}${String(passed).padStart(6)}${String(failed + warned).padStart(7)}${String(notExercised).padStart(11)}`;
}
