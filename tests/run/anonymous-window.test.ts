import { expect, test } from 'vitest';
import { embeddedTarget } from '../../fixtures/reference/as-target.ts';
import { createReference } from '../../fixtures/reference/index.ts';
import { fetchTransport } from '../../src/http/in-process.ts';
import { runSuite } from '../../src/run/run.ts';
import { allChecks } from '../../suites/index.ts';
import { loaded } from '../support/contract.ts';
import { suiteUnder } from '../support/whole-suite.ts';

/**
 * A target may count who sends no API key and no token by address: 100 requests in a quarter of an hour. What shows that
 * nothing, or a session alone, opens or does not open an operation cannot carry one; everything else does.
 */
const WITHOUT = 40;

test('with all credentials few requests of a standard run go without API key and token, and those ask about just that', async () => {
  const reference = createReference({});
  const { record } = await runSuite({
    loaded,
    checks: allChecks,
    suiteUnder,
    target: embeddedTarget(reference, 'http://reference.local'),
    profile: { name: 'any', branches: {} },
    transport: fetchTransport(reference.fetch),
  });
  const without = record.exchanges.filter(
    ({ request }) => request.headers['x-api-key'] === undefined && request.headers['authorization'] === undefined,
  );
  expect(without.length).toBeGreaterThan(0);
  expect(without.length).toBeLessThanOrEqual(WITHOUT);
  const kinds = new Set(without.map(({ request }) => request.credentials.join('+')));
  expect([...kinds].toSorted()).toEqual(['', 'session', 'wrong session']);
});
