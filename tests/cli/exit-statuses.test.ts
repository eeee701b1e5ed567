import { spawn } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { onReply, wrap } from '../../fixtures/middleware.ts';
import { createReference } from '../../fixtures/reference/index.ts';
import { type Listening, listen } from '../../fixtures/reference/listen.ts';
import { inPart } from '../../scripts/gate/part.ts';
import { type AnyCheck, check } from '../../src/check/check.ts';
import { holds } from '../../src/check/judges.ts';
import { packageRoot } from '../../src/package.ts';
import type { Report } from '../../src/report/model.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { command, conform, pretend } from './io.ts';

/**
 * At least five causes for each exit status. What a run is judged by must never be what became of its output: a full disk, a
 * reader that leaves, a signal.
 */
let sound: Listening;
let broken: Listening;
let strange: Listening;
let limited: Listening;
let limitedAsked = 0;
const service = createReference({ chunkDelayMs: 0 });
const env = { CONFORM_TOKEN: service.credentials.bearer };
beforeAll(async () => {
  sound = await listen(service.fetch);
  const wrong = onReply(['getPaper', 'getChatCapabilities'], (reply) => ({ ...reply, body: { id: 7 } }));
  broken = await listen(wrap(service.fetch, wrong));
  const surrogate = onReply('createApiKey', (reply) => ({
    ...reply,
    body: { ...(reply.body as object), id: '\ud800' },
  }));
  strange = await listen(wrap(service.fetch, surrogate));
  limited = await listen(() => {
    limitedAsked += 1;
    return Promise.resolve(
      new Response('{"error":"RATE_LIMITED","message":"x"}', {
        status: 429,
        headers: { 'content-type': 'application/json', 'retry-after': '40' },
      }),
    );
  });
});
afterAll(() => Promise.all([sound, broken, strange, limited].map((one) => one.close())));

const one = ['--only', 'getChatCapabilities'];

/** The command in a process of its own, with its standard output there. */
async function inProcess(argv: readonly string[], stdout: number | 'leaves'): Promise<number | null> {
  const command = join(packageRoot(), 'dist/src/cli/main.js');
  const child = spawn(process.execPath, [command, ...argv], {
    cwd: temporaryFolder(),
    stdio: ['ignore', stdout === 'leaves' ? 'pipe' : stdout, 'ignore'],
  });
  if (stdout === 'leaves') child.stdout?.destroy();
  return new Promise((resolve) => child.on('close', resolve));
}

async function intoFull(url: string): Promise<number | null> {
  const full = openSync('/dev/full', 'w');
  try {
    return await inProcess(['run', url, ...one], full);
  } finally {
    closeSync(full);
  }
}

const status = async (argv: readonly string[], checks?: readonly AnyCheck[]): Promise<number> =>
  (await conform(argv, { cwd: temporaryFolder(), env }, checks)).status;

/** A run that Ctrl-C stops as soon as this is so. */
async function interrupted(argv: readonly string[], when: () => boolean): Promise<number> {
  const { io, interrupt } = pretend({ cwd: temporaryFolder() });
  const running = command(argv, io);
  while (!when()) await new Promise((resolve) => setTimeout(resolve, 5));
  interrupt();
  return running;
}

const clause = 'getChatCapabilities/route';
const throwing = (message: string): AnyCheck =>
  check({ clause: 'getPaper/unknown-id-404', act: () => Promise.reject(new Error(message)), judge: () => [] });
const bugInJudge: AnyCheck = check({
  clause: 'getPaper/unknown-id-404',
  act: async ({ send, request }) => ({ page: await send(request('listPapers')) }),
  judge: () => {
    throw new TypeError('undefined is not a function');
  },
});
const bugInAssertion: AnyCheck = check({
  clause: 'getPaper/unknown-id-404',
  act: async ({ send, request }) => ({ page: await send(request('listPapers')) }),
  judge: ({ page }) => [() => holds(JSON.parse('{') === 1, page, { expected: '', actual: '' })(undefined as never)],
});
const bugInEngine: AnyCheck = check({
  clause: 'getPaper/unknown-id-404',
  get once(): boolean {
    throw new Error('the engine slipped');
  },
  act: async ({ send, request }) => ({ page: await send(request('listPapers')) }),
  judge: ({ page }) => [holds(false, page, { expected: 'a', actual: 'b' })],
});
const bugOfNoError: AnyCheck = check({
  clause: 'getPaper/unknown-id-404',
  // Whoever throws a text all the same.
  act: () => Promise.reject('a text' as unknown as Error),
  judge: () => [],
});

