import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { wrap } from '../../fixtures/middleware.ts';
import { createReference } from '../../fixtures/reference/index.ts';
import { type Listening, listen } from '../../fixtures/reference/listen.ts';
import { watchService } from '../../src/cli/watch-changes.ts';
import type { Transport } from '../../src/http/exchange.ts';
import type { Report } from '../../src/report/model.ts';
import { eventually } from '../support/eventually.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { command, conform, type Pretended, pretend } from './io.ts';

const fault = { is: true };
/** Hears each request of the rounds. */
const ear = { hears: (): void => undefined };
let service: Listening;
beforeAll(async () => {
  const reference = createReference();
  service = await listen(
    wrap(
      (request) => Promise.resolve(reference.fetch(request)),
      async (call, next) => {
        if (call.operation === 'getChatCapabilities') ear.hears();
        const reply = await next();
        return fault.is && call.operation === 'getChatCapabilities' ? { ...reply, status: 500 } : reply;
      },
    ),
  );
});
afterAll(() => service.close());

/** Starts a watch; `round` resolves when the next round is over and the watch waits. */
function start(argv: readonly string[], options: Parameters<typeof pretend>[0]) {
  const process: Pretended = pretend({ tty: true, env: { NO_COLOR: '1' }, ...options });
  const ended = command(
    ['watch', service.url, '--only', 'getChatCapabilities', '--report', 'last', ...argv],
    process.io,
  );
  const rounds = (): number => process.out().match(/^Exit status/gmu)?.length ?? 0;
  const round = async (count: number) => {
    await eventually(() => expect([rounds(), process.isListening()]).toEqual([count, true]));
    return process.out().split(/(?<=^Exit status .*\n)/mu)[count - 1] ?? '';
  };
  return { ...process, ended, round };
}

