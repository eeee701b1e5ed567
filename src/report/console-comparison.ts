import { present } from '../defined.ts';
import { plural } from '../nouns.ts';
import type { Comparison, Difference } from './compare.ts';
import { blocksOf, type Paint } from './console-text.ts';
import { visible } from './escape.ts';
import { isBroken, listed, selectionWords, VERDICT_WORDS } from './facts.ts';
import type { Report } from './model.ts';

/** What changed between two runs, for a terminal. Pure. */
export function renderComparison(
  comparison: Comparison,
  { before, after }: { readonly before: Report; readonly after: Report },
  paint: Paint,
): string {
  const { regressions, fixed, newlyPassing, newlyBroken, noLongerShown, changedOtherwise, ofOneReading } = comparison;
  // What failed before and is not tested now may still be broken.
  const untestedFailures = noLongerShown.filter(({ before: verdict }) => isBroken({ verdict }));
  const blocks = [
    [
      runLine('before', before, paint),
      runLine('after', after, paint),
      ...cautions(before, after).map((line) => paint.yellow(line)),
    ],
    block('Regressions', regressions, paint),
    block('Failed before, not tested now', untestedFailures, paint),
    block('Failed, not tested before', newlyBroken, paint),
    block('Fixed', fixed, paint),
    block('Newly passing', newlyPassing, paint),
    block(
      'No longer tested, which says nothing',
      noLongerShown.filter((one) => !untestedFailures.includes(one)),
      paint,
    ),
    block('Changed otherwise', changedOtherwise, paint),
    ofOneReading.length === 0
      ? []
      : [
          paint.dim(
            `${plural(ofOneReading.length, 'clause')} ${ofOneReading.length === 1 ? 'is' : 'are'} part of one run alone, and not broken there.`,
          ),
        ],
    [sentence(comparison, untestedFailures.length, paint)],
  ];
  return blocksOf(blocks);
}

function runLine(name: string, { run, outcome }: Report, paint: Paint): string {
  return `${paint.dim(name.padEnd(7))}${visible(`${run.startedAt}  ${run.baseUrl}, profile ${run.profile.name}, depth ${run.depth}: ${outcome.sentence}`)}`;
}

/** Warns if the runs had different options: some differences may come from these. */
function cautions({ run: old }: Report, { run }: Report): readonly string[] {
  const differing = Object.entries(OPTIONS).filter(([, get]) => JSON.stringify(get(old)) !== JSON.stringify(get(run)));
  if (differing.length === 0) return [];
  return [
    `The runs differ in ${differing.map(([name]) => name).join(', ')}: some differences may come from that.`,
    ...differing.map(([name, get]) => `  ${name}: ${listed(get(old))} -> ${listed(get(run))}`),
  ].map((line) => visible(line));
}

/** The options of a run that are compared. */
const OPTIONS: Readonly<Record<string, (run: Report['run']) => readonly string[]>> = {
  depth: ({ depth }) => [depth],
  selection: (run) => (run.only.length === 0 ? [] : [selectionWords(run)]),
  permissions: ({ permissions }) => [...permissions].sort(),
  credentials: ({ credentials }) => [...credentials].sort(),
  profile: ({ profile: { branches } }) =>
    Object.entries(branches)
      .map(([conflict, branch]) => `${conflict}=${branch}`)
      .sort(),
};

function block(title: string, differences: readonly Difference[], paint: Paint): readonly string[] {
  if (differences.length === 0) return [];
  return [
    paint.bold(`${title}: ${plural(differences.length, 'clause')}`),
    ...differences.map(({ clause, before, after }) => `  ${visible(clause)}  ${wordOf(before)} -> ${wordOf(after)}`),
  ];
}

/** A clause may be missing from a run because of its reading or selection. */
function wordOf(verdict: Difference['before']): string {
  return verdict === 'absent' ? 'not part of the run' : VERDICT_WORDS[verdict];
}

function sentence({ regressions, fixed, newlyPassing }: Comparison, unseen: number, paint: Paint): string {
  if (regressions.length > 0)
    return paint.red(
      paint.bold(
        `Worse than before: ${plural(regressions.length, 'clause')} that passed ${regressions.length === 1 ? 'fails' : 'fail'} now.`,
      ),
    );
  const better = present(
    fixed.length > 0 && `${fixed.length} fixed`,
    newlyPassing.length > 0 && `${newlyPassing.length} newly passing`,
  );
  const rest =
    unseen === 0 ? '' : ` ${plural(unseen, 'clause')} that failed before ${unseen === 1 ? 'was' : 'were'} not tested.`;
  const line = `No regressions${better.length === 0 ? '' : `; ${better.join(', ')}`}.${rest}`;
  return unseen === 0 ? paint.green(paint.bold(line)) : paint.yellow(paint.bold(line));
}
