import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { allMutants } from '../../fixtures/mutants/index.ts';
import { coveragePage } from '../../scripts/docs/coverage-page.ts';
import { packageRoot } from '../../src/package.ts';
import { loaded } from '../support/contract.ts';
import { suiteUnder } from '../support/whole-suite.ts';

test('docs/coverage.md is up to date (npm run docs writes it)', () => {
  const page = coveragePage(suiteUnder, allMutants(loaded));
  expect(readFileSync(join(packageRoot(), 'docs/coverage.md'), 'utf8')).toBe(page);
});
