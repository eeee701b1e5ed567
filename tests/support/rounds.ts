import fc from 'fast-check';
import { inPart } from '../../scripts/gate/part.ts';

/**
 * The seeds of so many rounds of a property over whole commands. Each tier of the gate runs a part of the rounds; `DRAW` moves
 * all of them to other seeds.
 */
export function rounds(count: number, share: number): readonly number[] {
  const first = fc.readConfigureGlobal().seed ?? Date.now();
  return inPart(
    Array.from({ length: count }, (_, round) => round),
    share,
    (round) => `round ${round}`,
  ).map((round) => first + round);
}
