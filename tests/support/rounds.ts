import fc from 'fast-check';

/** The seeds of so many rounds of a property over whole commands; `DRAW` moves all of them to other seeds. */
export function rounds(count: number): readonly number[] {
  const first = fc.readConfigureGlobal().seed ?? Date.now();
  return Array.from({ length: count }, (_, round) => first + round);
}
