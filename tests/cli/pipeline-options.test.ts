import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createReference } from '../../fixtures/reference/index.ts';
import { type Listening, listen } from '../../fixtures/reference/listen.ts';
import { waitForAnswer } from '../../src/cli/look/presence.ts';
import type { Outcome } from '../../src/http/exchange.ts';
import type { Report } from '../../src/report/model.ts';
import { eventually } from '../support/eventually.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { command, conform, pretend } from './io.ts';

let sound: Listening;
let broken: Listening;
beforeAll(async () => {
  sound = await listen(createReference().fetch);
  broken = await listen((request) => Response.json({ asked: request.url }));
});
afterAll(() => Promise.all([sound.close(), broken.close()]));

describe('conform run', () => {
  test('takes the address as an argument', async () => {
    const { status, out } = await conform(['run', sound.url, '--only', 'listPapers/limit/maximum']);
    expect(out).toContain('No selected MUST clause failed');
    expect(status).toBe(0);
  });

  test('--bail stops at the first MUST that breaks, and the status tells of it', async () => {
    const cwd = temporaryFolder();
    const whole = await conform(['run', broken.url, '--report', 'whole'], { cwd });
    const { status } = await conform(['run', broken.url, '--bail', '--report', 'short'], { cwd });
    expect([whole.status, status]).toEqual([1, 1]);
    expect(requestsOf(cwd, 'short')).toBeLessThan(requestsOf(cwd, 'whole') / 4);
  });

  test('--bail changes nothing where nothing breaks', async () => {
    const { status } = await conform(['run', sound.url, '--bail', '--only', 'listPapers/limit*']);
    expect(status).toBe(0);
  });

  test('--wait waits for a service that is still starting', async () => {
    const late = createServer((_, answer) => answer.writeHead(404).end());
    const port = await freePort();
    setTimeout(() => late.listen(port, '127.0.0.1'), 600);
    const { err } = await conform(['run', `http://127.0.0.1:${port}`, '--wait', '20s', '--only', 'listPapers/route']);
    late.close();
    late.closeAllConnections();
    expect(err).not.toContain('Nothing was ready');
  });

  test('--wait says what it last heard, and the run tells the rest', async () => {
    const { status, err } = await conform(['run', 'http://127.0.0.1:1', '--wait', '200ms']);
    expect(err).toContain('Nothing was ready within 0.2 s (--wait): ');
    expect(status).toBe(3);
  });
});

test('Ctrl-C while --wait waits ends the run before its first request', async () => {
  let asked = 0;
  const starting = createServer((_, answer) => {
    asked += 1;
    answer.writeHead(503).end();
  });
  const port = await freePort();
  await new Promise<void>((resolve) => starting.listen(port, '127.0.0.1', resolve));
  const { io, interrupt, out, err } = pretend({ cwd: temporaryFolder() });
  const ended = command(['run', `http://127.0.0.1:${port}`, '--wait', '60s', '--report', 'r'], io);
  await eventually(() => expect(asked).toBeGreaterThan(0));
  interrupt();
  const before = asked;
  expect(await ended).toBe(3);
  starting.close();
  starting.closeAllConnections();
  expect(asked).toBe(before);
  expect(err()).not.toContain('Nothing was ready');
  expect(out()).toContain('Exit status 3');
});

test('--wait sends the headers of the target along, which a gateway may ask for', async () => {
  const gateway = createServer(({ headers }, answer) =>
    answer.writeHead(headers['x-gate'] === 'open' ? 404 : 503).end(),
  );
  const port = await freePort();
  await new Promise<void>((resolve) => gateway.listen(port, '127.0.0.1', resolve));
  const { err } = await conform(
    ['run', `http://127.0.0.1:${port}`, '--wait', '60s', '--header', 'X-Gate: open', '--only', 'listPapers/route'],
    { cwd: temporaryFolder() },
  );
  gateway.close();
  gateway.closeAllConnections();
  expect(err).not.toContain('Nothing was ready');
});

describe('a bare conform', () => {
  test('runs the target file of the folder', async () => {
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, 'conform.yaml'), `baseUrl: ${sound.url}\ndepth: smoke\n`);
    const { status, err } = await conform([], { cwd });
    expect(err).toContain('The target file is conform.yaml.');
    expect(status).toBe(0);
    expect(existsSync(join(cwd, 'reports'))).toBe(true);
  });

  test('says in one line what to do where none lies', async () => {
    const { status, out, err } = await conform([]);
    expect(err).toBe(
      'conform: no conform.yaml in this folder. conform init <url> writes one; conform --help lists the commands.\n',
    );
    expect([status, out]).toEqual([2, '']);
  });

  test.each([
    ['run', ['--only', 'listPapers/limit/maximum']],
    ['doctor', []],
  ])('%s with an address leaves the file, and its credentials, alone, and says so', async (command, flags) => {
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, 'conform.yaml'), 'baseUrl: http://127.0.0.1:1\nheaders: { X-Secret: ours }\n');
    const { status, err } = await conform([command, sound.url, ...flags], { cwd });
    expect(err).toContain(
      'conform.yaml is not used, because an address is given. To use it for this address: --target conform.yaml\n',
    );
    expect(status).toBe(0);
  });
});

describe('waiting for an answer', () => {
  const after = async (outcomes: readonly Outcome[]) => {
    let asked = 0;
    let clock = 0;
    const heard = await waitForAnswer({
      send: () => Promise.resolve(outcomes[Math.min(asked++, outcomes.length - 1)] as Outcome),
      url: 'http://x',
      waitMs: 3000,
      now: () => clock,
      sleep: (milliseconds) => Promise.resolve(void (clock += milliseconds)),
    });
    return { heard, asked };
  };
  const answer = (status: number): Outcome => ({
    kind: 'response',
    status,
    headers: {},
    body: { size: 0, text: '', utf8: true },
    durationMs: 0,
  });
  const refused: Outcome = { kind: 'failure', reason: 'refused', message: 'nobody listens there', durationMs: 0 };

  test.each([200, 401, 404, 500])('ends with any answer of the service itself: %i', async (status) => {
    expect(await after([refused, answer(502), answer(status)])).toEqual({ heard: undefined, asked: 3 });
  });

  test('is bounded', async () => {
    expect(await after([answer(503)])).toEqual({ heard: 'status 503', asked: 6 });
    expect(await after([refused])).toMatchObject({ heard: 'nobody listens there' });
  });
});

function requestsOf(cwd: string, folder: string): number {
  return (JSON.parse(readFileSync(join(cwd, folder, 'report.json'), 'utf8')) as Report).run.requests;
}

async function freePort(): Promise<number> {
  const server: Server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
