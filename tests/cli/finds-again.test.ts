import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Listening, listen } from '../../fixtures/reference/listen.ts';
import { type FaultyRun, faultyRun } from '../../scripts/docs/faulty-run.ts';
import { inPart, partOf } from '../../scripts/gate/part.ts';
import { flagsFor, rerunCommand } from '../../src/report/command.ts';
import { renderJson } from '../../src/report/json.ts';
import type { Report } from '../../src/report/model.ts';
import { allChecks } from '../../suites/index.ts';
import { skipPauses } from '../support/pauses.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { conform } from './io.ts';

/** So many of the findings; `CONFORM_ALL_FINDINGS=1` tries every one. */
const TRIED = process.env['CONFORM_ALL_FINDINGS'] === '1' ? Number.POSITIVE_INFINITY : 8;

let faulty: FaultyRun;
let service: Listening;
let cwd: string;
const endSkipping = skipPauses();
beforeAll(async () => {
  faulty = await faultyRun(30);
  service = await listen(faulty.fetch);
  cwd = temporaryFolder();
  writeFileSync(join(cwd, 'my target.yaml'), JSON.stringify({ ...faulty.target, baseUrl: service.url }));
});
afterAll(async () => {
  endSkipping();
  await service.close();
});

test('the command beside a finding finds it again, by itself', async () => {
  const { findings, run } = faulty.report;
  const branches = Object.entries(run.profile.branches).map(([id, branch]) => `--branch ${id}=${branch}`);
  const command = rerunCommand({ ...run, command: ['conform run --target "my target.yaml"', ...branches].join(' ') });
  const every = Math.max(1, Math.ceil(findings.length / TRIED));
  const tried = findings.filter((_, index) => index % every === 0);
  const lost: string[] = [];
  expect(tried.length).toBeGreaterThan(5);
  for (const finding of inPart(tried, 1 / 8, ({ id }) => id)) {
    const argv = wordsOf(`${command} ${flagsFor(finding, run)} --json --report again`).slice(1);
    const { out, err } = await conform(argv, { cwd }, allChecks);
    const again = out === '' ? undefined : (JSON.parse(out) as Report);
    const found = again?.clauses.find(({ id }) => id === finding.clause)?.verdict;
    if (found !== finding.verdict) lost.push(`${argv.join(' ')}: ${found ?? err}`);
  }
  expect(lost).toEqual([]);
});

test('what fails is a MUST, and what warns is none', () => {
  const { findings } = faulty.report;
  const mixed = findings.filter(({ verdict, level }) => (verdict === 'fail') !== (level === 'MUST'));
  expect(mixed.map(({ clause, verdict, level }) => `${verdict} ${level} ${clause}`)).toEqual([]);
  expect(new Set(findings.map(({ verdict }) => verdict))).toEqual(new Set(['fail', 'warn']));
});

test('a request that ought to be refused stands by itself, and what has a history keeps it', () => {
  const { findings, exchanges } = faulty.report;
  const intents = new Map(exchanges.map(({ seq, intent }) => [seq, intent]));
  const refusals = findings.filter(({ exchanges: [first] }) => {
    const intent = intents.get(first ?? -1);
    return intent?.kind === 'invalid' && !intent.reject.endsWith('-credential');
  });
  expect(refusals.map(({ steps }) => steps.length)).toEqual(refusals.map(() => 1));
  expect(refusals.length).toBeGreaterThan(0);
  expect(findings.some(({ steps }) => steps.length > 1)).toBe(true);
});

// Long, and without rows to draw from: once, in the second tier.
test.skipIf(partOf() === 'drawn')('--failed asks for all that was broken, refusals too', async () => {
  const { report } = faulty;
  mkdirSync(join(cwd, 'before'));
  writeFileSync(join(cwd, 'before', 'report.json'), renderJson(report));
  const branches = Object.entries(report.run.profile.branches).flatMap(([id, branch]) => [
    '--branch',
    `${id}=${branch}`,
  ]);
  const argv = ['run', '--target', 'my target.yaml', ...branches, '--failed', 'before', '--json', '--report', 'again'];
  const { out, err, status } = await conform([...argv, '--seed', '7'], { cwd }, allChecks);
  expect(status, err).toBe(1);
  const again = JSON.parse(out) as Report;
  const verdicts = new Map(again.clauses.map(({ id, verdict }) => [id, verdict]));
  const broken = report.clauses.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn');
  expect(broken.filter(({ id, verdict }) => verdicts.get(id) !== verdict).map(({ id }) => id)).toEqual([]);
  expect(broken.length).toBeGreaterThan(25);
  const ids = broken.map(({ id }) => id);
  expect(again.since).toMatchObject({ fixed: [], new: [], still: expect.arrayContaining(ids) });
  expect(readFileSync(join(cwd, 'again', 'report.html'), 'utf8')).toContain(
    `Since the earlier run</a>: 0 fixed, 0 newly failed, ${again.since?.still.length} as before`,
  );
  expect(again.run.requests).toBeLessThan(report.run.requests);
});

/** The words of a command line without anything but double quotes in it. */
function wordsOf(line: string): readonly string[] {
  return [...line.matchAll(/"([^"]*)"|(\S+)/gu)].map(([, quoted, plain]) => quoted ?? plain ?? '');
}
