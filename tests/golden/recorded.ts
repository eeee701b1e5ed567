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

/** One line that a list of findings holds: the route first where one answer is quoted, and no text of a body. */
function isLine({ title, cause, operation }: Finding): boolean {
  const isQuoted = (cause.kind === 'clause' || cause.kind === 'shared-schema') && operation !== undefined;
  const isPathFirst = !isQuoted || /^[A-Z]+ \/\S*: /u.test(title);
  return title.length <= 140 && isPathFirst && !/[[{]"[^\]}]{30}/u.test(title.replace(/; expected .*/su, ''));
}

/** One test a group. The groups stand in two files of tests, so that two cores share them. */
export function recordedRuns(isChosen: (group: string) => boolean): void {
  test.each(goldenGroups().filter(isChosen))('%s: every verdict and finding is what it was', (group) => {
    const titles: string[] = [];
    const long: string[] = [];
    const now = judgedNow(group, {
      suiteUnder: group === SHOP ? shopUnder : suiteUnder,
      see: ({ findings }) => {
        titles.push(...findings.filter(saysTheRule).map(({ title }) => title));
        long.push(...findings.filter((finding) => !isLine(finding)).map(({ title }) => title));
      },
    });
    expect(titles, 'a title says what came, not what ought to have come').toEqual([]);
    expect(long, 'a title is one line of at most 140 characters, and quotes no body').toEqual([]);
    const errors = [...now.values()].flatMap((texts) =>
      [...texts.values()].filter((text) => text.startsWith('error: ')),
    );
    expect(errors, 'a journal without what a check asks for now: npm run golden:record').toEqual([]);
    if (updates) takeOver(group, now);
    const changed = differences(expectedOf(group), now);
    expect(changed.length, `${changed.length} differences\n${tableOf(changed)}\n`).toBe(0);
  });
}
