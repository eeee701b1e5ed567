import { heading, type Paint, plural, table } from './console-text.ts';
import { clipped, visible } from './escape.ts';
import type { Report, VerdictKind } from './model.ts';

const KINDS: readonly VerdictKind[] = ['pass', 'fail', 'warn', 'skip', 'inconclusive', 'error'];

/** How many clauses of each level came to which verdict. */
export function summaryLines({ summary }: Report, paint: Paint): readonly string[] {
  const levels = (['MUST', 'SHOULD', 'MAY'] as const).filter((level) =>
    KINDS.some((kind) => summary.byLevel[level][kind] > 0),
  );
  const rows = levels.map((level) => [
    level,
    ...KINDS.map((kind) => summary.byLevel[level][kind]),
    KINDS.reduce((sum, kind) => sum + summary.byLevel[level][kind], 0),
  ]);
  const [head = '', ...body] = table([['Clauses', ...KINDS, 'all'], ...rows]);
  return [heading(head, paint), ...body];
}

const GROUPS = 8;

/** Why clauses were not shown, and what would show them. */
export function notExercisedLines({ summary }: Report, paint: Paint): readonly string[] {
  const groups = summary.notShown;
  if (groups.length === 0) return [];
  const count = groups.reduce((sum, { clauses }) => sum + clauses.length, 0);
  const more = groups.slice(GROUPS).reduce((sum, { clauses }) => sum + clauses.length, 0);
  return [
    heading(`Not exercised: ${plural(count, 'clause')}`, paint),
    ...groups.slice(0, GROUPS).map((group) => `${String(group.clauses.length).padStart(6)}  ${because(group)}`),
    ...(more > 0
      ? [
          `${String(more).padStart(6)}  ${paint.dim(`for ${plural(groups.length - GROUPS, 'other reason')}, in report.json`)}`,
        ]
      : []),
  ];
}

function because({ kind, reason, remedy }: Report['summary']['notShown'][number]): string {
  const tried = kind === 'inconclusive' ? 'inconclusive: ' : '';
  return clipped(visible(`${tried}${reason}${remedy === undefined ? '' : ` -> ${remedy}`}`), 240);
}
