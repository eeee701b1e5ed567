import { describe, expect, test } from 'vitest';
import { wrap } from '../../fixtures/middleware.ts';
import { orderMutants } from '../../fixtures/mutants/account/orders.ts';
import type { Mutant } from '../../fixtures/mutants/mutant.ts';
import { type DeepRun, pathIn, runDeep, verdictsOf } from '../support/deep.ts';

const KEYS = ['listApiKeys', 'createApiKey/created-key-opens-rate-limit', 'deleteApiKey', 'listWebhooks'];

function named(id: string): Mutant {
  const found = orderMutants.find((one) => one.id === id);
  if (found === undefined) throw new Error(`no mutant ${id}`);
  return found;
}

const against = (mutant: Mutant, only: readonly string[], seed: number, replay?: string) =>
  runDeep(only, { seed, replay, bent: (reference) => wrap(reference.fetch, mutant.patch(reference)) });

/** The order in which it was done, as the finding tells it. */
const orderIn = ({ report }: DeepRun) => /\((?<order>create A.*)\)/u.exec(report.findings[0]?.expected ?? '')?.[1];

describe('sequences of keys', () => {
  test.each([1, 2, 3])('find what only an order that nobody thought of shows (seed %i)', async (seed) => {
    const run = await against(named('deleteApiKey/deleted-key-opens-nothing#after-deleting-again'), KEYS, seed);
    expect(run.report.findings.map(({ clause }) => clause)).toEqual(['deleteApiKey/deleted-key-opens-nothing']);
    expect(orderIn(run)).toBe('create A; delete A; delete A again; use A, which is deleted');
    expect(run.report.findings[0]?.flaky).toBe(false);
  });

  test('are repeated by the command of the finding', async () => {
    const mutant = named('deleteApiKey/leaves-other-keys#after-deleting-again');
    const run = await against(mutant, KEYS, 1);
    const [finding] = run.report.findings;
    expect(finding?.clause).toBe('deleteApiKey/leaves-other-keys');
    expect(finding?.replay).toMatch(
      /^--only deleteApiKey\/leaves-other-keys --depth deep --seed 1 --replay [\w:@+/]+$/u,
    );
    const again = await against(mutant, [mutant.violates], 1, pathIn(finding?.replay));
    expect(orderIn(again)).toBe(orderIn(run));
    expect(again.report.run.requests).toBeLessThan(80);
  });

  test('see a webhook go that was made in another sequence', async () => {
    const { report } = await against(named('listWebhooks/lists-created-webhooks#with-its-key'), KEYS, 1);
    expect(report.findings.map(({ clause }) => clause)).toEqual(['listWebhooks/lists-created-webhooks']);
    expect(report.findings[0]?.expected).toContain('create one webhook');
  });

  test.each([1, 2, 3])('leave no key behind and make one webhook (seed %i)', async (seed) => {
    const { record, report } = await runDeep(KEYS, { seed });
    const answered = (operation: string, status: number) =>
      record.exchanges.filter(
        (one) => one.operation === operation && one.outcome.kind === 'response' && one.outcome.status === status,
      ).length;
    expect(answered('createApiKey', 201)).toBeGreaterThan(50);
    expect(answered('createApiKey', 201)).toBe(answered('deleteApiKey', 204));
    expect(answered('createWebhook', 201)).toBeLessThanOrEqual(3);
    expect(report.findings).toEqual([]);
    expect(verdictsOf(report).filter(([, verdict]) => verdict !== 'pass' && verdict !== 'skip')).toEqual([]);
  });
});
