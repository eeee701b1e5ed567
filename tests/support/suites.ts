import type { AnyCheck, Judging } from '../../src/check/check.ts';
import type { Choices } from '../../src/contract/resolve.ts';
import { createSuite, type Suite } from '../../src/rules/suite.ts';
import { contractUnder } from './contract.ts';

/** A suite of these stated checks, under a reading; the derived ones come with the document. */
export function suiteOf(checks: readonly AnyCheck[] = [], choices: Choices = {}): Suite {
  return createSuite(contractUnder(choices), checks);
}

/** What an assertion may ask, under a reading. */
export function judgingUnder(choices: Choices = {}): Judging {
  return { contract: contractUnder(choices) };
}
