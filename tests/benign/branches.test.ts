import { describe, expect, test } from 'vitest';
import { BRANCHES } from '../../fixtures/benign/index.ts';
import type { Branches } from '../../fixtures/reference/index.ts';
import { loaded } from '../support/contract.ts';
import { expectQuiet, tryOut } from './trial.ts';

/** The operations that a conflict is about: elsewhere its branch changes nothing. */
function operationsOf(conflict: string): readonly string[] {
  return loaded.document['x-conflicts'][conflict]?.operations ?? [];
}

const EACH = Object.entries(BRANCHES).flatMap(([conflict, all]) => all.map((branch) => ({ conflict, branch })));

describe.each(EACH)('$conflict = $branch', ({ conflict, branch }) => {
  const branches = { [conflict]: branch } as Partial<Branches>;
  test('declared', async () => {
    const trial = await tryOut([], { declared: branches, branches, only: operationsOf(conflict) });
    expectQuiet(trial);
    expect(trial.report.readings.filter(({ consistent }) => consistent === 'no')).toEqual([]);
  });
  test('open', async () => expectQuiet(await tryOut([], { branches, only: operationsOf(conflict) })));
});
