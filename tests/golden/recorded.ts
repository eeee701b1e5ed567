import { expect, test } from 'vitest';
import { expectedOf, goldenGroups, judgedNow, takeOver } from '../../scripts/golden/files.ts';
import { loadShop, SHOP } from '../../scripts/golden/settings.ts';
import { differences, tableOf } from '../../scripts/golden/table.ts';
import type { Finding } from '../../src/report/model.ts';
import { suiteCache } from '../../src/rules/suite.ts';
import { suiteUnder } from '../support/whole-suite.ts';

/** Takes over what is concluded now: `GOLDEN=update npx vitest run tests/golden`. */
const updates = process.env['GOLDEN'] === 'update';

const shopUnder = suiteCache(await loadShop(), []);

/** A title that reads as if the rule were the fact. */
function saysTheRule({ title, text }: Finding): boolean {
  return /^(?:broken|not met)/iu.test(title) || title.includes(text.replace(/\.$/u, ''));
}

/** One test a group. The groups stand in two files of tests, so that two cores share them. */
export function recordedRuns(isChosen: (group: string) => boolean): void {
  test.each(goldenGroups().filter(isChosen))('%s: every verdict and finding is what it was', (group) => {
    const titles: string[] = [];
    const now = judgedNow(group, {
      suiteUnder: group === SHOP ? shopUnder : suiteUnder,
      see: (report) => void titles.push(...report.findings.filter(saysTheRule).map(({ title }) => title)),
    });
    expect(titles, 'a title says what came, not what ought to have come').toEqual([]);
    if (updates) takeOver(group, now);
    const changed = differences(expectedOf(group), now);
    expect(changed.length, `${changed.length} differences\n${tableOf(changed)}\n`).toBe(0);
  });
}
