import { applicable, at, check, every, holds, readable } from '../../src/check/index.ts';
import { type Estimate, type Known, knownPriors, number, populatedGiven, populatedOf, strataOf } from './priors.ts';

/** A map without strata is left open: then there is nothing to judge. */
function strataCheck(clause: string, expected: string, isRight: (stratum: Estimate) => boolean) {
  return check({
    clause,
    act: knownPriors,
    given: (known) => [...populatedGiven(known), applicable(strataIn(known).length > 0, 'no prior has strata')],
    judge: (known) => [
      every(strataIn(known), 'stratum', (stratum) =>
        holds(isRight(stratum), stratum.answer, {
          at: stratum.pointer,
          expected,
          actual: at(stratum.answer, stratum.pointer),
        }),
      ),
    ],
  });
}

function strataIn(known: Known): readonly Estimate[] {
  return readable(populatedOf(known), (answer) => strataOf(answer)).flat();
}

export const strataIntervalsAreOrdered = strataCheck(
  'getHierarchicalPrior/strata-intervals-are-ordered',
  'ci95_low <= mu <= ci95_high',
  (stratum) => {
    const [low, mu, high] = [number(stratum, 'ci95_low'), number(stratum, 'mu'), number(stratum, 'ci95_high')];
    return low <= mu && mu <= high;
  },
);

export const strataSigmasAndCountsAreNotNegative = strataCheck(
  'getHierarchicalPrior/strata-sigmas-and-counts-are-not-negative',
  'sigma and n of at least 0',
  (stratum) => number(stratum, 'sigma') >= 0 && number(stratum, 'n') >= 0,
);
