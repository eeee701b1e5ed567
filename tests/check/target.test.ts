import { describe, expect, test } from 'vitest';
import { sampleAt, type Target, unmetNeed } from '../../src/check/target.ts';

const NONE: Target = {
  baseUrl: 'http://service.test',
  credentials: {},
  samples: {},
  allow: { writes: false, chat: false, exhaustRateLimit: false },
  headers: {},
};
const ALL: Target = {
  ...NONE,
  credentials: { bearer: { headers: { authorization: 'Bearer t' } } },
  samples: { doi: '10.1/x', priors: { populated: 'p' } },
  allow: { ...NONE.allow, writes: true },
};

describe('a need', () => {
  test.each(['credential:bearer', 'allow:writes', 'sample:doi', 'sample:priors.populated'])(
    '%s is met by a target that has it',
    (need) => {
      expect(unmetNeed(ALL, need)).toBeUndefined();
    },
  );

  test.each([
    ['credential:bearer', 'give credentials.bearer in the target file, or set CONFORM_TOKEN'],
    ['credential:other', 'give credentials.other in the target file'],
    ['allow:writes', 'set allow.writes: true in the target file, or pass --allow writes'],
    ['sample:priors.populated', 'give samples.priors.populated in the target file'],
  ])('%s that is not met comes with its remedy', (need, remedy) => {
    expect(unmetNeed(NONE, need, [{ role: 'bearer', variable: 'CONFORM_TOKEN' }])).toMatchObject({ remedy });
  });

  test('that nobody knows is never met', () => {
    expect(unmetNeed(ALL, 'weather:fine')).toBeDefined();
  });
});

test('a sample is found by its path', () => {
  expect(sampleAt(ALL.samples, 'priors.populated')).toBe('p');
  expect(sampleAt(ALL.samples, 'priors.logScale')).toBeUndefined();
  expect(sampleAt(ALL.samples, 'inference.outcome')).toBeUndefined();
});
