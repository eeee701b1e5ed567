import type { Assertion } from '../../check/check.ts';

/** What must hold before an aspect is judged, and the assertions that judge it. */
export interface AspectAssertions {
  readonly given: readonly Assertion[];
  readonly judge: readonly Assertion[];
}
