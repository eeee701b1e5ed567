import { createHash } from 'node:crypto';
import { runSequences, type SequencesOptions, type SequencesResult } from '../generate/sequences.ts';
import type { Assertion, CheckContext } from './check.ts';

/** Things that may be done in any order, and what each step has to be like; `end` takes back what a sequence did. */
export interface Sequences<Model extends object, Step>
  extends Omit<SequencesOptions<Model, Step>, 'holds' | 'seed' | 'path'> {
  readonly ask: (step: Step) => Assertion;
}

/** What came of them, and the flag that repeats the sequence that did not hold. */
export interface Played<Step> extends Omit<SequencesResult<Step>, 'path'> {
  readonly replay: string;
}

/**
 * Plays random sequences of actions against a model. The first in which a step is broken is made small. The same seed
 * gives the same sequences, whichever check asks first, so that several clauses can share them.
 */
export async function playSequences<Model extends object, Step>(
  tools: CheckContext,
  name: string,
  { ask, ...play }: Sequences<Model, Step>,
): Promise<Played<Step>> {
  const judging = { contract: tools.contract };
  const { path = '', ...played } = await runSequences({
    ...play,
    holds: (step) => ask(step)(judging)?.kind !== 'violation',
    seed: sharedSeed(tools, name),
    path: tools.replay,
  });
  return { ...played, replay: path };
}

/** A seed that follows from the seed of the run and a name: the same whichever check asks first. */
export function sharedSeed({ seed }: CheckContext, name: string): number {
  const ofRun = createHash('sha256').update(String(seed)).digest('hex').slice(0, 8);
  return createHash('sha256').update(`conform-${ofRun} ${name}`).digest().readInt32LE(0);
}
