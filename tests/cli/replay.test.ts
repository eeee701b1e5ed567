import { describe, expect, test } from 'vitest';
import { createReference } from '../../fixtures/reference/index.ts';
import { listen } from '../../fixtures/reference/listen.ts';
import type { Report } from '../../src/report/model.ts';
import { allChecks } from '../../suites/index.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { conform } from './io.ts';

/** Breaks in one corner of two parameters alone. */
function offByOne(fetch: (request: Request) => Promise<Response>): (request: Request) => Promise<Response> {
  return async (request) => {
    const { searchParams: query, pathname } = new URL(request.url);
    const corner =
      pathname === '/api/v1/papers' && query.get('sort') === 'citations' && Number(query.get('limit')) > 90;
    return corner ? Response.json({ error: 'Bad Request', message: 'limit' }, { status: 400 }) : fetch(request);
  };
}

describe('what the fuzz phase finds', () => {
  test('is shrunk to the parameters that matter and their smallest values, and one command repeats exactly that', async () => {
    const listening = await listen(offByOne(createReference().fetch));
    const run = async (...flags: readonly string[]) =>
      conform(['run', '--base-url', listening.url, ...flags], { cwd: temporaryFolder() }, allChecks);
    const { status, out } = await run('--only', 'listPapers/fuzz/accepted', '--depth', 'deep', '--seed', '11');
    const [, command = ''] = /replay +conform run --base-url \S+ (.+)$/mu.exec(out) ?? [];
    expect(status).toBe(1);
    expect(command).toMatch(/^--only listPapers\/fuzz\/accepted --depth deep --seed 11 --replay [\d:]+$/u);

    const again = await run(...command.split(' '), '--json');
    await listening.close();
    const report = JSON.parse(again.out) as Report;
    const [finding] = report.findings.filter(({ clause }) => clause === 'listPapers/fuzz/accepted');
    const [shown] = report.exchanges.filter(({ seq }) => finding?.exchanges.includes(seq));
    expect(shown?.request.query).toEqual({ limit: '91', sort: 'citations' });
    expect(out).toContain(shown?.request.target ?? 'nothing');
    expect(finding?.replay).toBeDefined();
    expect(report.run.requests).toBeLessThan(15);
  });
});
