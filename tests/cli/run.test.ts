import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createReference, type ReferenceService } from '../../fixtures/reference/index.ts';
import { type Listening, listen } from '../../fixtures/reference/listen.ts';
import { packageRoot } from '../../src/package.ts';
import type { Report } from '../../src/report/model.ts';
import { readJournal } from '../../src/send/journal-file.ts';
import { allChecks } from '../../suites/index.ts';
import { withIsland } from '../support/island.ts';
import { environmentFor } from '../support/reference-service.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { command, conform, pretend } from './io.ts';

let service: ReferenceService;
let sound: Listening;

beforeAll(async () => {
  service = createReference();
  sound = await listen(service.fetch);
});
afterAll(() => sound.close());

describe('conform run', () => {
  test('--json prints the report and nothing else, the same that is in the file', async () => {
    const cwd = temporaryFolder();
    const { out, err } = await conform(
      ['run', '--base-url', sound.url, '--only', 'getChatCapabilities', '--json', '--report', 'deep/er'],
      { cwd },
    );
    expect(out).toBe(readFileSync(join(cwd, 'deep/er/report.json'), 'utf8'));
    expect(JSON.parse(out)).toMatchObject({ version: 2, run: { only: ['getChatCapabilities'] } });
    expect(err).toContain('No selected MUST clause failed');
  });

  test('writes below reports/, by time and host, for its owner alone', async () => {
    const cwd = temporaryFolder();
    await conform(['run', '--base-url', sound.url, '--only', 'getChatCapabilities'], { cwd });
    const [folder = ''] = readdirSync(join(cwd, 'reports'));
    expect(folder).toMatch(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-127\.0\.0\.1-\d+$/u);
    expect(readdirSync(join(cwd, 'reports', folder)).sort()).toEqual(['report.html', 'report.json', 'run.ndjson']);
    expect(statSync(join(cwd, 'reports', folder, 'run.ndjson')).mode & 0o077).toBe(0);
  });

  test('takes credentials from the environment, says so, and writes none of them down', async () => {
    const cwd = temporaryFolder();
    const { apiKey, bearer, session } = service.credentials;
    const env = { ...environmentFor(service), NO_COLOR: '1' };
    const { out, err } = await conform(['run', '--base-url', sound.url, '--only', 'account', '--report', 'here'], {
      cwd,
      env,
    });
    expect(err).toContain('The bearer credential comes from CONFORM_TOKEN in the environment.');
    const written = [
      out,
      err,
      ...['report.html', 'report.json', 'run.ndjson'].map((name) =>
        withIsland(readFileSync(join(cwd, 'here', name), 'utf8')),
      ),
    ].join('\n');
    expect(written).toContain('"startedDateTime":');
    for (const secret of [apiKey, bearer, session.split('=')[1] ?? '']) expect(written).not.toContain(secret);
    expect(readJournal(join(cwd, 'here/run.ndjson')).header.credentials.toSorted()).toEqual([
      'apiKey',
      'bearer',
      'session',
    ]);
  });

  test('says that an empty variable gives no credential', async () => {
    const { err } = await conform(['run', '--base-url', sound.url, '--only', 'getChatCapabilities'], {
      env: { CONFORM_TOKEN: '' },
    });
    expect(err).toContain('CONFORM_TOKEN is set but empty: there is no bearer credential.');
  });

  test('takes the base URL from the environment where nothing else gives one', async () => {
    const { status, err } = await conform(['run', '--only', 'getChatCapabilities'], { env: { BASE_URL: sound.url } });
    expect([status, err]).toEqual([0, expect.stringContaining('The base URL comes from BASE_URL')]);
  });

  test('lets flags override the target file, whose profile path starts from its own folder', async () => {
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, 'mine.yaml'), 'name: mine\nbranches: { search-envelope: wrapped }\n');
    writeFileSync(
      join(cwd, 'target.yaml'),
      `baseUrl: ${sound.url}/elsewhere\nprofile: ./mine.yaml\ndepth: smoke\nallow: { chat: true }\ncredentials: { apiKey: { headers: { X-API-Key: from-the-file } } }\n`,
    );
    const argv = [
      'run',
      '--target',
      'target.yaml',
      '--base-url',
      `${sound.url}/`,
      '--depth',
      'deep',
      '--allow',
      'writes',
      '--only',
      'getChatCapabilities',
      '--seed',
      '7',
      '--strict',
      '--json',
      '--report',
      'here',
      '--header',
      'X-Waf-Token: let me in',
      '--header',
      'X-Lab: the words of the user',
    ];
    const { out } = await conform(argv, { cwd, env: { CONFORM_API_KEY: 'from-the-environment' } });
    expect((JSON.parse(out) as Report).run).toMatchObject({
      baseUrl: sound.url,
      profile: { name: 'mine', branches: { 'search-envelope': 'wrapped' } },
      depth: 'deep',
      seed: 7,
      strict: true,
      permissions: ['writes', 'chat'],
      credentials: ['apiKey'],
    });
    const journal = readFileSync(join(cwd, 'here/run.ndjson'), 'utf8');
    expect(journal).not.toMatch(/let me in|from-the/u);
    expect(journal).toContain('the words of the user');
  });

  test('removes what it created, also when it is stopped', async () => {
    const cwd = temporaryFolder();
    const journal = join(cwd, 'here', 'run.ndjson');
    const { io, interrupt } = pretend({ cwd, env: { CONFORM_TOKEN: service.credentials.bearer } });
    const running = command(
      ['run', '--base-url', sound.url, '--allow', 'writes', '--only', 'createApiKey', '--report', 'here'],
      io,
      allChecks,
    );
    for (let wait = 0; wait < 400 && !journalText(journal).includes('"type":"created"'); wait += 1)
      await new Promise((resolve) => setTimeout(resolve, 5));
    interrupt();
    await running;
    const events = journalText(journal)
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as { readonly type: string });
    const count = (type: string) => events.filter((event) => event.type === type).length;
    expect(count('created')).toBeGreaterThan(0);
    expect(count('removed')).toBe(count('created'));
    expect(count('left-behind')).toBe(0);
  });

  test('colours for a terminal, not for a pipe, and as NO_COLOR, FORCE_COLOR and --no-color say', async () => {
    const argv = ['run', '--base-url', sound.url, '--only', 'getChatCapabilities'];
    const coloured = async (options: Parameters<typeof pretend>[0], ...more: string[]) =>
      (await conform([...argv, ...more], options)).out.includes('\u001b[');
    expect(await coloured({})).toBe(false);
    expect(await coloured({ tty: true })).toBe(true);
    expect(await coloured({ tty: true, env: { NO_COLOR: '1' } })).toBe(false);
    expect(await coloured({ tty: true }, '--no-color')).toBe(false);
    expect(await coloured({ env: { FORCE_COLOR: '1' } })).toBe(true);
  });
});

