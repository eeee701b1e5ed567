import { at, check, enough, type Exchange, every, holds, isObject, where } from '../../src/check/index.ts';
import {
  type Estimate,
  hasPooled,
  type Known,
  knownPriors,
  number,
  POPULATED,
  populatedGiven,
  populatedOf,
  statusIn,
  unknownPriors,
} from './priors.ts';

function pooledOf(known: Known): readonly Estimate[] {
  return populatedOf(known).map((answer) => ({ answer, pointer: '/pooled' }));
}

const NUMBERS = ['mu', 'sigma', 'ci95_low', 'ci95_high', 'n'] as const;

export const populatedCarriesPooled = check({
  clause: 'getHierarchicalPrior/populated-carries-pooled',
  act: knownPriors,
  given: populatedGiven,
  judge: (known) => [
    every(populatedOf(known), 'populated prior', (answer) => {
      const missing = isObject(at(answer, '/pooled'))
        ? [
            ...NUMBERS.filter((name) => Number.isNaN(number({ answer, pointer: '/pooled' }, name))),
            ...(typeof at(answer, '/pooled/scale') === 'string' ? [] : ['scale']),
          ]
        : ['pooled'];
      return holds(missing.length === 0, answer, {
        at: '/pooled',
        expected: 'mu, sigma, ci95_low, ci95_high, scale and n',
        actual: `no ${missing.join(', no ')}`,
      });
    }),
  ],
});

export const notPopulatedCarriesNoPooled = check({
  clause: 'getHierarchicalPrior/not-populated-carries-no-pooled',
  act: async (tools) => ({ answers: [...(await knownPriors(tools)).answers, ...(await unknownPriors(tools)).answers] }),
  judge: ({ answers }) => [
    every(where(answers, isEmpty), 'slug that is known not to be populated', (answer) =>
      holds(!hasPooled(answer), answer, {
        at: '/pooled',
        expected: `no pooled estimate with data_status ${statusIn(answer)}`,
        actual: at(answer, '/pooled'),
      }),
    ),
  ],
});

function isEmpty(answer: Exchange): boolean {
  return statusIn(answer) !== '' && statusIn(answer) !== POPULATED;
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

function isNumber(estimate: Estimate, name: string): boolean {
  return !Number.isNaN(number(estimate, name));
}

function isNullOrAbsent({ answer, pointer }: Estimate, name: string): boolean {
  return (at(answer, `${pointer}/${name}`) ?? null) === null;
}

export const logScaleCarriesFitValues = logCheck(
  'getHierarchicalPrior/log-scale-carries-fit-values',
  'mu_log and tau_log as numbers',
  (estimate) => isNumber(estimate, 'mu_log') && isNumber(estimate, 'tau_log'),
);

export const logScaleCarriesBackTransformedValues = logCheck(
  'getHierarchicalPrior/log-scale-carries-back-transformed-values',
  'mu, ci95_low and ci95_high as numbers, and mu above mu_log, as a power is above its exponent',
  (estimate) =>
    ['mu', 'ci95_low', 'ci95_high'].every((name) => isNumber(estimate, name)) &&
    !(number(estimate, 'mu') <= number(estimate, 'mu_log')),
);

export const logScaleValuesArePositive = logCheck(
  'getHierarchicalPrior/log-scale-values-are-positive',
  'back-transformed values above 0',
  (estimate) => ['mu', 'ci95_low', 'ci95_high'].every((name) => !(number(estimate, name) <= 0)),
);

export const logScaleTauIsNull = logCheck('getHierarchicalPrior/log-scale-tau-is-null', 'no tau, or null', (estimate) =>
  isNullOrAbsent(estimate, 'tau'),
);

export const logScaleSigmaWithinIsNull = logCheck(
  'getHierarchicalPrior/log-scale-sigma-within-is-null',
  'no sigma_within, or null',
  (estimate) => isNullOrAbsent(estimate, 'sigma_within'),
);
