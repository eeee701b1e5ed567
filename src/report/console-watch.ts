import type { Comparison, Difference } from './compare.ts';
import { type ConsoleOptions, renderEnding } from './console.ts';
import { findingLines } from './console-findings.ts';
import { firstLines } from './console-first.ts';
import { heading, type Paint } from './console-text.ts';
import { visible } from './escape.ts';
import type { Report } from './model.ts';

const FINDINGS = 10;
const CHANGES = 10;

/** One round of `conform watch`: what to do first, the findings, and at the end what changed since the time before. Pure. */
export function renderRound(report: Report, changes: Comparison | undefined, options: ConsoleOptions): string {
  const { paint, reportPath = 'report.json' } = options;
  const blocks = [
    firstLines(report, paint),
    findingLines(report, paint, FINDINGS, reportPath),
    changes === undefined ? [] : changeLines(changes, paint),
  ];
  const told = blocks.filter((lines) => lines.length > 0).map((lines) => `${lines.join('\n')}\n`);
  return [...told, renderEnding(report, options)].join('\n');
}

/** What became better, worse, and visible behind what was mended. */
function changeLines({ fixed, regressions, newlyBroken }: Comparison, paint: Paint): readonly string[] {
  return [
    heading(
      `Since the time before: ${fixed.length} fixed, ${regressions.length} newly broken, ${newlyBroken.length} broken that could not be seen before`,
      paint,
    ),
    ...linesOf('fixed', fixed, paint.green),
    ...linesOf('broken', regressions, paint.red),
    ...linesOf('visible', newlyBroken, paint.yellow),
  ];
}

function linesOf(word: string, changes: readonly Difference[], colour: (text: string) => string): readonly string[] {
  const more = changes.length - CHANGES;
  return [
    ...changes.slice(0, CHANGES).map(({ clause }) => `  ${colour(word.padEnd(8))} ${visible(clause)}`),
    ...(more > 0 ? [`  ${word.padEnd(8)} and ${more} more`] : []),
  ];
}
