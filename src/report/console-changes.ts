import type { Comparison, Difference } from './compare.ts';
import { heading, type Paint } from './console-text.ts';
import { visible } from './escape.ts';

const CHANGES = 10;

/** What became better, worse, and visible behind what was fixed. */
export function changeLines(
  since: string,
  { fixed, regressions, newlyBroken }: Comparison,
  paint: Paint,
): readonly string[] {
  return [
    heading(
      `${since}: ${fixed.length} fixed, ${regressions.length} newly broken, ${newlyBroken.length} broken that could not be seen before`,
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
