import { applicable, at, check, type Exchange, holds, numberAt, textAt } from '../../src/check/index.ts';
import { type Known, knownPriors, populatedGiven, populatedOf } from './priors.ts';

const PLACES = ['/bySystemClass', '/by_system_type'] as const;
/** Of one stratum nobody knows where the others are. */
const FEW = 2;

/** Those that are on a log scale and have strata. */
function onLogScale(known: Known): readonly Exchange[] {
  return populatedOf(known).filter(
    (answer) => textAt(answer, '/pooled/scale') === 'log' && strataOf(answer).length >= FEW,
  );
}

/** Where each stratum stands in an answer. */
function strataOf(answer: Exchange): readonly string[] {
  return PLACES.flatMap((place) => Object.keys(at(answer, place) ?? {}).map((name) => `${place}/${name}`));
}

/** Do all strata lie on one side of the pooled interval, each nearer to the value of the fit than to the one transformed back? */
function areOnFitScale(answer: Exchange): boolean {
  const number = (pointer: string): number => numberAt(answer, pointer) ?? Number.NaN;
  const [mu, fitted] = [number('/pooled/mu'), number('/pooled/mu_log')];
  const strata = strataOf(answer);
  const isNearer = (place: string) => Math.abs(number(`${place}/mu`) - fitted) < Math.abs(number(`${place}/mu`) - mu);
  return (
    strata.every(isNearer) &&
    (strata.every((place) => number(`${place}/ci95_high`) < number('/pooled/ci95_low')) ||
      strata.every((place) => number(`${place}/ci95_low`) > number('/pooled/ci95_high')))
  );
}

export const strataAreTransformedBack = check({
  clause: 'getHierarchicalPrior/strata-are-transformed-back',
  act: knownPriors,
  given: (known) => [
    ...populatedGiven(known),
    applicable(onLogScale(known).length > 0, 'no prior on a log scale has two strata or more'),
  ],
  judge: (known) =>
    onLogScale(known).map((answer) => {
      const [first = ''] = strataOf(answer);
      return holds(!areOnFitScale(answer), answer, {
        expected: `strata around the pooled mu ${numberAt(answer, '/pooled/mu')}, and not around mu_log ${numberAt(answer, '/pooled/mu_log')}`,
        actual: numberAt(answer, `${first}/mu`),
        at: `${first}/mu`,
      });
    }),
});
