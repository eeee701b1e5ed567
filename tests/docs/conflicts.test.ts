import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { conflictsPage } from '../../scripts/docs/conflicts-page.ts';
import { builtInProfiles, loadProfile } from '../../src/config/profile.ts';
import { packageRoot } from '../../src/package.ts';
import { allChecks } from '../../suites/index.ts';
import { loaded } from '../support/contract.ts';
import { suiteOf } from '../support/suites.ts';

const { document } = loaded;

test('docs/conflicts.md is up to date (npm run docs writes it)', () => {
  const profiles = builtInProfiles().map((name) => loadProfile(name, { document, folder: packageRoot() }));
  expect(readFileSync(join(packageRoot(), 'docs/conflicts.md'), 'utf8')).toBe(conflictsPage(document, profiles));
});

test('each conflict has a probe or names clauses that show it, and those have checks', () => {
  const suite = suiteOf(allChecks);
  const checked = new Set(suite.checks.map(({ clause }) => clause));
  for (const [id, { probe, 'shown-by': clauses = [] }] of Object.entries(document['x-conflicts'])) {
    expect(probe !== undefined || clauses.length > 0, id).toBe(true);
    expect(
      clauses.filter((clause) => !checked.has(clause)),
      id,
    ).toEqual([]);
  }
});
