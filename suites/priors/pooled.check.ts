import { at, check, enough, type Exchange, every, holds, isObject, where } from '../../src/check/index.ts';
import { type Estimate, type Known, knownPriors, number, populatedGiven, populatedOf } from './priors.ts';

function pooledOf(known: Known): readonly Estimate[] {
  return populatedOf(known).map((answer) => ({ answer, pointer: '/pooled' }));
}

function pooledCheck(clause: string, expected: string, isRight: (estimate: Estimate) => boolean) {
  return check({
    clause,
    act: knownPriors,
    given: populatedGiven,
    judge: (known) => [
      every(
        where(pooledOf(known), ({ answer }) => isObject(at(answer, '/pooled'))),
        'pooled estimate',
        (estimate) =>
          holds(isRight(estimate), estimate.answer, {
            at: '/pooled',
            expected,
            actual: at(estimate.answer, '/pooled'),
          }),
      ),
    ],
  });
}

export const pooledIntervalIsOrdered = pooledCheck(
  'getHierarchicalPrior/pooled-interval-is-ordered',
  'ci95_low <= ci95_high',
  (estimate) => !(number(estimate, 'ci95_low') > number(estimate, 'ci95_high')),
);

export const pooledIntervalHoldsMu = pooledCheck(
  'getHierarchicalPrior/pooled-interval-holds-mu',
  'mu between the ends of its interval',
  (estimate) => {
    const [low, mu, high] = [number(estimate, 'ci95_low'), number(estimate, 'mu'), number(estimate, 'ci95_high')];
    return !(low <= high) || (low <= mu && mu <= high);
  },
);

export const pooledSigmaIsNotNegative = pooledCheck(
  'getHierarchicalPrior/pooled-sigma-is-not-negative',
  'a sigma of at least 0',
  (estimate) => !(number(estimate, 'sigma') < 0),
);

export const countsAreNotNegative = pooledCheck(
  'getHierarchicalPrior/counts-are-not-negative',
  'counts of at least 0',
  (estimate) => ['n', 'n_papers', 'n_obs', 'n_divergences'].every((name) => !(number(estimate, name) < 0)),
);

function logCheck(clause: string, expected: string, isRight: (estimate: Estimate) => boolean) {
  return check({
    clause,
    act: knownPriors,
    given: (known) => [
      enough(
        onLogScale(known).length > 0,
        'no slug given is populated on a log scale',
        'correct samples.priors.logScale in the target file',
      ),
    ],
    judge: (known) => [
      every(onLogScale(known), 'prior on a log scale', (answer) =>
        holds(isRight({ answer, pointer: '/pooled' }), answer, {
          at: '/pooled',
          expected,
          actual: at(answer, '/pooled'),
        }),
      ),
    ],
  });
}

function onLogScale(known: Known): readonly Exchange[] {
  return where(populatedOf(known), (answer) => at(answer, '/pooled/scale') === 'log');
}

export const logScaleCarriesBackTransformedValues = logCheck(
  'getHierarchicalPrior/log-scale-carries-back-transformed-values',
  'mu above mu_log, as a power is above its exponent',
  (estimate) => !(number(estimate, 'mu') <= number(estimate, 'mu_log')),
);

export const logScaleValuesArePositive = logCheck(
  'getHierarchicalPrior/log-scale-values-are-positive',
  'back-transformed values above 0',
  (estimate) => ['mu', 'ci95_low', 'ci95_high'].every((name) => !(number(estimate, name) <= 0)),
);
