import { expect, test } from 'vitest';
import { onReply, wrap } from '../../fixtures/middleware.ts';
import { embeddedTarget } from '../../fixtures/reference/as-target.ts';
import { createReference } from '../../fixtures/reference/index.ts';
import { fetchTransport } from '../../src/http/in-process.ts';
import { runSuite } from '../../src/run/run.ts';
import { allChecks } from '../../suites/index.ts';
import { loaded } from '../support/contract.ts';
import { suiteUnder } from '../support/whole-suite.ts';

const CLAUSE = 'searchPapers/edge-cache';

/** The verdict on a service whose searches say this to caches. */
async function verdictOn(directives: string): Promise<string | undefined> {
  const service = createReference({ chunkDelayMs: 0 });
  const says = onReply('searchPapers', (reply) => ({
    ...reply,
    headers: { ...reply.headers, 'cache-control': directives },
  }));
  const { conclusion } = await runSuite({
    loaded,
    checks: allChecks,
    suiteUnder,
    only: [CLAUSE],
    target: embeddedTarget(service, 'http://reference.local'),
    profile: { name: 'any', branches: {} },
    transport: fetchTransport(wrap(service.fetch, says)),
  });
  return conclusion.results.find(({ clause }) => clause.id === CLAUSE)?.verdict.kind;
}

test.each([
  ['public, s-maxage=60, stale-while-revalidate=60', 'pass'],
  ['public, max-age=30', 'pass'],
  ['public, max-age=600, s-maxage=60, stale-while-revalidate=30', 'pass'],
  ['public, s-maxage=61', 'warn'],
  ['public, s-maxage=60, stale-while-revalidate=86400', 'warn'],
  ['no-store', 'skip'],
])('a search that says %o to caches: %s', async (directives, verdict) => {
  expect(await verdictOn(directives)).toBe(verdict);
});
