import { present } from '../defined.ts';
import { LEVELS } from '../schema/schema.ts';
import { heading, type Paint, plural, table, wrapped } from './console-text.ts';
import { clipped, visible } from './escape.ts';
import { VERDICT_WORDS, VERDICTS, withRemedy } from './facts.ts';
import type { Report } from './model.ts';

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

const GROUPS = 8;

/** Why clauses were not tested, and what would test them. */
export function notExercisedLines({ summary }: Report, paint: Paint): readonly string[] {
  const groups = summary.notShown;
  if (groups.length === 0) return [];
  const count = groups.reduce((sum, { clauses }) => sum + clauses.length, 0);
  const more = groups.slice(GROUPS).reduce((sum, { clauses }) => sum + clauses.length, 0);
  const others = `for ${plural(groups.length - GROUPS, 'other reason')}, in report.json`;
  return present(
    heading(`Not tested: ${plural(count, 'clause')}`, paint),
    ...groups
      .slice(0, GROUPS)
      .flatMap((group) => wrapped(because(group), `${String(group.clauses.length).padStart(6)}  `)),
    more > 0 && `${String(more).padStart(6)}  ${paint.dim(others)}`,
  );
}

function because({ kind, reason, remedy }: Report['summary']['notShown'][number]): string {
  const tried = kind === 'inconclusive' ? 'inconclusive: ' : '';
  return clipped(visible(`${tried}${withRemedy(reason, remedy)}`), 240);
}
