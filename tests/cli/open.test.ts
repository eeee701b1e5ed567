import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { main } from '../../src/cli/program.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { pretend } from './io.ts';

/** A folder with one run, and what `conform open` does there. */
async function open(argv: readonly string[], files: readonly string[] = ['report.html', 'report.json']) {
  const cwd = temporaryFolder();
  const run = join(cwd, 'reports', 'a-run');
  mkdirSync(run, { recursive: true });
  for (const file of files) writeFileSync(join(run, file), '{}');
  const { io, out, err } = pretend({ cwd });
  const opened: string[] = [];
  const status = await main(['open', ...argv], { ...io, openInBrowser: (url) => void opened.push(url) });
  return { status, out: out(), err: err(), opened, page: join(run, 'report.html') };
}

test.each([[[]], [['reports/a-run']], [['reports/a-run/report.json']]])('opens the page of a run: %j', async (argv) => {
  const { status, out, opened, page } = await open(argv);
  expect([status, out.trim(), opened]).toEqual([0, page, [pathToFileURL(page).href]]);
});

test.each([
  [['reports/another'], ['report.html'], 'reports/another: there is no report.html'],
  [['reports/a-run'], ['report.json'], 'reports/a-run: there is no report.html'],
  [[], [], 'reports/ holds none'],
])('says what is not there: %j', async (argv, files, says) => {
  const { status, err, opened } = await open(argv, files);
  expect([status, opened, err]).toEqual([2, [], expect.stringContaining(says)]);
});