/** A run behind a list of known failures, given in the file of that name. */
async function behind(list: string, argv: readonly string[], file = 'expectations.yaml'): Promise<number> {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, file), list);
  return (await conform(['run', ...argv], { cwd, env })).status;
}
const known = (clauses: string, kind = 'fail'): string =>
  `known:\n  - clauses: [${clauses}]\n    known: ${kind}\n    reason: it is being worked on\n`;

type Cause = readonly [cause: string, status: () => Promise<number | null>];
const unknown404 = ['--only', 'getPaper/unknown-id-404'];

const CAUSES: Readonly<Record<number, readonly Cause[]>> = {
  0: [
    ['a target that conforms', () => status(['run', sound.url, ...one])],
    ['a standard output that is full', () => intoFull(sound.url)],
    ['a reader that leaves', () => inProcess(['run', sound.url, ...one], 'leaves')],
    [
      'a creation that was taken back',
      () => status(['run', sound.url, '--only', 'createApiKey/name-is-echoed', '--allow', 'writes']),
    ],
    [
      'a permission that was not given',
      () => status(['run', sound.url, '--only', 'getChatCapabilities,createWebhook/201/*']),
    ],
    ['--help', () => status(['run', '--help'])],
  ],
  1: [
    ['a MUST that is broken', () => status(['run', broken.url, ...one])],
    ['the same, and a standard output that is full', () => intoFull(broken.url)],
    ['the same, and a reader that leaves', () => inProcess(['run', broken.url, ...one], 'leaves')],
    [
      'the same, and an operation that was not reached',
      () => status(['run', broken.url, ...one, '--only', 'getUsage']),
    ],
    [
      'an id of half a surrogate pair, which cannot stand in a path',
      () => status(['run', strange.url, '--only', 'createApiKey', '--allow', 'writes', '--max-wait', '1s']),
    ],
  ],
  2: [
    ['no target', () => status(['run'])],
    [
      'a broken service, and another format that cannot be written',
      () => status(['run', broken.url, ...one, '--reporter', 'junit=/dev/full/x.xml']),
    ],
    [
      'a report folder that is a file',
      async () => {
        const cwd = temporaryFolder();
        writeFileSync(join(cwd, 'here'), '');
        return (await conform(['run', sound.url, ...one, '--report', 'here'], { cwd })).status;
      },
    ],
    [
      'a folder that another run is writing to',
      async () => {
        const cwd = temporaryFolder();
        mkdirSync(join(cwd, 'r'));
        writeFileSync(join(cwd, 'r', 'run.lock'), String(process.ppid));
        return (await conform(['run', sound.url, ...one, '--report', 'r'], { cwd })).status;
      },
    ],
    [
      'a target file of aliases within aliases',
      async () => {
        const cwd = temporaryFolder();
        const bomb = [
          'a: &a [x, x, x, x, x, x, x, x, x]',
          ...[...'bcdefgh'].map(
            (name, at) => `${name}: &${name} [${Array.from({ length: 9 }, () => `*${'abcdefg'[at]}`).join(', ')}]`,
          ),
        ];
        writeFileSync(join(cwd, 't.yaml'), bomb.join('\n'));
        return (await conform(['run', '--target', 't.yaml'], { cwd })).status;
      },
    ],
    [
      'a journal of another kind',
      async () => {
        const cwd = temporaryFolder();
        writeFileSync(join(cwd, 'run.ndjson'), '{"type":"run"}\n');
        return (await conform(['judge', 'run.ndjson'], { cwd })).status;
      },
    ],
    ['a credential that no header can carry', () => status(['run', sound.url, '--header', 'X-A: a\nb'])],
  ],
  3: [
    ['nobody there', () => status(['run', 'http://127.0.0.1:1'])],
    [
      'the same answer to everything',
      async () => {
        const page: Server = createServer((_, answer) =>
          answer.writeHead(404, { 'content-type': 'text/html' }).end('<h1>'),
        );
        await new Promise<void>((resolve) => page.listen(0, '127.0.0.1', resolve));
        try {
          return await status(['run', `http://127.0.0.1:${(page.address() as AddressInfo).port}`]);
        } finally {
          page.close();
        }
      },
    ],
    ['Ctrl-C in a wait for a limit', () => interrupted(['run', limited.url, ...one], () => limitedAsked > 0)],
    ['a limit that outlasts the patience', () => status(['run', limited.url, ...one, '--max-wait', '1'])],
    [
      'a credential that is missing, with --require-complete',
      async () =>
        (await conform(['run', sound.url, '--only', 'getUsage', '--require-complete'], { cwd: temporaryFolder() }))
          .status,
    ],
    [
      'something left behind',
      async () => {
        const deaf = await listen((request) =>
          request.method === 'DELETE' ? Promise.resolve(new Response('', { status: 500 })) : service.fetch(request),
        );
        try {
          return await status(['run', deaf.url, '--only', 'createApiKey/name-is-echoed', '--allow', 'writes']);
        } finally {
          await deaf.close();
        }
      },
    ],
  ],
  4: [
    ['a check that throws', () => status(['run', sound.url, ...unknown404], [throwing('a slip of ours')])],
    ['a check that throws what is no error', () => status(['run', sound.url, ...unknown404], [bugOfNoError])],
    ['a judge that throws', () => status(['run', sound.url, ...unknown404], [bugInJudge])],
    ['an assertion that throws', () => status(['run', sound.url, ...unknown404], [bugInAssertion])],
    [
      'an engine that throws, beside a violation',
      () => status(['run', broken.url, ...unknown404, ...one], [bugInEngine]),
    ],
  ],
  5: [
    ['a known failure that passes now', () => behind(known(clause), [sound.url, ...one])],
    [
      'the same, in a list of another name',
      () => behind(known(clause), [sound.url, ...one, '--expectations', 'a.yaml'], 'a.yaml'),
    ],
    [
      'the same, in the target file',
      () => behind(`baseUrl: ${sound.url}\n${known(clause)}`, ['--target', 't.yaml', ...one], 't.yaml'),
    ],
    ['a pattern of which nothing fails any more', () => behind(known('getChatCapabilities/*'), [sound.url, ...one])],
    ['what could not be shown, and is', () => behind(known(clause, 'skip'), [sound.url, ...one])],
    [
      'one that passes, beside others that fail as known',
      () =>
        behind(known('getChatCapabilities/*, listPapers/route'), [
          broken.url,
          '--only',
          'getChatCapabilities/*,listPapers/route',
        ]),
    ],
    [
      'a recorded run behind a list of what passes in it',
      async () => {
        const cwd = temporaryFolder();
        await conform(['run', sound.url, ...one, '--report', 'r'], { cwd });
        writeFileSync(join(cwd, 'expectations.yaml'), known(clause));
        return (await conform(['judge', 'r'], { cwd })).status;
      },
    ],
  ],
};

describe.each(Object.entries(CAUSES))('the exit status %s', (expected, causes) => {
  test('has five causes here at least', () => {
    expect(causes.length).toBeGreaterThanOrEqual(5);
  });

  test.each(inPart(causes, 1 / 6, ([cause]) => cause))('comes of %s', async (_, run) => {
    expect(await run()).toBe(Number(expected));
  });
});

test('the exit status is that of the report, which is whole whatever became of the output', async () => {
  const cwd = temporaryFolder();
  const full = openSync('/dev/full', 'w');
  const command = join(packageRoot(), 'dist/src/cli/main.js');
  const child = spawn(process.execPath, [command, 'run', broken.url, ...one, '--report', 'r'], {
    cwd,
    stdio: ['ignore', full, full],
  });
  const ended = await new Promise((resolve) => child.on('close', resolve));
  closeSync(full);
  expect(existsSync(join(cwd, 'r', 'report.json'))).toBe(true);
  const report = JSON.parse(readFileSync(join(cwd, 'r', 'report.json'), 'utf8')) as Report;
  expect([ended, report.outcome.exitStatus]).toEqual([1, 1]);
  expect(report.clauses.find(({ id }) => id === clause)).toBeDefined();
});
