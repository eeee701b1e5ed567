import { expect, test } from 'vitest';
import { expectedOf, goldenGroups, judgedNow, takeOver } from '../../scripts/golden/files.ts';
import { loadShop, SHOP } from '../../scripts/golden/settings.ts';
import { differences, tableOf } from '../../scripts/golden/table.ts';
import { suiteCache } from '../../src/rules/suite.ts';
import { suiteUnder } from '../support/whole-suite.ts';

/** Takes over what is concluded now: `GOLDEN=update npx vitest run tests/golden`. */
const updates = process.env['GOLDEN'] === 'update';

const shopUnder = suiteCache(await loadShop(), []);

/** One test a group. The groups stand in two files of tests, so that two cores share them. */
export function recordedRuns(isChosen: (group: string) => boolean): void {
  test.each(goldenGroups().filter(isChosen))('%s: every verdict and finding is what it was', (group) => {
    const now = judgedNow(group, group === SHOP ? shopUnder : suiteUnder);
    if (updates) takeOver(group, now);
    const changed = differences(expectedOf(group), now);
    expect(changed.length, `${changed.length} differences\n${tableOf(changed)}\n`).toBe(0);
  });
}