describe('the other commands', () => {
  test('demo runs the whole suite against the reference service', async () => {
    const { status, out } = await conform(['demo', '--only', 'papers'], { cwd: temporaryFolder() });
    expect(out).toContain('No selected MUST clause failed');
    expect(status).toBe(0);
  });

  test('serve prints a target file that run takes, until Ctrl-C', async () => {
    const cwd = temporaryFolder();
    const { io, out, err, interrupt } = pretend({ cwd });
    const serving = command(
      ['serve', '--mutant', 'predict/route#derived', '--chat', 'disabled', '--write-target', 'target.yaml'],
      io,
    );
    while (out() === '') await new Promise((resolve) => setTimeout(resolve, 20));
    expect(err()).toContain('predict/route#derived breaks predict/route');
    expect(readFileSync(join(cwd, 'target.yaml'), 'utf8')).toBe(out());
    const { status, out: report } = await conform(['run', '--target', 'target.yaml', '--only', 'predict'], { cwd });
    expect([status, report]).toEqual([1, expect.stringContaining('FAIL  predict/route')]);
    interrupt();
    expect(await serving).toBe(0);
  });

  test('spec prints the document as the profile reads it', async () => {
    const { out } = await conform(['spec', '--profile', 'machine-readable']);
    expect(out).toMatch(/^openapi: 3\.1\.0\n/u);
    expect(out).not.toMatch(/x-branch: search-envelope/u);
    expect((await conform(['spec'])).out).toMatch(/x-branch: search-envelope/u);
  });

  test('list shows the chosen clauses, as a table or as JSON', async () => {
    const { out } = await conform(['list', '--only', 'listPapers/limit*']);
    expect(out).toMatch(/^CLAUSE +LEVEL +ORIGIN +NEEDS +SECTION\n/u);
    expect(out).toMatch(/^listPapers\/limit\/maximum +MUST +derived +- +GET \/api\/v1\/papers$/mu);
    const clauses = JSON.parse(
      (await conform(['list', '--only', 'listPapers/limit*', '--json'])).out,
    ) as readonly unknown[];
    expect(clauses).toHaveLength(out.trim().split('\n').length - 1);
  });

  test('explain tells where a clause stands, what it needs and what shows it', async () => {
    const { out } = await conform(['explain', 'predict-body']);
    // The path depends on the folder of the checkout, so a long one moves what follows to the next line.
    expect(out.replaceAll(/\s+/gu, ' ')).toMatch(/document \S*conflicts\.yaml:\d+ \(\/x-conflicts\/predict-body\)/u);
    expect(out).toContain('branch   nested');
    expect((await conform(['explain', 'createApiKey/route'])).out).toContain('pass --allow writes');
  });
});

const BUILT = join(packageRoot(), 'dist/src/cli/main.js');

describe('the command as a process', () => {
  // npm test builds first; without a build there is no process to start.
  test.skipIf(!existsSync(BUILT))('keeps result and progress apart, and ends with its status', async () => {
    const cwd = temporaryFolder();
    const ended = await new Promise<{ readonly code: unknown; readonly out: string; readonly err: string }>(
      (resolve) => {
        execFile(
          process.execPath,
          [BUILT, 'run', '--base-url', 'http://127.0.0.1:1', '--json'],
          { cwd, env: {} },
          (error, out, err) => resolve({ code: error?.code, out, err }),
        );
      },
    );
    expect(ended.code).toBe(3);
    expect((JSON.parse(ended.out) as Report).outcome.exitStatus).toBe(3);
    expect(ended.err).toContain('Testing http://127.0.0.1:1');
  });
});

function journalText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
