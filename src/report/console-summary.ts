import { present } from '../defined.ts';
import { plural } from '../nouns.ts';
import { LEVELS } from '../schema/schema.ts';
import { type Paint, table, wrapped } from './console-text.ts';
import { clipped, visible } from './escape.ts';
import { VERDICT_WORDS, VERDICTS, withRemedy } from './facts.ts';
import type { Report } from './model.ts';
import { clausesIn, notTestedOf, type Reason, type Untested } from './not-tested.ts';

/** The number of clauses for each level and verdict. */
export function summaryLines({ summary }: Report, paint: Paint): readonly string[] {
  const levels = LEVELS.filter((level) => VERDICTS.some((kind) => summary.byLevel[level][kind] > 0));
  const rows = levels.map((level) => [
    level,
    ...VERDICTS.map((kind) => summary.byLevel[level][kind]),
    VERDICTS.reduce((sum, kind) => sum + summary.byLevel[level][kind], 0),
  ]);
  const [head = '', ...body] = table([['Clauses', ...VERDICTS.map((kind) => VERDICT_WORDS[kind]), 'all'], ...rows]);
  return [paint.bold(head), ...body];
}

/** How many reasons of each kind are listed. Those that the user can change get the most room. */
const MAX_REASONS = { open: 8, hidden: 3, closed: 3 } as const;

/** Why clauses were not tested, by what can be done about it. */
export function notExercisedLines(report: Report, paint: Paint): readonly string[] {
  const groups = notTestedOf(report);
  if (groups.length === 0) return [];
  const all = groups.flatMap(({ reasons }) => reasons);
  return [
    paint.bold(`Not tested: ${plural(clausesIn(all), 'clause')}`),
    ...groups.flatMap((group) => groupLines(group, paint)),
  ];
}

function groupLines({ kind, title, reasons }: Untested, paint: Paint): readonly string[] {
  const listed = reasons.slice(0, MAX_REASONS[kind]);
  const others = reasons.slice(MAX_REASONS[kind]);
  return present(
    `  ${title}`,
    ...listed.flatMap((group) => wrapped(reasonText(group), `${String(group.clauses.length).padStart(6)}  `)),
    others.length > 0 &&
      `${String(clausesIn(others)).padStart(6)}  ${paint.dim(`for ${plural(others.length, 'other reason')}, in report.json`)}`,
  );
}

function reasonText({ kind, reason, remedy }: Reason): string {
  const prefix = kind === 'inconclusive' ? 'inconclusive: ' : '';
  return clipped(visible(`${prefix}${withRemedy(reason, remedy)}`), 240);
}
