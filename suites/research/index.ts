import type { Check } from '../../src/check/index.ts';
import * as details from './details.check.ts';
import * as doi from './doi.check.ts';
import * as types from './types.check.ts';

/** What only this contract knows of search and paper detail on the unversioned surface; the search itself is judged by its declaration. */
export const researchChecks: readonly Check[] = [types, doi, details].flatMap((topic) => Object.values(topic));
