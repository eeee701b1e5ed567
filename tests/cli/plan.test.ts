import { beforeAll, describe, expect, test } from 'vitest';
import { createReference } from '../../fixtures/reference/index.ts';
import { type Listening, listen } from '../../fixtures/reference/listen.ts';
import { type DryRun, renderDryRun } from '../../src/cli/look/dry-run.ts';
import { createProgress } from '../../src/cli/progress.ts';
import { Redactor } from '../../src/redact/redactor.ts';
import type { Report } from '../../src/report/model.ts';
import { allChecks } from '../../suites/index.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { conform, fileWith } from './io.ts';

const heard = { requests: 0 };
const service = createReference({ chunkDelayMs: 0 });
let target: Listening;
beforeAll(async () => {
  target = await listen((request) => {
    heard.requests += 1;
    return service.fetch(request);
  });
  return () => target.close();
});

const plan = async (...argv: readonly string[]): Promise<DryRun> =>
  JSON.parse(
    (await conform(['run', '--plan', '--json', '--base-url', target.url, ...argv], {}, allChecks)).out,
  ) as DryRun;

describe('conform run --plan', () => {
  test('names the requests of each operation and sends nothing', async () => {
    heard.requests = 0;
    const { status, out } = await conform(
      ['run', '--plan', '--base-url', target.url, '--only', 'predict', '--rate', '0.5'],
      {},
      allChecks,
    );
    expect([status, heard.requests]).toEqual([0, 0]);
    expect(out).toMatch(/^A run at depth standard against .* would send about \d+ requests\. Nothing was sent/u);
    expect(out).toMatch(/^predict +\d+ +\d+$/mu);
    expect(out).toMatch(/^At the pace of --rate: .+ at least\.$/mu);
    expect(out).toMatch(/^Where 100 requests are allowed in a window \(anonymous\): /mu);
  });

  test('tells how long a run has to wait for new windows', () => {
    const tiers = [{ tier: 'anonymous', limit: 100, windows: 3, waitSeconds: 1800 }];
    const text = renderDryRun(
      { depth: 'standard', requests: 250, requestsByOperation: {}, shownByOperation: {}, seconds: 10_000, tiers },
      '',
    );
    expect(text).toContain('At the pace of --rate: 2.8 h at least.');
    expect(text).toContain('(anonymous): 3 windows, 30 min of waiting, if --max-wait allows it.');
  });

  test('tells which clauses each request helps to show', async () => {
    const { requests, plan: planned } = await plan('--only', 'predict,getChatCapabilities');
    expect(planned).toHaveLength(requests);
    expect(planned.find(({ request }) => request === 'GET /api/chat')?.clauses).toEqual(
      expect.arrayContaining(['getChatCapabilities/security/public', 'getChatCapabilities/200/enabled/type']),
    );
  });

  test('comes to what a run then sends', async () => {
    const planned = await plan('--only', 'predict,getChatCapabilities');
    const { out } = await conform(
      ['run', '--base-url', target.url, '--only', 'predict,getChatCapabilities', '--json'],
      { cwd: temporaryFolder() },
      allChecks,
    );
    expect(planned.requests).toBe((JSON.parse(out) as Report).run.requests);
  });

  test('counts what credentials, samples and permissions open', async () => {
    const file = fileWith(
      'target.yaml',
      `credentials: { bearer: { headers: { Authorization: Bearer something } } }\nallow: { writes: true }\nsamples: { priors: { populated: anything } }\n`,
    );
    const [without, given] = [
      await plan('--only', 'account,getHierarchicalPrior'),
      await plan('--target', file, '--only', 'account,getHierarchicalPrior'),
    ];
    expect(given.requestsByOperation['createApiKey'] ?? 0).toBeGreaterThan(
      without.requestsByOperation['createApiKey'] ?? 0,
    );
    expect(given.requestsByOperation['getHierarchicalPrior'] ?? 0).toBeGreaterThan(
      without.requestsByOperation['getHierarchicalPrior'] ?? 0,
    );
  });
});

describe('the pace of a run', () => {
  test.each([
    ['--rate', '0', 'A number of requests a second above 0 and up to 10000 is needed.'],
    ['--concurrency', '0', 'A whole number from 1 to 64 is needed.'],
    ['--max-wait', '-1', 'A duration from 0 up to 86400 seconds is needed'],
    ['--replay', 'abc', 'The path of a finding is needed'],
  ])('%s %s is refused', async (flag, value, message) => {
    const { status, err } = await conform(['run', '--base-url', target.url, flag, value]);
    expect([status, err]).toEqual([2, expect.stringContaining(message)]);
  });

  test('--replay wants the clause and the seed of the finding', async () => {
    const { status, err } = await conform(['run', '--base-url', target.url, '--replay', '3:0']);
    expect([status, err]).toEqual([2, expect.stringContaining('--replay needs --only')]);
  });

  test('--rate spaces requests out, --concurrency does not change verdicts', async () => {
    const run = async (...flags: readonly string[]): Promise<Report> =>
      JSON.parse(
        (
          await conform(
            ['run', '--base-url', target.url, '--only', 'predict', '--json', ...flags],
            { cwd: temporaryFolder() },
            allChecks,
          )
        ).out,
      ) as Report;
    const [plain, wide, slow] = [await run(), await run('--concurrency', '4'), await run('--rate', '40')];
    const verdicts = ({ clauses }: Report): readonly string[] => clauses.map(({ id, verdict }) => `${id} ${verdict}`);
    expect(verdicts(wide)).toEqual(verdicts(plain));
    expect(Date.parse(slow.run.finishedAt) - Date.parse(slow.run.startedAt)).toBeGreaterThan(
      (slow.run.requests - 1) * 20,
    );
  });

  test('a wait is told with its reason', () => {
    const written: string[] = [];
    createProgress({ write: (text) => void written.push(text), isTty: false }).sink(
      { type: 'waiting', milliseconds: 61_500, why: 'the target answered 429' },
      new Redactor(),
    );
    expect(written.join('')).toMatch(/^Waiting 62 s, until \d\d:\d\d:\d\d UTC: the target answered 429\.\n$/u);
  });
});

describe('a run that has to wait for a new window', () => {
  let limited: Listening;
  beforeAll(async () => {
    const reset = new Date(Date.now() + 600_000).toISOString();
    limited = await listen(async (request) => {
      const answer = await service.fetch(request);
      answer.headers.set('X-RateLimit-Remaining', '7');
      answer.headers.set('X-RateLimit-Reset', reset);
      return answer;
    });
    return () => limited.close();
  });

  test('says so beforehand, with the time', async () => {
    const { err } = await conform(
      ['run', '--base-url', limited.url, '--only', 'listPapers'],
      { cwd: temporaryFolder() },
      allChecks,
    );
    expect(err).toMatch(
      /^The target says that 7 requests are left until \d\d:\d\d:\d\d UTC, and this run has about \d+ to send: where all of them count, it will have to wait 10 min, which is longer than --max-wait allows/mu,
    );
  });

  test('says nothing where what is left suffices', async () => {
    const { err } = await conform(
      ['run', '--base-url', limited.url, '--only', 'getPredictManifest'],
      { cwd: temporaryFolder() },
      allChecks,
    );
    expect(err).not.toContain('requests are left');
  });
});