describe('conform watch', () => {
  test('runs what failed at the press of a key, and says what is mended and what became visible', async () => {
    fault.is = true;
    const cwd = temporaryFolder();
    const env = { NO_COLOR: '1', CONFORM_APIKEY: 'x' };
    const watch = start([], { cwd, answers: 'getChatCapabilities/route', env });
    expect(await watch.round(1)).toMatch(/FAIL {2}getChatCapabilities\/[^]*Exit status 1/u);
    expect(watch.err()).toContain('a: all, f: what failed, o: one clause, Enter: again, q: quit');
    fault.is = false;
    // Said once, though the flags are tried before the first round.
    expect(watch.err().split('CONFORM_APIKEY is set, but nothing reads it')).toHaveLength(2);
    watch.press('?');
    expect(watch.err().split('Waiting for a change. a: all')).toHaveLength(3);
    watch.press('x');
    watch.press('f');
    const mended = await watch.round(2);
    expect(mended).toMatch(/Since the last run: [1-9]\d* fixed, 0 newly failed, \d+ failed when first tested/u);
    expect(mended).toMatch(/ {2}fixed {4}getChatCapabilities\//u);
    const only = (): readonly string[] =>
      (JSON.parse(readFileSync(join(cwd, 'last/report.json'), 'utf8')) as Report).run.only;
    expect(only().length).toBeGreaterThan(1);
    watch.press('o');
    await watch.round(3);
    expect(only()).toEqual(['getChatCapabilities/route']);
    fault.is = true;
    watch.press('a');
    expect(await watch.round(4)).toMatch(/Since the last run: 0 fixed, [1-9]\d* newly failed/u);
    expect(only()).toEqual(['getChatCapabilities']);
    watch.press('q');
    expect(await watch.ended).toBe(1);
  });

  test('runs again when a file in a folder changes, and outlives a typing error in a file', async () => {
    fault.is = false;
    const cwd = temporaryFolder();
    mkdirSync(join(cwd, 'src'));
    const watch = start(['--watch', 'src'], { cwd });
    expect(await watch.round(1)).toContain('Exit status 0');
    writeFileSync(join(cwd, 'src/service.js'), 'changed');
    await watch.round(2);
    expect(watch.err()).toContain('Changed: service.js.');
    writeFileSync(join(cwd, 'expectations.yaml'), 'known: [\n');
    watch.press('\r');
    await eventually(() => expect(watch.err()).toMatch(/expectations\.yaml:\d+:\d+: this is not YAML/u));
    writeFileSync(join(cwd, 'expectations.yaml'), 'known: []\n');
    await eventually(() => expect(watch.isListening()).toBe(true));
    watch.press('\r');
    await watch.round(3);
    watch.interrupt();
    expect(await watch.ended).toBe(0);
  });

  test('serves the page of the last round to this machine, renews it, and ends that with the watch', async () => {
    fault.is = true;
    const watch = start(['--open'], {});
    await watch.round(1);
    const [url = ''] = /http:\/\/127\.0\.0\.1:\d+\/$/mu.exec(watch.err()) ?? [];
    const page = async (): Promise<string> => (await fetch(`${url}report.html`)).text();
    expect(await (await fetch(url)).text()).toContain('<iframe title="The last round" src="report.html">');
    expect(await page()).toContain('<title>1 finding: ');
    const changes = (await fetch(`${url}changes`)).body?.pipeThrough(new TextDecoderStream()).getReader();
    expect((await changes?.read())?.value).toBe(': open\n\n');
    fault.is = false;
    watch.press('a');
    expect((await changes?.read())?.value).toBe('data: renewed\n\n');
    expect(await page()).toContain('<title>conforms: ');
    const status = await new Promise((resolve) => {
      get(url, { headers: { host: 'elsewhere.example' } }, (answer) => resolve(answer.resume().statusCode));
    });
    expect(status).toBe(403);
    await watch.round(2);
    watch.press('q');
    expect(await watch.ended).toBe(0);
    await expect(fetch(url)).rejects.toThrow('fetch failed');
  });

  test('is not set off by what its own rounds write', async () => {
    fault.is = false;
    const cwd = temporaryFolder();
    const watch = start(['--watch', '.'], { cwd });
    await watch.round(1);
    // Whoever hears of changes hears of this one last.
    writeFileSync(join(cwd, 'service.js'), 'changed');
    await watch.round(2);
    expect(watch.err().match(/^Changed: .*$/gmu)).toEqual(['Changed: service.js.']);
    watch.interrupt();
    expect(await watch.ended).toBe(0);
  });

  test('ends with the round that is interrupted', async () => {
    fault.is = false;
    const asked = new Promise<void>((resolve) => (ear.hears = resolve));
    const watch = start([], { cwd: temporaryFolder() });
    await asked;
    watch.interrupt();
    expect(await watch.ended).toBe(3);
    expect(watch.err()).not.toContain('Waiting for a change');
  });

  test('refuses at once what is wrong with its flags', async () => {
    for (const [flags, message] of [
      [['--watch', 'nowhere'], '--watch nowhere: there is no such file or folder'],
      [['--poll', 'often'], 'such as 60s'],
      [['--only', 'nope'], '--only nope matches no'],
    ] as const) {
      const { status, err } = await conform(['watch', service.url, ...flags], { cwd: temporaryFolder() });
      expect([status, err]).toEqual([2, expect.stringContaining(message)]);
    }
  });
});

describe('a service that is watched', () => {
  const answer = (status: number, text: string): Awaited<ReturnType<Transport>> => ({
    kind: 'response',
    status,
    headers: {},
    body: { size: text.length, text, utf8: true },
    durationMs: 1,
  });
  const gone: Awaited<ReturnType<Transport>> = { kind: 'failure', reason: 'refused', message: 'gone', durationMs: 1 };

  async function told(answers: readonly Awaited<ReturnType<Transport>>[]): Promise<readonly string[]> {
    const heard: string[] = [];
    let asked = 0;
    const send: Transport = () => Promise.resolve(answers[asked++] ?? (answers.at(-1) as (typeof answers)[number]));
    const endWatch = watchService({ send, url: 'http://x' }, 1, (what) => void heard.push(what));
    await eventually(() => expect(asked).toBeGreaterThan(answers.length + 2));
    endWatch();
    return heard;
  }

  test.each([
    ['the same all the time', [answer(200, 'a'), answer(200, 'a')], []],
    [
      'another status',
      [answer(200, 'a'), answer(200, 'a'), answer(404, 'a')],
      ['the service answers otherwise (status)'],
    ],
    ['another body', [answer(200, 'a'), answer(200, 'a'), answer(200, 'b')], ['the service answers otherwise (body)']],
    ['a body with the time in it', [answer(200, '1'), answer(200, '2'), answer(200, '3')], []],
    ['gone, and back', [answer(200, 'a'), answer(200, 'a'), gone, gone, answer(200, 'a')], ['the service is back']],
    ['not there yet', [gone, gone, answer(200, 'a')], ['the service is back']],
  ])('%s', async (_, answers, changes) => {
    expect(await told(answers)).toEqual(changes);
  });
});
