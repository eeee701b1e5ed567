import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createReference } from '../../fixtures/reference/index.ts';
import { type Listening, listen } from '../../fixtures/reference/listen.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { conform } from './io.ts';

const service = createReference();
let listening: Listening;
let onRequest = (): void => undefined;
beforeAll(async () => {
  listening = await listen((request) => {
    onRequest();
    return service.fetch(request);
  });
});
afterAll(() => listening.close());

const only = ['--only', 'getChatCapabilities', '--report', 'r'];
const lastLine = (text: string): string => text.trimEnd().split('\n').at(-1) ?? '';

test('a report that cannot be written at the end fails the run, and the last line says so', async () => {
  const cwd = temporaryFolder();
  onRequest = () => mkdirSync(join(cwd, 'out', 'conform.xml'), { recursive: true });
  const run = await conform(['run', listening.url, ...only, '--reporter', 'junit=out/conform.xml'], { cwd });
  expect([run.status, lastLine(run.out)]).toEqual([2, 'Exit status 2: out/conform.xml could not be written.']);
  const json = await conform(['run', listening.url, ...only, '--json', '--reporter', 'sarif=out/conform.xml'], { cwd });
  expect([json.status, json.err]).toEqual([2, expect.stringContaining('sarif=out/conform.xml: it is a folder')]);
  const again = await conform(['report', 'r', '--reporter', 'junit=out/conform.xml'], { cwd });
  expect([again.status, again.out]).toEqual([2, '']);
});

test('the page counts as well', async () => {
  const cwd = temporaryFolder();
  onRequest = () => mkdirSync(join(cwd, 'r', 'report.html'), { recursive: true });
  const run = await conform(['run', listening.url, ...only], { cwd });
  expect([run.status, lastLine(run.out)]).toEqual([2, 'Exit status 2: report.html could not be written.']);
});

test.skipIf(process.platform !== 'linux').each(['/proc/x', '/proc/x/y/z', '/sys/x/y'])(
  'a folder that can never be made is refused, and soon: %s',
  async (folder) => {
    onRequest = () => undefined;
    const cwd = temporaryFolder();
    const run = await conform(['run', listening.url, '--report', folder], { cwd });
    expect([run.status, run.err]).toEqual([2, expect.stringContaining(`--report ${folder}: it cannot be written`)]);
    const file = ['--reporter', `sarif=${folder}/x.sarif`];
    const other = await conform(['run', listening.url, ...only, ...file], { cwd });
    expect([other.status, other.err]).toEqual([2, expect.stringContaining('x.sarif: it cannot be written')]);
  },
);

test('a file that is no plain file is left alone', async () => {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, 'mine'), '');
  const run = await conform(['run', listening.url, ...only, '--reporter', 'junit=/dev/null'], { cwd });
  expect([run.status, run.err]).toEqual(
    process.platform === 'win32' ? expect.anything() : [2, expect.stringContaining('it is not a plain file')],
  );
});
