import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { allMutants } from '../../fixtures/mutants/index.ts';
import { coveragePage } from '../../scripts/matrix/coverage.ts';
import { KNOWN_GAPS } from '../../scripts/matrix/known-gaps.ts';
import { createBench } from '../../scripts/matrix/trial.ts';
import { packageRoot } from '../../src/package.ts';
import { loaded } from '../support/contract.ts';
import { suiteUnder } from '../support/whole-suite.ts';

test('docs/coverage.md is up to date (npm run matrix writes it)', () => {
  // The matrix holds that every mutant is killed, but for the gaps that it knows.
  const trials = allMutants(loaded).map(({ id, violates }) => ({ violates, killed: !KNOWN_GAPS.includes(id) }));
  const page = readFileSync(join(packageRoot(), 'docs/coverage.md'), 'utf8');
  expect(page).toBe(coveragePage(createBench(loaded, suiteUnder), trials));
});
