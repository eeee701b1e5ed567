import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createReference } from '../../fixtures/reference/index.ts';
import { type Listening, listen } from '../../fixtures/reference/listen.ts';
import { check } from '../../src/check/check.ts';
import { holds } from '../../src/check/judges.ts';
import type { Report } from '../../src/report/model.ts';
import { readJournal } from '../../src/send/journal-file.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { command, conform, fileWith, pretend } from './io.ts';

let sound: Listening;
let html: { readonly url: string; readonly close: () => void };

beforeAll(async () => {
  sound = await listen(createReference().fetch);
  const server = createServer((_, answer) =>
    answer.writeHead(404, { 'content-type': 'text/html' }).end('<h1>\u001b[31mNot here</h1>'),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  html = { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
});

afterAll(async () => {
  await sound.close();
  html.close();
});

const throwing = check({
  clause: 'getPaper/unknown-id-404',
  act: () => Promise.reject(new Error('a slip of ours')),
  judge: () => [],
});

/** Looks broken, and then brings the engine itself down. */
const crashing = check({
  clause: 'getPaper/unknown-id-404',
  get once(): boolean {
    throw new Error('the engine slipped');
  },
  act: async ({ send, request }) => ({ page: await send(request('listPapers')) }),
  judge: ({ page }) => [holds(false, page, { expected: 'the impossible', actual: 'the possible' })],
});

describe('the exit status', () => {
  test('is 0 for a target that conforms', async () => {
    const { status, out } = await conform([
      'run',
      '--base-url',
      sound.url,
      '--only',
      'getPredictManifest,getChatCapabilities/200/*',
    ]);
    expect(out).toMatch(/No selected MUST clause failed[^]*\nExit status 0: no selected MUST clause failed\.\n$/u);
    expect(status).toBe(0);
  });

  test('is 3 for a target that answers everything alike, and nothing of it reaches the terminal raw', async () => {
    const { status, out } = await conform(['run', '--base-url', html.url, '--only', 'papers']);
    expect(status).toBe(3);
    expect(out).not.toContain('FAIL');
    expect(out).toContain('404');
    expect(out).not.toContain('\u001b');
  });

  test('is 3 for a target that nobody is at; the message names the host and the remedy', async () => {
    const { status, out } = await conform(['run', '--base-url', 'http://127.0.0.1:1']);
    expect(status).toBe(3);
    expect(out).toContain('No request was answered: 127.0.0.1:1: nobody listens there (ECONNREFUSED)');
    expect(out.split('\n').length).toBeLessThan(12);
  });

  test('is 3 with --require-complete where a credential is missing, and 0 without', async () => {
    const argv = ['run', '--base-url', sound.url, '--only', 'getUsage'];
    expect((await conform([...argv, '--require-complete'])).status).toBe(3);
    expect((await conform(argv)).out).toMatch(/give\s+credentials\.apiKey\s+in\s+the\s+target\s+file/u);
  });

  test('is 3 after Ctrl-C, with a report and a journal', async () => {
    const cwd = temporaryFolder();
    const { io, out, interrupt } = pretend({ cwd });
    const running = command(['run', '--base-url', sound.url, '--report', 'here'], io);
    while (
      !existsSync(join(cwd, 'here', 'run.ndjson')) ||
      !readFileSync(join(cwd, 'here', 'run.ndjson'), 'utf8').includes('"exchange"')
    )
      await new Promise((resolve) => setTimeout(resolve, 5));
    interrupt();
    expect(await running).toBe(3);
    expect(out()).toContain('The run is incomplete: it was stopped.');
    expect(readReport(cwd)).toMatchObject({ outcome: { verdict: 'incomplete' }, run: { complete: false } });
    expect(readJournal(join(cwd, 'here', 'run.ndjson')).complete).toBe(false);
  });

  test('is 130 at once after a second Ctrl-C', async () => {
    const cwd = temporaryFolder();
    const { io, interrupt, exits } = pretend({ cwd });
    const running = command(['run', '--base-url', sound.url, '--report', 'here'], io);
    const journal = join(cwd, 'here', 'run.ndjson');
    while (!existsSync(journal) || !readFileSync(journal, 'utf8').includes('"exchange"'))
      await new Promise((resolve) => setTimeout(resolve, 5));
    interrupt();
    interrupt();
    await running;
    expect(exits).toEqual([130]);
  });

  test('is 4 where a check throws, and the report says that this is no word about the target', async () => {
    const { status, out } = await conform(['run', '--base-url', sound.url, '--only', 'getPaper/unknown-id-404'], {}, [
      throwing,
    ]);
    expect(status).toBe(4);
    expect(out).toContain('this says nothing about the target');
  });

  test('is 4 where the engine throws, with a report of what was learnt until then', async () => {
    const cwd = temporaryFolder();
    const { status } = await conform(
      ['run', '--base-url', sound.url, '--only', 'getPaper/unknown-id-404,getChatCapabilities', '--report', 'here'],
      { cwd },
      [crashing],
    );
    expect(status).toBe(4);
    const report = readReport(cwd);
    expect(report.outcome).toMatchObject({
      verdict: 'suite-error',
      sentence: expect.stringContaining('the engine slipped') as string,
    });
    expect(report.summary.byLevel.MUST.pass).toBeGreaterThan(0);
  });

  test.each([
    ['no target', ['run'], 'give the address of the service or --target <file>'],
    ['an empty base URL', ['run', '--base-url', ''], '--base-url: the value is empty'],
    ['a relative base URL', ['run', '--base-url', 'staging.example/api'], 'such as https://staging.example/api'],
    ['another scheme', ['run', '--base-url', 'ftp://x'], 'only http and https are supported'],
    ['credentials in the base URL', ['run', '--base-url', 'http://a:geheim@x'], 'the base URL holds credentials'],
    ['an unknown option', ['run', '--profil', 'x'], 'Did you mean --profile?'],
    ['an unknown command', ['rum'], 'Did you mean run?'],
    ['no command', [], 'no conform.yaml in this folder'],
    ['a stray argument', ['run', 'http://x', 'listPapers'], 'too many arguments'],
    ['a wrong choice', ['run', '--depth', 'dep'], 'it has to be one of smoke, standard, deep (did you mean deep?)'],
    ['an unknown permission', ['run', '--base-url', 'http://x', '--allow', 'write'], 'did you mean writes?'],
    ['an unknown profile', ['run', '--base-url', 'http://x', '--profile', 'reference'], 'unknown profile reference'],
    ['an unknown branch', ['run', '--base-url', 'http://x', '--branch', 'predict-body=flatt'], 'did you mean flat?'],
    [
      'a filter that matches nothing',
      ['run', '--base-url', 'http://x', '--only', 'listPaper'],
      'did you mean listPapers?',
    ],
    ['a seed that is no number', ['run', '--seed', 'x'], 'A whole number'],
    ['a timeout of nothing', ['run', '--timeout', '0'], 'A duration above 0'],
    ['a header without a colon', ['run', '--base-url', 'http://x', '--header', 'abc'], "write it as 'Name: value'"],
    ['a target file that is not there', ['run', '--target', 'nope.yaml'], 'there is no such file'],
    ['certificates that are not there', ['run', '--base-url', 'http://x', '--ca', 'nope.pem'], 'there is no such file'],
    [
      'certificates that are none',
      ['run', '--base-url', 'http://x', '--ca', fileWith('a.pem', 'hello')],
      'it holds no PEM certificate',
    ],
    [
      'an unknown clause',
      ['explain', 'listPapers/pages-do-not-overlp'],
      'did you mean listPapers/pages-do-not-overlap?',
    ],
    ['an unknown mutant', ['serve', '--mutant', 'nope'], 'unknown mutant nope'],
  ])('is 2 for %s, which is named, and nothing is written', async (_, argv, message) => {
    const cwd = temporaryFolder();
    const { status, out, err } = await conform(argv, { cwd });
    expect(err).toContain(message);
    expect(err).not.toContain('geheim');
    expect(status).toBe(2);
    expect(out).toBe('');
    expect(readdirSync(cwd)).toEqual([]);
  });

  test.each([[['--help']], [['run', '--help']], [['--version']]])('is 0 for %j', async (argv) => {
    const { status, out } = await conform(argv);
    expect(status).toBe(0);
    expect(out).not.toBe('');
  });
});

function readReport(cwd: string): Report {
  return JSON.parse(readFileSync(join(cwd, 'here', 'report.json'), 'utf8')) as Report;
}
