import type { Check } from '../../src/check/index.ts';
import * as combined from './combined.check.ts';
import * as defaults from './defaults.check.ts';
import * as details from './details.check.ts';
import * as doi from './doi.check.ts';
import * as filters from './filters.check.ts';
import * as paging from './paging.check.ts';
import * as texts from './texts.check.ts';
import * as words from './words.check.ts';
import * as years from './years.check.ts';

/** What only this contract knows of search and paper detail on the unversioned surface. */
export const researchChecks: readonly Check[] = [
  defaults,
  paging,
  filters,
  years,
  words,
  texts,
  doi,
  details,
  combined,
].flatMap((topic) => Object.values(topic));
