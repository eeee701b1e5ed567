import { check } from '../../src/check/index.ts';
import { knownPriors, populatedGiven } from './priors.ts';

/** What the document declares of every prior, shown by those that the user named. */
function onKnownPriors(slug: string) {
  return check({ clause: `getHierarchicalPrior/${slug}`, act: knownPriors, given: populatedGiven });
}

export const pooledIntervalIsOrdered = onKnownPriors('pooled-interval-is-ordered');
export const pooledIntervalHoldsMu = onKnownPriors('pooled-interval-holds-mu');
export const pooledSigmaIsNotNegative = onKnownPriors('pooled-sigma-is-not-negative');
export const countsAreNotNegative = onKnownPriors('counts-are-not-negative');
export const logScaleCarriesBackTransformedValues = onKnownPriors('log-scale-carries-back-transformed-values');
export const logScaleValuesArePositive = onKnownPriors('log-scale-values-are-positive');
export const strataIntervalsAreOrdered = onKnownPriors('strata-intervals-are-ordered');
export const strataSigmasAndCountsAreNotNegative = onKnownPriors('strata-sigmas-and-counts-are-not-negative');
