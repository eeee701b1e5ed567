import { at, check, every, holds, isObject } from '../../src/check/index.ts';
import { knownPriors, onKnownPriors, populatedGiven, populatedOf } from './priors.ts';

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

export const strataIntervalsAreOrdered = onKnownPriors('getHierarchicalPrior/strata-intervals-are-ordered');

export const strataSigmasAndCountsAreNotNegative = onKnownPriors(
  'getHierarchicalPrior/strata-sigmas-and-counts-are-not-negative',
);
