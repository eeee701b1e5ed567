import { present } from '../defined.ts';
import { plural } from '../nouns.ts';
import { firstFew, type Paint, wrapped } from './console-text.ts';
import { clipped, visible } from './escape.ts';
import type { KnownFailure, Report } from './model.ts';

/** The known failures with their state, and the comparison with an earlier run. */
export function gateLines({ gate }: Report, paint: Paint): readonly string[] {
  if (gate === undefined) return [];
  const { known, baseline } = gate;
  return [
    ...(known.length === 0 ? [] : [paint.bold(`Known failures: ${known.length}`)]),
    ...known.flatMap((one) => {
      const [words, shade] = STATES[one.state];
      const passing = one.state === 'passes' ? ` (${one.passing.length})` : '';
      const text = visible(clipped(`${firstFew(one.clauses, 2)}: ${one.reason}${detailsOf(one)}`, 300));
      return [`  ${paint[shade](`${words}${passing}`)}`, ...wrapped(text, '    ')];
    }),
    ...(baseline === undefined
      ? []
      : [
          paint.bold(visible(`Compared with the run of ${baseline.startedAt}`)),
          `  ${plural(baseline.new.length, 'clause')} newly failed, ${baseline.fixed.length} fixed, ${baseline.still.length} as before`,
          ...baseline.fixed.slice(0, 10).map((id) => `  ${paint.green('fixed')}  ${visible(id)}`),
        ]),
  ];
}

const STATES: Readonly<Record<KnownFailure['state'], readonly [words: string, shade: 'dim' | 'red']>> = {
  holds: ['failed, as known', 'dim'],
  passes: ['passes now, remove it from the list', 'red'],
  expired: ['expired, counts again', 'red'],
  'not seen': ['not tested in this run', 'dim'],
};

function detailsOf({ owner, until, link }: KnownFailure): string {
  const words = present(owner, until !== undefined && `until ${until}`, link);
  return words.map((one) => `, ${one}`).join('');
}
