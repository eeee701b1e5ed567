import { present } from '../defined.ts';
import { firstFew, heading, type Paint, plural, wrappedIn } from './console-text.ts';
import { clipped, visible } from './escape.ts';
import type { KnownFailure, Report } from './model.ts';

/** The known failures with their state, and the comparison with an earlier run. */
export function gateLines({ gate }: Report, paint: Paint): readonly string[] {
  if (gate === undefined) return [];
  const { known, baseline } = gate;
  return [
    ...(known.length === 0 ? [] : [heading(`Known failures: ${known.length}`, paint)]),
    ...known.flatMap((one) => {
      const [word, shade] = stateWord(one, paint);
      const text = visible(clipped(`${firstFew(one.clauses, 2)}: ${one.reason}${detailsOf(one)}`, 300));
      return [`  ${shade(word)}`, ...wrappedIn(text, '    ', (line) => line)];
    }),
    ...(baseline === undefined
      ? []
      : [
          heading(visible(`Compared with the run of ${baseline.startedAt}`), paint),
          `  ${plural(baseline.new.length, 'clause')} newly failed, ${baseline.fixed.length} fixed, ${baseline.still.length} as before`,
          ...baseline.fixed.slice(0, 10).map((id) => `  ${paint.green('fixed')}  ${visible(id)}`),
        ]),
  ];
}

function stateWord({ state, passing }: KnownFailure, paint: Paint): readonly [string, (text: string) => string] {
  switch (state) {
    case 'holds':
      return ['failed, as known', paint.dim];
    case 'passes':
      return [`passes now, remove it from the list (${passing.length})`, paint.red];
    case 'expired':
      return ['expired, counts again', paint.red];
    case 'not seen':
      return ['not tested in this run', paint.dim];
    default:
      return state satisfies never;
  }
}

function detailsOf({ owner, until, link }: KnownFailure): string {
  const words = present(owner, until !== undefined && `until ${until}`, link);
  return words.map((one) => `, ${one}`).join('');
}
