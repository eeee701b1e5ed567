import type { Hostile } from '../../fixtures/hostile/index.ts';
import { framings } from '../../fixtures/world/framing.ts';
import { allWorlds } from '../../fixtures/world/index.ts';
import type { Ended } from './child.ts';
import { LIMITS } from './verify.ts';

/** One hostile target and what a run against it came to. */
export interface Row {
  readonly hostile: Hostile;
  readonly ended: Ended;
  readonly faults: readonly string[];
}

/** docs/robustness.md: every hostile target by group, with how the run ended, and the worst time and memory. */
export function robustnessPage(rows: readonly Row[]): string {
  const groups = [...new Set(rows.map(({ hostile }) => hostile.group))];
  const worst = (value: (row: Row) => number): number => Math.max(0, ...rows.map(value));
  return [
    '# Robustness',
    '',
    'What a run comes to against targets that are broken, overloaded or malicious. Made by `npm run hostile -- --write`',
    `from \`fixtures/hostile\`: ${rows.length} targets, each in a process with ${LIMITS.heapMb} MB of heap. Of each has to be true that the run ends by itself`,
    `within ${LIMITS.ownSeconds} seconds of computing and waiting and within ${LIMITS.peakMb} MB, with a status that tells the truth, and that report and journal are whole and valid.`,
    'The bounds behind it, with their reasons, stand in `src/bounds.ts`.',
    '',
    `Worst: ${worst(({ ended }) => ended.cpuSeconds ?? 0).toFixed(1)} s of processor time, ${worst(({ ended }) => ended.peakMb ?? 0).toFixed(0)} MB.`,
    ...groups.flatMap((group) =>
      section(
        group,
        rows.filter(({ hostile }) => hostile.group === group),
      ),
    ),
    ...framingsSection(),
    ...worldsSection(),
    '',
  ].join('\n');
}

/** How a run ends where the answers of one operation cannot be read. */
function framingsSection(): readonly string[] {
  return [
    '',
    '## Answers of one operation that cannot be read',
    '',
    `A run against the reference service, where the answers of one operation are framed wrongly (\`fixtures/world/framing.ts\`, ${framings.length}`,
    'ways). Each is a finding of that operation, and everything else is judged.',
    '',
    '| Way | What happens | Clause that it breaks |',
    '|---|---|---|',
    ...framings.map(({ id, because, breaks }) => `| \`${id}\` | ${because} | \`${breaks}\` |`),
  ];
}

/** What is no fault of a service, and how a run against a conforming one ends there (`tests/world`). */
function worldsSection(): readonly string[] {
  return [
    '',
    '## Trouble that is no fault of the service',
    '',
    `A run against the conforming reference service, with something between the two (\`fixtures/world\`, ${allWorlds.length} behaviours). None leads to a finding;`,
    '`tests/world` shows of some that a fault that looks like it is found beside it.',
    '',
    '| Behaviour | What happens | Told as |',
    '|---|---|---|',
    ...allWorlds.map(({ id, because, ends }) => `| \`${id}\` | ${because} | ${ends ?? 'nothing, or a note'} |`),
  ];
}

function section(group: string, rows: readonly Row[]): readonly string[] {
  return [
    '',
    `## ${group.charAt(0).toUpperCase()}${group.slice(1)}`,
    '',
    '| Target | A target that … | Exit status | Verdict | CPU s | MB |',
    '|---|---|---|---|---|---|',
    ...rows.map(rowOf),
  ];
}

function rowOf({ hostile: { id, answers }, ended: { status, report, cpuSeconds = 0, peakMb = 0 } }: Row): string {
  const cells = [
    `\`${id}\``,
    answers,
    status ?? 'none',
    report?.outcome.verdict ?? '',
    cpuSeconds.toFixed(1),
    peakMb.toFixed(0),
  ];
  return `| ${cells.map((cell) => escaped(String(cell))).join(' | ')} |`;
}

function escaped(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll('[', '&#91;').replaceAll(']', '&#93;');
}
