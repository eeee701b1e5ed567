import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot, packageVersion } from '../../src/package.ts';
import { renderEnding, renderRound } from '../../src/report/console.ts';
import { paintIf } from '../../src/report/console-text.ts';
import type { Report } from '../../src/report/model.ts';
import { outcome } from '../../src/report/outcome.ts';
import { nastyReport } from '../report/sample.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { conform } from './io.ts';
import { MISTAKES, URL } from './mistakes.ts';

/**
 * Everything that the command line says of itself, in one file, to be read from top to bottom by whoever changes a word
 * (docs/style-of-messages.md): help, errors, and how a run ends.
 */
test('every message reads as messages.txt has it', async () => {
  const blocks = [...(await helpPages()), ...(await mistakes()), ...endings()];
  await expect(`${withoutCounts(blocks.join('\n\n'))}\n`).toMatchFileSnapshot('messages.txt');
});

/** How many clauses and mutants there are changes from day to day, and with it no word. */
function withoutCounts(text: string): string {
  return text
    .replaceAll(/\(\d+ clauses? needs? it\)/gu, '(N clauses need it)')
    .replaceAll(/There are \d+;/gu, 'There are N;');
}

function block(title: string, text: string): string {
  return `=== ${title}\n${text.trimEnd()}`;
}

async function helpPages(): Promise<readonly string[]> {
  const { out } = await conform(['--help']);
  const names = [...out.matchAll(/^ {2}([a-z]+)(?: |$)/gmu)]
    .map(([, name = '']) => name)
    .filter((name) => name !== 'conform');
  expect(names.length).toBeGreaterThan(15);
  const pages = await Promise.all(
    names.map(async (name) => block(`conform help ${name}`, (await conform(['help', name])).out)),
  );
  return [
    block('conform --help', out),
    ...pages,
    block('conform help samples', (await conform(['help', 'samples'])).out),
  ];
}

async function mistakes(): Promise<readonly string[]> {
  const told: string[] = [];
  for (const [name, { argv, files = {}, env = {} }] of Object.entries(MISTAKES)) {
    const cwd = join(temporaryFolder(), 'work');
    mkdirSync(cwd);
    for (const [file, text] of Object.entries(files)) writeFileSync(join(cwd, file), text.replaceAll(URL, ADDRESS));
    const { err } = await conform(
      argv.map((one) => one.replace(URL, ADDRESS)),
      { cwd, env },
    );
    told.push(block(`${name}: conform ${argv.map(quoted).join(' ')}`, err.replaceAll(cwd, '<folder>')));
  }
  return told.map((text) => text.replaceAll(packageRoot(), '<package>').replaceAll(packageVersion(), '<version>'));
}

const ADDRESS = 'http://127.0.0.1:9';

function quoted(word: string): string {
  return /^[\w./:=-]+$/u.test(word) ? word.replace(URL, ADDRESS) : `'${word}'`;
}

/** How a run ends, for each status; and what a round of a watch says. */
function endings(): readonly string[] {
  const options = { paint: paintIf(false), reportPath: 'reports/now/report.json' };
  const verdicts = ['conforms', 'violations', 'incomplete', 'suite-error', 'unexpected-pass'] as const;
  const ends = verdicts.map((verdict) => {
    const ending = outcome(verdict, '(the sentence of the verdict)');
    const findings = verdict === 'violations' ? nastyReport.findings : [];
    const report: Report = { ...nastyReport, outcome: ending, findings };
    return block(`a run that ends with ${ending.exitStatus}`, renderEnding(report, options));
  });
  const none = { newlyPassing: [], noLongerShown: [], changedOtherwise: [], ofOneReading: [] };
  const change = (clause: string, before: 'pass' | 'fail' | 'skip', after: 'pass' | 'fail') => ({
    clause,
    before,
    after,
  });
  const changes = {
    ...none,
    fixed: [change('listPapers/status', 'fail', 'pass')],
    regressions: [change('getPaper/route', 'pass', 'fail')],
    newlyBroken: [change('listPapers/sort-by-year', 'skip', 'fail')],
  };
  const calm: Report = { ...nastyReport, setup: [], findings: [] };
  return [...ends, block('a round of conform watch', renderRound(calm, changes, options))];
}
