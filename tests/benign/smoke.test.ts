import { describe, expect, test } from 'vitest';
import { allBenign, cover } from '../../fixtures/benign/index.ts';
import { BUDGETS } from '../../src/run/plan.ts';
import { expectQuiet, tryOut } from './trial.ts';

/**
 * With few requests checks have less to go by, and have to leave free what is free all the same. Each
 * variant is tried in company here; by itself it is at the usual depth. `BENIGN_SEED=N` draws another company.
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

describe.each(cover(allBenign, Number(process.env['BENIGN_SEED'] ?? 1000), COMPANY))(
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
