import type { Check } from '../../src/check/index.ts';
import * as details from './details.check.ts';
import * as doi from './doi.check.ts';
import * as filters from './filters.check.ts';
import * as paging from './paging.check.ts';
import * as texts from './texts.check.ts';
import * as words from './words.check.ts';
import * as years from './years.check.ts';

/** What only this contract knows of search and paper detail on the unversioned surface. */
export const researchChecks: readonly Check[] = [paging, filters, years, words, texts, doi, details].flatMap((topic) =>
  Object.values(topic),
);
