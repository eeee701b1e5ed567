import { beforeAll, describe, expect, test } from 'vitest';
import { embeddedTarget } from '../../fixtures/reference/as-target.ts';
import { createReference } from '../../fixtures/reference/index.ts';
import { fetchTransport } from '../../src/http/in-process.ts';
import { buildReport } from '../../src/report/build.ts';
import type { Report } from '../../src/report/model.ts';
import { runSuite } from '../../src/run/run.ts';
import { allChecks } from '../../suites/index.ts';
import { loaded } from '../support/contract.ts';
import { withInferenceBehindLogin } from '../support/reference-service.ts';

/** Whoever wants an inference is sent to a login page: everybody, or whoever has no session. */
async function runAgainst(isWelcome: (request: Request) => boolean): Promise<Report> {
  const service = createReference({ chunkDelayMs: 0 });
  const { record, conclusion } = await runSuite({
    loaded,
    checks: allChecks,
    target: embeddedTarget(service, 'http://reference.local'),
    profile: { name: 'any', branches: {} },
    transport: fetchTransport(withInferenceBehindLogin(service, isWelcome)),
    depth: 'smoke',
    budget: 1000,
  });
  session = service.credentials.session;
  return buildReport(record, conclusion);
}
let session = '';

describe('a session that is sent to a login page', () => {
  let report: Report;
  beforeAll(async () => {
    report = await runAgainst(() => false);
  });

  test('is a fault of the set-up', () => {
    expect(report.setup.map(({ id, message }) => [id, message])).toEqual([
      [
        'credential-refused/session',
        'The credential session is redirected (302) to /login by all 3 operations that should accept it.',
      ],
    ]);
    expect(report.setup[0]?.remedy).toContain('expired');
  });

  test('and no finding, but for the redirect of those who have none', () => {
    expect(report.findings.map(({ title, actual }) => `${title} | ${actual}`)).toHaveLength(1);
    const [finding] = report.findings;
    expect(finding?.actual).toContain('/login');
    expect(finding?.title).toContain('302 (a redirect to /login), not 401');
    const blamed = report.exchanges.filter(({ seq }) => finding?.exchanges.includes(seq));
    for (const { request } of blamed) expect(request.credentials).not.toContain('session');
  });
});

test('whoever is sent to a login page without a session only is one finding, and no fault of the set-up', async () => {
  const report = await runAgainst(
    (request) => (request.headers.get('cookie') ?? '').includes(session) && session !== '',
  );
  expect(report.setup).toEqual([]);
  expect(report.findings.filter(({ title }) => title.includes('/login'))).toHaveLength(1);
  expect(report.findings).toHaveLength(1);
});
