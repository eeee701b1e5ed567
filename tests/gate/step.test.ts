import { expect, test } from 'vitest';
import { countOf } from '../../scripts/gate/step.ts';

const step = { name: 'Types', script: 'types' };
const counting = (failures: readonly string[], failed = failures.length) => ({
  ...step,
  count: () => ({ passed: 4, failed, failures }),
});

test('a step without a count succeeds, or is one failure', () => {
  expect(countOf(step, 0, '')).toEqual({ passed: 0, failed: 0, failures: [] });
  expect(countOf(step, 2, '')).toEqual({ passed: 0, failed: 1, failures: ['Types (npm run types)'] });
});

test('a step that counts is believed, with what it says of each failure', () => {
  expect(countOf(counting(['a', 'b']), 1, '')).toEqual({ passed: 4, failed: 2, failures: ['a', 'b'] });
  expect(countOf(counting([], 3), 1, '')).toEqual({ passed: 4, failed: 3, failures: ['Types (npm run types)'] });
});

test('a step that fails though it counts no failure is one', () => {
  expect(countOf(counting([]), 1, '')).toEqual({ passed: 4, failed: 1, failures: ['Types (npm run types)'] });
});

test('a step that breaks before it counts is one failure, with the reason', () => {
  const broken = {
    ...step,
    count: (): never => {
      throw new Error('it gave no count');
    },
  };
  expect(countOf(broken, 0, '')).toEqual({
    passed: 0,
    failed: 1,
    failures: ['Types (npm run types): it gave no count'],
  });
});
