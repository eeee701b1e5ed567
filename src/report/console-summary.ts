import type { Reading, Report, VerdictKind } from './model.ts';
import { firstFew, heading, type Paint, plural, table } from './console-text.ts';
import { clipped, visible } from './visible.ts';

/** Which side of each contradiction in the contract the target takes. */
export function readingLines({ readings }: Report, paint: Paint): readonly string[] {
  if (readings.length === 0) return [];
  const seen = readings.filter(({ consistent }) => consistent !== 'not seen');
  const unseen = readings.filter(({ consistent }) => consistent === 'not seen');
  const width = Math.max(...readings.map(({ conflict }) => conflict.length));
  return [
    heading('Where the contract contradicts itself, the target follows', paint),
    ...seen.map((reading) => `  ${visible(reading.conflict).padEnd(width)}  ${followed(reading, paint)}`),
    ...unseenLines(unseen).map((line) => `  ${paint.dim(clipped(visible(line), 240))}`),
  ];
}

/** What could not be told for the same reason stands on one line. */
function unseenLines(unseen: readonly Reading[]): readonly string[] {
  const reasons = [...new Set(unseen.map(({ why }) => why ?? ''))];
  return reasons.map((reason) => {
    const conflicts = unseen.filter(({ why }) => (why ?? '') === reason).map(({ conflict }) => conflict);
    return `not seen: ${firstFew(conflicts, 4)}${reason === '' ? '' : ` (${reason})`}`;
  });
}

function followed({ branches, observed, declared, consistent }: Reading, paint: Paint): string {
  const counts = branches.filter(({ answers }) => answers > 0).map(({ id, answers }) => `${id} (${plural(answers, 'answer')})`);
  const against = declared === undefined || declared === observed ? '' : `, declared: ${declared}`;
  return consistent === 'yes' ? visible(`${counts.join(', ')}${against}`) : paint.yellow(visible(`mixed: ${counts.join(', ')}${against}`));
}

const KINDS: readonly VerdictKind[] = ['pass', 'fail', 'warn', 'skip', 'inconclusive', 'error'];

/** How many clauses of each level came to which verdict. */
export function summaryLines({ summary }: Report, paint: Paint): readonly string[] {
  const levels = (['MUST', 'SHOULD', 'MAY'] as const).filter((level) => KINDS.some((kind) => summary.byLevel[level][kind] > 0));
  const rows = levels.map((level) => [level, ...KINDS.map((kind) => summary.byLevel[level][kind]), KINDS.reduce((sum, kind) => sum + summary.byLevel[level][kind], 0)]);
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
    ...(more > 0 ? [`${String(more).padStart(6)}  ${paint.dim(`for ${plural(groups.length - GROUPS, 'other reason')}, in report.json`)}`] : []),
  ];
}

function because({ kind, reason, remedy }: Report['summary']['notShown'][number]): string {
  const tried = kind === 'inconclusive' ? 'tried in vain: ' : '';
  return clipped(visible(`${tried}${reason}${remedy === undefined ? '' : ` -> ${remedy}`}`), 240);
}
