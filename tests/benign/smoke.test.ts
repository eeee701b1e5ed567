import { describe, expect, test } from 'vitest';
import { allBenign, cover } from '../../fixtures/benign/index.ts';
import { BUDGETS } from '../../src/run/plan.ts';
import { expectQuiet, tryOut } from './trial.ts';

/**
 * Thrift is no licence to complain: at the smallest depth checks ask otherwise, and have to leave free what is free. Each
 * variant is tried twice, in other company; by itself it is at the usual depth.
 */
test('a question for the sake of one conflict is not put where each costs something, and the report says so', async () => {
  const { record, report } = await tryOut([], { depth: 'smoke', budget: BUDGETS.smoke });
  expect(record.exchanges.filter(({ operation, intent }) => operation === 'chat' && intent.kind === 'open')).toEqual(
    [],
  );
  expect(report.readings.find(({ conflict }) => conflict === 'chat-modes')?.why).toContain('a greater --depth');
});

function expectWithinBudget({ record }: Awaited<ReturnType<typeof tryOut>>): void {
  expect(record.exchanges.length).toBeLessThanOrEqual(BUDGETS.smoke);
}

const COMPANY = 12;

describe.each([1000, 2000].flatMap((seed) => cover(allBenign, seed, COMPANY)))(
  'combination $seed',
  ({ seed, variants, branches }) => {
    const names = variants.map(({ id }) => id).join(' + ');
    const declared = seed % 2 === 0 ? branches : {};
    test(`${seed % 2 === 0 ? 'declared' : 'open'}: ${names}`, async () => {
      const run = { declared, options: { branches }, depth: 'smoke', budget: BUDGETS.smoke } as const;
      const trial = await tryOut(variants, run);
      expectQuiet(trial);
      expectWithinBudget(trial);
    }, 60_000);
  },
);
