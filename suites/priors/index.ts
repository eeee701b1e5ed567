import type { Check } from '../../src/check/index.ts';
import * as children from './children.check.ts';
import * as pooled from './pooled.check.ts';
import * as route from './route.check.ts';
import * as states from './states.check.ts';
import * as strata from './strata.check.ts';

/** What only this contract knows of hierarchical priors. */
export const priorsChecks: readonly Check[] = [pooled, strata, states, children, route].flatMap((topic) =>
  Object.values(topic),
);
