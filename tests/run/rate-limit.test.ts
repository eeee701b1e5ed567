import { describe, expect, test } from 'vitest';
import { embeddedTarget } from '../../fixtures/reference/as-target.ts';
import { createReference } from '../../fixtures/reference/index.ts';
import type { Depth, Target } from '../../src/check/target.ts';
import { fetchTransport } from '../../src/http/in-process.ts';
import { runSuite } from '../../src/run/run.ts';
import { allChecks } from '../../suites/index.ts';
import { loaded } from '../support/contract.ts';
import { suiteUnder } from '../support/whole-suite.ts';

/** A run against the reference service with its limits on: 100 requests in a window without a credential, 1,000 with one. */
async function limited(depth: Depth, adapt: (target: Target) => Target = (target) => target, concurrency?: number) {
  const service = createReference({ rateLimit: true, chunkDelayMs: 0 });
  const { record, conclusion } = await runSuite({
    loaded,
    checks: allChecks,
    suiteUnder,
    depth,
    target: adapt(embeddedTarget(service, 'http://reference.local')),
    profile: { name: 'any', branches: {} },
    transport: fetchTransport(service.fetch),
    maxWaitMs: 0,
    ...(concurrency === undefined ? {} : { concurrency }),
  });
  const statuses = record.exchanges.map(({ outcome }) => (outcome.kind === 'response' ? outcome.status : 0));
  const broken = conclusion.results.filter(({ verdict }) => ['fail', 'warn', 'error'].includes(verdict.kind));
  return { requests: statuses.length, refused: statuses.filter((status) => status === 429).length, broken };
}

const anonymous = (target: Target): Target => ({ ...target, credentials: {} });

const withKeyOnly = (target: Target): Target => ({
  ...target,
  credentials: target.credentials.apiKey === undefined ? {} : { apiKey: target.credentials.apiKey },
});

describe('with the limits of the service on', () => {
  test.each([
    ['with every credential', (target: Target) => target],
    ['with an API key', withKeyOnly],
    ['without a credential', anonymous],
  ])('a smoke run %s fits into one window', async (_, adapt) => {
    const { requests, refused, broken } = await limited('smoke', adapt);
    expect({ refused, broken }).toEqual({ refused: 0, broken: [] });
    expect(requests).toBeLessThanOrEqual(100);
  });

  test.each([
    ['every credential', (target: Target) => target],
    ['an API key', withKeyOnly],
  ])('a standard run with %s fits into one window', async (_, adapt) => {
    expect(await limited('standard', adapt)).toMatchObject({ refused: 0, broken: [] });
  });

  // Each caller of each operation is told once that it is too early, as are those that are under way just then.
  test.each([
    ['one after the other', 1, 150],
    ['side by side', 8, 210],
  ])(
    'a standard run without a credential, %s, runs into the limit, and finds nothing in that',
    async (_, concurrency, most) => {
      const { refused, requests, broken } = await limited('standard', anonymous, concurrency);
      expect(refused).toBeGreaterThan(0);
      expect(requests).toBeLessThan(most);
      expect(broken).toEqual([]);
    },
  );
});
