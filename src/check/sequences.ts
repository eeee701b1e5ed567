import { createHash } from 'node:crypto';
import { runSequences, type SequencesOptions, type SequencesResult } from '../generate/sequences.ts';
import type { Assertion, CheckContext } from './check.ts';

/** Actions that may happen in any order, and the assertion for each step. `end` undoes what a sequence did. */
export interface Sequences<Model extends object, Step>
  extends Omit<SequencesOptions<Model, Step>, 'holds' | 'seed' | 'path'> {
  readonly ask: (step: Step) => Assertion;
}

/** The result, and the value of the option `replay` that repeats the failing sequence. */
export interface Played<Step> extends Omit<SequencesResult<Step>, 'path'> {
  readonly replay: string;
}

/**
 * Plays random sequences of actions against a model. The first failing sequence is shrunk. The same seed and name give the same
 * sequences, whichever check asks first, so that several clauses can share them.
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

/** A seed derived from the seed of the run and a name, so it is the same for every check. */
export function sharedSeed({ seed }: CheckContext, name: string): number {
  const ofRun = createHash('sha256').update(String(seed)).digest('hex').slice(0, 8);
  return createHash('sha256').update(`conform-${ofRun} ${name}`).digest().readInt32LE(0);
}
