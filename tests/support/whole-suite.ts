import { suiteCache } from '../../src/rules/suite.ts';
import { allChecks } from '../../suites/index.ts';
import { loaded } from './contract.ts';

/** The suite of this contract with all its checks, by reading: made once for all the files of a worker. */
export const suiteUnder = suiteCache(loaded, allChecks);
