import { applicable, at, check, every, holds, isObject, readable } from '../../src/check/index.ts';
import { type Estimate, type Known, knownPriors, number, populatedGiven, populatedOf, strataOf } from './priors.ts';

function placeCheck(clause: string, ...names: readonly string[]) {
  return check({
    clause,
    act: knownPriors,
    given: populatedGiven,
    judge: (known) => [
      every(populatedOf(known), 'populated prior', (answer) =>
        holds(
          names.some((name) => isObject(at(answer, `/${name}`))),
          answer,
          {
            expected: `a map of strata in ${names.join(' or ')}`,
            actual: names.map((name) => at(answer, `/${name}`) ?? null),
          },
        ),
      ),
    ],
  });
}

export const populatedCarriesStrata = placeCheck(
  'getHierarchicalPrior/populated-carries-strata',
  'bySystemClass',
  'by_system_type',
);

export const strataAreInBySystemClass = placeCheck(
  'getHierarchicalPrior/strata-are-in-by-system-class',
  'bySystemClass',
);

export const strataAreInBySystemType = placeCheck(
  'getHierarchicalPrior/strata-are-in-by-system-type',
  'by_system_type',
);

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
