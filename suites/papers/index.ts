import type { Check } from '../../src/check/index.ts';
import * as combined from './combined.check.ts';
import * as defaults from './defaults.check.ts';
import * as filters from './filters.check.ts';
import * as limits from './limits.check.ts';
import * as paging from './paging.check.ts';
import * as paper from './paper.check.ts';
import * as robustness from './robustness.check.ts';
import * as elsewhere from './search-elsewhere.check.ts';
import * as search from './search.check.ts';
import * as sorting from './sorting.check.ts';
import * as stats from './stats.check.ts';

export const papersChecks: readonly Check[] = [
  defaults.pageDefaultsToFirst,
  defaults.limitDefaultsToForty,
  defaults.sortDefaultsToRelevance,
  paging.pageIsEchoed,
  paging.limitIsEchoed,
  paging.limitBoundsThePage,
  paging.pagesIsTotalByLimit,
  paging.totalIsTheSameOnEveryPage,
  paging.pagesDoNotOverlap,
  paging.pagesHoldTotalPapers,
  paging.lastPageHoldsTheRemainder,
  filters.systemTypeFilters,
  filters.yearStartFilters,
  filters.yearEndFilters,
  filters.qualityScoreMinFilters,
  filters.qualityScoreMinTakesFractions,
  filters.filtersHoldTogether,
  filters.filtersKeepWhatMatches,
  filters.yearStartKeepsItsOwnYear,
  filters.yearEndKeepsItsOwnYear,
  filters.qualityScoreMinKeepsItsOwnScore,
  sorting.sortByDate,
  sorting.sortByQuality,
  sorting.sortByCitations,
  sorting.sortKeepsThePapers,
  sorting.sortedPagesDoNotOverlap,
  stats.totalResultsIsTotal,
  stats.yearRangeIsOrdered,
  stats.yearRangeCoversThePapers,
  search.searchNarrows,
  search.publicWithEveryParameter,
  search.searchFindsTitle,
  search.searchMatchesAbstract,
  search.searchMatchesSystemType,
  elsewhere.searchMatchesJournal,
  elsewhere.searchDoesNotMatchDoi,
  robustness.searchTakesAnyText,
  robustness.sameRequestSamePapers,
  ...Object.values(combined),
  paper.listedIdResolves,
  paper.sameRecordAsListed,
  paper.eachListedIdResolves,
  paper.eachSameRecordAsListed,
  paper.unknownId404,
  paper.sameRequestSamePaper,
  limits.wholeLimitIsServed,
  limits.wholeLimitIsServedToTheLast,
  limits.pastTheLimit429,
];
