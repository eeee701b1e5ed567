import { expect, test } from 'vitest';
import type { Failure } from '../../src/http/exchange.ts';
import { type Health, isDead, note } from '../../src/send/health.ts';

const failure = (reason: Failure['reason']): Failure => ({ kind: 'failure', reason, message: reason, durationMs: 1 });

test.each([
  ['aborted', false],
  ['refused', true],
] as const)('after many requests that end with %s a target counts as gone: %s', (reason, gone) => {
  const state: Health = { failures: 0, answers: 1, lastFailure: '' };
  for (let times = 0; times < 50; times += 1) note(state, failure(reason));
  expect(isDead(state)).toBe(gone);
});
