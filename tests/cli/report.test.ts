import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createReference } from '../../fixtures/reference/index.ts';
import { type Listening, listen } from '../../fixtures/reference/listen.ts';
import { renderJson } from '../../src/report/json.ts';
import { nastyReport } from '../report/sample.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { conform } from './io.ts';

let service: Listening;
beforeAll(async () => {
  service = await listen(createReference().fetch);
});
afterAll(() => service.close());

function folderWithReport(): string {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'report.json'), renderJson(nastyReport));
  return folder;
}

const run = (...more: readonly string[]) => [
  'run',
  '--base-url',
  service.url,
  '--only',
  'getChatCapabilities',
  '--report',
  'r',
  ...more,
];

describe('--reporter', () => {
  test('writes into the folder of the run, or where it is told to', async () => {
    const cwd = temporaryFolder();
    const { out, status } = await conform(run('--reporter', 'junit', '--reporter', 'sarif=deep/a.sarif'), { cwd });
    expect(status).toBe(0);
    expect(out).toContain('No selected MUST clause failed');
    expect(readFileSync(join(cwd, 'r/junit.xml'), 'utf8')).toContain('classname="getChatCapabilities"');
    expect(readFileSync(join(cwd, 'deep/a.sarif'), 'utf8')).toContain('"results": []');
  });

  test('prints instead of the summary with = -', async () => {
    const { out } = await conform(run('--reporter', 'tap=-'), { cwd: temporaryFolder() });
    expect(out).toMatch(/^TAP version 14\n1\.\.\d+\nok 1 - /u);
    expect(out).not.toContain('Exit status');
  });

  test('prints TAP alone, as its readers expect, and neither beside --json', async () => {
    const { out, err } = await conform(run('--reporter', 'tap'), { cwd: temporaryFolder() });
    expect(out).toMatch(/^TAP version 14\n/u);
    expect(out).not.toContain('Exit status');
    expect(err).toContain('No selected MUST clause failed');
    for (const reporter of ['tap', 'github']) {
      const mixed = await conform(run('--json', '--reporter', reporter), { cwd: temporaryFolder() });
      expect([mixed.status, mixed.err]).toEqual([2, expect.stringContaining('would both write to standard output')]);
    }
  });

  test('refuses a name that is none, an empty file, and one file for two', async () => {
    expect((await conform(run('--reporter', 'junti'))).err).toContain('did you mean junit?');
    expect((await conform(run('--reporter', 'junit='))).err).toContain('A file is needed');
    const { status, err } = await conform(run('--reporter', 'junit=a', '--reporter', 'sarif=a'));
    expect([status, err]).toEqual([2, expect.stringContaining('two of them would write a; give each')]);
  });

  test('says which file cannot be written before anything is sent', async () => {
    const cwd = temporaryFolder();
    mkdirSync(join(cwd, 'taken'));
    const { err, status } = await conform(run('--reporter', 'junit=taken', '--reporter', 'tap=t.tap'), { cwd });
    expect([status, err]).toEqual([2, expect.stringContaining('--reporter junit=taken: it is a folder; give a file.')]);
    expect(existsSync(join(cwd, 't.tap'))).toBe(false);
  });
});

describe('the formats that a place gets by itself', () => {
  test('on GitHub: annotations and the step summary', async () => {
    const summary = join(temporaryFolder(), 'summary.md');
    writeFileSync(summary, 'before\n');
    const { out } = await conform(run(), {
      env: { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: summary },
      cwd: temporaryFolder(),
    });
    expect(out).toContain('Exit status 0');
    expect(readFileSync(summary, 'utf8')).toMatch(/^before\n## .*: no MUST failed\n/u);
  });

  test.each([['GITLAB_CI'], ['TF_BUILD'], ['JENKINS_URL']])('where %s is set: JUnit XML', async (name) => {
    const cwd = temporaryFolder();
    await conform(run(), { env: { [name]: 'true' }, cwd });
    expect(existsSync(join(cwd, 'r/junit.xml'))).toBe(true);
  });

  test('nowhere else', async () => {
    const cwd = temporaryFolder();
    const { out } = await conform(run(), { cwd });
    expect(out).not.toContain('::');
    expect(existsSync(join(cwd, 'r/junit.xml'))).toBe(false);
  });
});

describe('conform report', () => {
  test('shows a run that is over, with its exit status', async () => {
    const { out, status } = await conform(['report', folderWithReport()]);
    expect(status).toBe(1);
    expect(out).toContain('The target does not conform: 2 MUST clauses broken.');
  });

  test('writes its formats into the folder of the run', async () => {
    const folder = folderWithReport();
    const argv = ['report', join(folder, 'report.json'), '--reporter', 'junit', '--reporter', 'badge'];
    const { err } = await conform(argv, { cwd: folder });
    expect(err).toContain('Written: junit.xml\nWritten: badge.svg\n');
    expect(readFileSync(join(folder, 'junit.xml'), 'utf8')).toContain('<testsuites');
    expect(readFileSync(join(folder, 'badge.svg'), 'utf8')).toContain('<svg');
  });

  test('refuses what is no report', async () => {
    const folder = temporaryFolder();
    expect(await conform(['report', folder])).toMatchObject({
      status: 2,
      err: expect.stringContaining('there is no run') as string,
    });
    writeFileSync(join(folder, 'report.json'), '{"version": 1}');
    expect(await conform(['report', folder])).toMatchObject({
      status: 2,
      err: expect.stringContaining('this is no report') as string,
    });
    writeFileSync(join(folder, 'report.json'), renderJson({ ...nastyReport, version: 9 } as never));
    expect((await conform(['report', folder])).err).toContain('another version');
  });

  test('says which file it could not write', async () => {
    const folder = folderWithReport();
    mkdirSync(join(folder, 'junit.xml'));
    const { status, err } = await conform(['report', folder, '--reporter', 'junit']);
    expect([status, err]).toEqual([2, expect.stringContaining('junit.xml cannot be written')]);
  });
});
