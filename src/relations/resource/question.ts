import type { Assertion } from '../../check/check.ts';

/** What things have to be like for an aspect to be judged, and the questions that the aspect asks. */
export interface AspectAssertions {
  readonly given: readonly Assertion[];
  readonly judge: readonly Assertion[];
}
