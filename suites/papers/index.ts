import type { Check } from '../../src/check/index.ts';
import * as doi from './doi.check.ts';
import * as limits from './limits.check.ts';
import * as paper from './paper.check.ts';
import * as everyParameter from './public.check.ts';

/** What only this contract knows of papers on the versioned surface; the listing itself is judged by its declaration. */
export const papersChecks: readonly Check[] = [
  everyParameter.publicWithEveryParameter,
  doi.searchDoesNotMatchDoi,
  paper.unknownId404,
  paper.sameRequestSamePaper,
  limits.wholeLimitIsServed,
  limits.wholeLimitIsServedToTheLast,
  limits.pastTheLimit429,
  limits.usedFollowsTraffic,
];
