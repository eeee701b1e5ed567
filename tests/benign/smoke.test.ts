import { describe, expect, test } from 'vitest';
import { allBenign } from '../../fixtures/benign/index.ts';
import { inPart } from '../../scripts/gate/part.ts';
import { BUDGETS } from '../../src/run/plan.ts';
import { nameOf, quietTrialOf, setsOf, settingOf } from './together.ts';
import { tryOut } from './trial.ts';

test('a question for the sake of one conflict is not put where each costs something, and the report says so', async () => {
  const { record, report } = await tryOut([], { depth: 'smoke', budget: BUDGETS.smoke });
  expect(record.exchanges.filter(({ operation, intent }) => operation === 'chat' && intent.kind === 'open')).toEqual(
    [],
  );
  expect(report.readings.find(({ conflict }) => conflict === 'chat-modes')?.why).toContain('a greater --depth');
});

/** With few requests checks have less to go by, and have to leave free what is free all the same. */
describe('free at smoke, in other company, within the budget', () => {
  const sets = inPart(setsOf(allBenign, 1000), 1 / 12, nameOf);
  test.each(sets.map((set) => [nameOf(set), set] as const))('%s', async (_, set) => {
    const setting = { ...settingOf(set), depth: 'smoke', budget: BUDGETS.smoke } as const;
    const { record } = await quietTrialOf(set.variants, setting);
    expect(record.exchanges.length).toBeLessThanOrEqual(BUDGETS.smoke);
  });
});
