import type { Comparison, Difference } from './compare.ts';
import { type Paint, wrapped } from './console-text.ts';
import { visible } from './escape.ts';

const MAX_CHANGES = 10;

/** What was fixed, what newly failed, and what failed when it was first tested. */
export function changeLines(
  since: string,
  { fixed, regressions, newlyBroken }: Comparison,
  paint: Paint,
): readonly string[] {
  return [
    ...wrapped(
      `${since}: ${fixed.length} fixed, ${regressions.length} newly failed, ${newlyBroken.length} failed when first tested`,
      '',
      { paint: paint.bold },
    ),
    ...linesOf('fixed', fixed, paint.green),
    ...linesOf('failed', regressions, paint.red),
    ...linesOf('new', newlyBroken, paint.yellow),
  ];
}

function linesOf(word: string, changes: readonly Difference[], colour: (text: string) => string): readonly string[] {
  const more = changes.length - MAX_CHANGES;
  return [
    ...changes.slice(0, MAX_CHANGES).map(({ clause }) => `  ${colour(word.padEnd(8))} ${visible(clause)}`),
    ...(more > 0 ? [`  ${word.padEnd(8)} and ${more} more`] : []),
  ];
}
