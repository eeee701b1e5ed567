import { expect, test } from 'vitest';
import { isSameValue } from '../../../src/relations/resource/kept.ts';

test.each<readonly [string, unknown, unknown, boolean]>([
  ['members that a service adds to the objects of a list', [{ part: 'bell', line: 1 }], [{ part: 'bell' }], true],
  ['members that it adds deeper in an object', { at: { part: 'bell', line: 1 } }, { at: { part: 'bell' } }, true],
  ['a member that is lost from an object of a list', [{ part: 'bell' }], [{ part: 'bell', count: 2 }], false],
  ['another value in an object of a list', [{ part: 'bell', line: 1 }], [{ part: 'wheel' }], false],
  ['an object that is lost from a list', [{ part: 'bell', line: 1 }], [{ part: 'bell' }, { part: 'wheel' }], false],
  ['one object more in a list', [{ part: 'bell' }, { part: 'wheel' }], [{ part: 'bell' }], false],
])('%s', (_what, shown, sent, isSame) => {
  expect(isSameValue(shown, sent)).toBe(isSame);
});
