import { firstFew, heading, type Paint, plural } from './console-text.ts';
import { clipped, visible } from './escape.ts';
import type { KnownFailure, Report } from './model.ts';

/** What was let through, what may no longer be, and what an earlier run broke, too. */
export function gateLines({ gate }: Report, paint: Paint): readonly string[] {
  if (gate === undefined) return [];
  const { known, baseline } = gate;
  return [
    ...(known.length === 0 ? [] : [heading(`Known failures: ${known.length}`, paint)]),
    ...known.map(
      (one) =>
        `  ${stateWord(one, paint)}  ${visible(clipped(`${firstFew(one.clauses, 2)}: ${one.reason}${endsOn(one)}`, 300))}`,
    ),
    ...(baseline === undefined
      ? []
      : [
          heading(visible(`Compared with the run of ${baseline.startedAt}`), paint),
          `  ${plural(baseline.new.length, 'clause')} newly broken, ${baseline.fixed.length} fixed, ${baseline.still.length} as before`,
          ...baseline.fixed.slice(0, 10).map((id) => `  ${paint.green('fixed')}  ${visible(id)}`),
        ]),
  ];
}

function stateWord({ state, passing }: KnownFailure, paint: Paint): string {
  switch (state) {
    case 'holds':
      return paint.dim('known   ');
    case 'passes':
      return paint.red(`passes now, remove it (${passing.length})`);
    case 'expired':
      return paint.red('expired, counts again');
    case 'not seen':
      return paint.dim('not seen');
    default:
      return state satisfies never;
  }
}

function endsOn({ owner, until, link }: KnownFailure): string {
  return [
    owner === undefined ? '' : `, ${owner}`,
    until === undefined ? '' : `, until ${until}`,
    link === undefined ? '' : `, ${link}`,
  ].join('');
}
