import { describe, expect, test } from 'vitest';
import { allBenign, BRANCHES, combine } from '../../fixtures/benign/index.ts';
import type { Branches } from '../../fixtures/reference/index.ts';
import { loaded } from '../support/contract.ts';
import { expectQuiet, tryOut } from './trial.ts';

const SEEDS = Array.from(
  { length: Number(process.env['BENIGN_COMBINATIONS'] ?? 24) },
  (_, index) => Number(process.env['BENIGN_SEED'] ?? 1) + index,
);

describe.each(SEEDS.map((seed) => combine(allBenign, seed)))('combination $seed', ({ seed, variants, branches }) => {
  const names = `${variants.map(({ id }) => id).join(' + ')} under ${Object.values(branches).join(', ')}`;
  const declared = seed % 2 === 0 ? branches : {};
  test(
    `${seed % 2 === 0 ? 'declared' : 'open'}: ${names}`,
    async () => expectQuiet(await tryOut(variants, { declared, options: { branches } })),
    60_000,
  );
});

/** The operations that a conflict is about: elsewhere its branch changes nothing. */
function operationsOf(conflict: string): readonly string[] {
  return loaded.document['x-conflicts'][conflict]?.operations ?? [];
}

const EACH = Object.entries(BRANCHES).flatMap(([conflict, all]) => all.map((branch) => ({ conflict, branch })));

describe.each(EACH)('$conflict = $branch', ({ conflict, branch }) => {
  const branches = { [conflict]: branch } as Partial<Branches>;
  test('declared', async () => {
    const trial = await tryOut([], { declared: branches, options: { branches }, only: operationsOf(conflict) });
    expectQuiet(trial);
    expect(trial.report.readings.filter(({ consistent }) => consistent === 'no')).toEqual([]);
  }, 60_000);
  test(
    'open',
    async () => expectQuiet(await tryOut([], { options: { branches }, only: operationsOf(conflict) })),
    60_000,
  );
});
