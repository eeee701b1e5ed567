import type { Mutant } from '../../fixtures/mutants/index.ts';
import { groupBy } from '../../src/groups.ts';
import { inPart } from '../gate/part.ts';
import { recordedAs, type Way } from './on-record.ts';
import type { Bench } from './trial.ts';

export interface Try {
  readonly id: string;
  readonly way: Way;
}

/** Tries that one worker makes one after the other: of one recorded run, or a single one end to end. */
export type Job = readonly Try[];

/** So many of the mutants that can be tried on the record are tried both ways. */
const BOTH_WAYS = 1 / 10;

/** So many tries at most are one job: smaller ones keep the workers busy to the end. */
const LARGEST = 40;

/** Mutants of one recorded run go together; `onRecord`: else all are tried end to end. */
export function jobsOf(bench: Bench, mutants: readonly Mutant[], onRecord: boolean): readonly Job[] {
  const keyOf = (mutant: Mutant) => (onRecord ? recordedAs(bench, mutant) : undefined);
  const shown = mutants.filter((mutant) => keyOf(mutant) !== undefined);
  const both = new Set(drawn(shown, BOTH_WAYS));
  const groups = [...groupBy(shown, keyOf).values()].flatMap((group) =>
    inPieces(group.map((one): Try => ({ id: one.id, way: both.has(one) ? 'both' : 'record' }))),
  );
  const single = mutants.filter((mutant) => !shown.includes(mutant));
  return [...groups, ...single.map(({ id }): Job => [{ id, way: 'end to end' }])];
}

function inPieces(tries: readonly Try[]): readonly Job[] {
  const pieces = Math.ceil(tries.length / LARGEST);
  return Array.from({ length: pieces }, (_, piece) => tries.filter((_one, index) => index % pieces === piece));
}

/** By the seed of the gate, whichever part of the mutants is tried. */
function drawn(mutants: readonly Mutant[], share: number): readonly Mutant[] {
  const environment = { GATE_PART: 'drawn', GATE_SEED: process.env['GATE_SEED'] ?? '' } as const;
  return inPart(mutants, share, ({ id }) => `both ways ${id}`, environment);
}
