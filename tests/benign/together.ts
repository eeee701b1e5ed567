import { expect } from 'vitest';
import { type Benign, type Combination, cover } from '../../fixtures/benign/index.ts';
import { toBlame } from './blame.ts';
import { hiddenIn } from './shows.ts';
import { expectQuiet, isQuiet, type Setting, type Trial, tryOut } from './trial.ts';

/** So many variants keep company: a run costs as much with one of them as with all. */
const COMPANY = 15;

/** All variants in sets. `BENIGN_SEED=N` draws another company for each. */
export function setsOf(all: readonly Benign[], seed: number): readonly Combination[] {
  return cover(all, Number(process.env['BENIGN_SEED'] ?? seed), COMPANY);
}

export function nameOf({ seed, variants }: Combination): string {
  return `${seed % 2 === 0 ? 'declared' : 'open'}: ${idsOf(variants)}`;
}

/** Runs cover what any of the variants may change; every other set is under a profile that declares its branches. */
export function settingOf({ seed, variants, branches }: Combination): Setting {
  const only = variants.some(({ scope }) => scope.length === 0)
    ? []
    : [...new Set(variants.flatMap(({ scope }) => scope))];
  return { branches, declared: seed % 2 === 0 ? branches : {}, only };
}

/** Quiet is conjunctive: all are free where nothing is complained of. Else the message names the one, or those together, to blame. */
export async function quietTrialOf(variants: readonly Benign[], setting: Setting): Promise<Trial> {
  const trial = await tryOut(variants, setting);
  if (isQuiet(trial)) {
    expectQuiet(trial);
    return trial;
  }
  const disturbs = async (some: readonly Benign[]): Promise<boolean> => !isQuiet(await tryOut(some, setting));
  expectQuiet(trial, `to blame: ${idsOf(await toBlame(variants, disturbs)) || 'none of them, but the service itself'}`);
  return trial;
}

/** Each variant changes an answer of the trial; one that the others hide is quiet, and changes an answer, by itself. */
export async function expectToShow(trial: Trial, variants: readonly Benign[], setting: Setting): Promise<void> {
  for (const one of await hiddenIn(trial, variants, setting)) {
    const alone = await quietTrialOf([one], { only: one.scope });
    expect(idsOf(await hiddenIn(alone, [one], {})), 'changes no answer').toBe('');
  }
}

function idsOf(variants: readonly Benign[]): string {
  return variants.map(({ id }) => id).join(' + ');
}
