import { present } from '../defined.ts';
import { LEVELS } from '../schema/schema.ts';
import { heading, type Paint, plural, table, wrapped } from './console-text.ts';
import { clipped, visible } from './escape.ts';
import { VERDICT_WORDS, VERDICTS, withRemedy } from './facts.ts';
import type { Report } from './model.ts';
import { clausesIn, notTestedOf, type Reason, type Untested } from './not-tested.ts';

/** How many clauses of each level came to which verdict. */
export function summaryLines({ summary }: Report, paint: Paint): readonly string[] {
  const levels = LEVELS.filter((level) => VERDICTS.some((kind) => summary.byLevel[level][kind] > 0));
  const rows = levels.map((level) => [
    level,
    ...VERDICTS.map((kind) => summary.byLevel[level][kind]),
    VERDICTS.reduce((sum, kind) => sum + summary.byLevel[level][kind], 0),
  ]);
  const [head = '', ...body] = table([['Clauses', ...VERDICTS.map((kind) => VERDICT_WORDS[kind]), 'all'], ...rows]);
  return [heading(head, paint), ...body];
}

/** Of each kind so many reasons are told: what the user can change in more of them. */
const REASONS = { open: 8, hidden: 3, closed: 3 } as const;

/** Why clauses were not tested, by what can be done about it. */
export function notExercisedLines(report: Report, paint: Paint): readonly string[] {
  const groups = notTestedOf(report);
  if (groups.length === 0) return [];
  const all = groups.flatMap(({ reasons }) => reasons);
  return [
    heading(`Not tested: ${plural(clausesIn(all), 'clause')}`, paint),
    ...groups.flatMap((group) => groupLines(group, paint)),
  ];
}

function groupLines({ kind, title, reasons }: Untested, paint: Paint): readonly string[] {
  const told = reasons.slice(0, REASONS[kind]);
  const others = reasons.slice(REASONS[kind]);
  return present(
    `  ${title}`,
    ...told.flatMap((group) => wrapped(because(group), `${String(group.clauses.length).padStart(6)}  `)),
    others.length > 0 &&
      `${String(clausesIn(others)).padStart(6)}  ${paint.dim(`for ${plural(others.length, 'other reason')}, in report.json`)}`,
  );
}

function because({ kind, reason, remedy }: Reason): string {
  const tried = kind === 'inconclusive' ? 'inconclusive: ' : '';
  return clipped(visible(`${tried}${withRemedy(reason, remedy)}`), 240);
}
