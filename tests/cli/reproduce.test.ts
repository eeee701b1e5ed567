import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Finding, Report } from '../../src/report/model.ts';
import { skipPauses } from '../support/pauses.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { command, conform, pretend } from './io.ts';

const FAULTS = [
  'listPapers/limit/maximum',
  'listApiKeys/drops-deleted-keys',
  'listApiKeys/security/apiKey-refused',
  'inferSensitivity/security/wrong-session-refused',
  'getChatCapabilities/route',
];

const cwd = temporaryFolder();
const { io, err, interrupt } = pretend({ cwd });
let served: Promise<number>;
let report: Report;
const endSkipping = skipPauses();
beforeAll(async () => {
  served = command(['serve', '--write-target', 'target.yaml', ...FAULTS.flatMap((fault) => ['--mutant', fault])], io);
  await vi.waitUntil(() => err().includes('conform run --target'), { timeout: 600_000 });
  const only = ['listPapers', 'listApiKeys', 'inferSensitivity', 'getChatCapabilities', 'service'];
  await conform(['run', '--target', 'target.yaml', '--report', 'r', '--only', only.join(','), '--reporter', 'hurl'], {
    cwd,
  });
  report = JSON.parse(readFileSync(join(cwd, 'r/report.json'), 'utf8')) as Report;
});
afterAll(async () => {
  endSkipping();
  interrupt();
  await served;
});

/** The lines that `conform serve` prints, for a shell. */
const exportsOf = (): readonly string[] =>
  [...err().matchAll(/^ {2}(export CONFORM_\w+=.+)$/gmu)].map(([, line = '']) => line);

/** What the service answered to the last of the steps during the run. */
function statusOf({ steps }: Finding): number {
  const outcome = report.exchanges.find(({ seq }) => seq === steps.at(-1))?.outcome;
  return outcome?.kind === 'response' ? outcome.status : 0;
}

test('the curl line of each finding shows it again in a shell, with the variables that conform serve prints', async () => {
  // Sequences read ids with it.
  const hasJq = spawnSync('sh', ['-c', 'command -v jq']).status === 0;
  const lines = report.findings.filter(({ curl }) => curl !== undefined && (hasJq || !curl.includes('| jq')));
  expect(lines.length).toBeGreaterThanOrEqual(hasJq ? FAULTS.length : FAULTS.length - 1);
  expect(exportsOf()).toHaveLength(3);
  for (const finding of lines) {
    const script = [...exportsOf(), finding.curl ?? ''].join('\n');
    const { stdout } = await promisify(execFile)('sh', ['-c', script], { env: { PATH: process.env['PATH'] } });
    const statuses = [...stdout.matchAll(/^HTTP\/1\.1 (\d+)/gmu)].map(([, status]) => Number(status));
    expect([finding.id, statuses.at(-1)]).toEqual([finding.id, statusOf(finding)]);
  }
});

/** Reads the part of Hurl's format that the reporter writes, by its grammar, and sends it. */
async function playHurl(text: string, variables: Map<string, string>): Promise<readonly (readonly [string, number])[]> {
  const statuses: (readonly [string, number])[] = [];
  const filled = (value: string): string =>
    value
      .replaceAll(/\{\{(\w+)\}\}/gu, (_, name: string) => variables.get(name) ?? `no variable ${name}`)
      .replaceAll(/\\(?:u\{([0-9a-f]+)\}|([\\#`]))/gu, (_, code?: string, sign?: string) =>
        code === undefined ? (sign ?? '') : String.fromCodePoint(Number.parseInt(code, 16)),
      );
  for (const entry of text.split(/\n\n+|\n(?=GET |POST |PUT |DELETE |PATCH )/u)) {
    const lines = entry.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    if (lines.length === 0) continue;
    const [, method = '', url = ''] = /^([A-Z]+) (\S+)$/u.exec(lines[0] ?? '') ?? [];
    const end = lines.findIndex((line) => /^HTTP \d{3}$/u.test(line));
    const body = lines.slice(1, end).find((line) => /^`.*`$/u.test(line));
    const headers = lines.slice(1, end).flatMap((line) => /^([\w-]+): (.*)$/u.exec(line)?.slice(1, 3) ?? []);
    const pairs = headers.flatMap((name, at) =>
      at % 2 === 0 ? [[name, filled(headers[at + 1] ?? '')] as [string, string]] : [],
    );
    const answer = await fetch(filled(url), {
      method,
      headers: pairs,
      ...(body === undefined ? {} : { body: filled(body.slice(1, -1)) }),
    });
    const answered = await answer.text();
    statuses.push([lines[end] ?? '', answer.status]);
    for (const line of lines.slice(end + 1)) {
      const [, name = '', path = ''] = /^(CONFORM_\w+): jsonpath "\$((?:\['[\w-]+'\])+)"$/u.exec(line) ?? [];
      if (line !== '[Captures]')
        variables.set(
          name,
          [...path.matchAll(/\['([\w-]+)'\]/gu)].reduce<unknown>(
            (node, [, key = '']) => (node as Record<string, unknown>)[key],
            JSON.parse(answered),
          ) as string,
        );
    }
  }
  return statuses;
}

test('the Hurl file has each finding with its steps, no secret, and shows them again', async () => {
  const text = readFileSync(join(cwd, 'r/findings.hurl'), 'utf8');
  const [, given = ''] = /^# hurl --continue-on-error(.*) findings\.hurl$/mu.exec(text) ?? [];
  // As the shell of the user makes them.
  const printed = [...given.matchAll(/--variable (\w+)=("(?:[^"]|\$\([^)]*\))*")/gu)];
  const script = [...exportsOf(), ...printed.map(([, name = '', value = '']) => `printf '%s\\n' ${name}=${value}`)];
  const { stdout } = await promisify(execFile)('sh', ['-c', script.join('\n')]);
  const variables = new Map(
    stdout
      .trimEnd()
      .split('\n')
      .map((line): [string, string] => [line.split('=')[0] ?? '', line.slice(line.indexOf('=') + 1)]),
  );
  expect(printed).toHaveLength(given.split('--variable ').length - 1);
  expect([...variables.keys()]).toContain('CONFORM_TOKEN');
  const secrets = exportsOf().map((line) => line.split('=').slice(1).join('=').replaceAll(/^'|'$/gu, ''));
  for (const secret of secrets) expect(text).not.toContain(secret);
  expect(text.match(/^# \d+\. (?:FAIL|WARN) /gmu)).toHaveLength(report.findings.length);
  expect(text).toContain('CONFORM_ID_1: jsonpath "$[\'id\']"');
  const played = await playHurl(text, variables);
  expect(played.length).toBeGreaterThan(report.findings.length);
  for (const [expected, status] of played) expect(`HTTP ${status}`).toBe(expected);
});
