import { expect, test } from 'vitest';
import { isSameValue } from '../../../src/relations/resource/kept.ts';

test.each<readonly [string, unknown, unknown, boolean]>([
  ['members that a service adds to the objects of a list', [{ part: 'bell', line: 1 }], [{ part: 'bell' }], true],
  ['members that it adds deeper in an object', { at: { part: 'bell', line: 1 } }, { at: { part: 'bell' } }, true],
  ['a member that is lost from an object of a list', [{ part: 'bell' }], [{ part: 'bell', count: 2 }], false],
  ['another value in an object of a list', [{ part: 'bell', line: 1 }], [{ part: 'wheel' }], false],
  ['an object that is lost from a list', [{ part: 'bell', line: 1 }], [{ part: 'bell' }, { part: 'wheel' }], false],
  ['one object more in a list', [{ part: 'bell' }, { part: 'wheel' }], [{ part: 'bell' }], false],
  ['the same instant of another offset', '2026-11-30T13:00:00.250Z', '2026-11-30T14:00:00.25+01:00', true],
  ['another time within the second', '2026-11-30T13:00:00.850Z', '2026-11-30T13:00:00.250Z', false],
  ['a time that is cut to whole seconds', '2026-11-30T13:00:00Z', '2026-11-30T13:00:00.950Z', true],
  ['a time that is rounded up to whole seconds', '2026-11-30T13:00:01.000Z', '2026-11-30T13:00:00.550Z', true],
  ['another second', '2026-11-30T13:00:02Z', '2026-11-30T13:00:00.550Z', false],
  ['a time that is cut to tenths', '2026-11-30T13:00:00.5Z', '2026-11-30T13:00:00.581Z', true],
  ['another tenth', '2026-11-30T13:00:00.5Z', '2026-11-30T13:00:00.381Z', false],
  ['microseconds that are rounded up', '2026-11-30T13:00:00.124Z', '2026-11-30T13:00:00.123987Z', true],
  ['a time that is rounded as SQL Server does', '2026-11-30T13:00:00.127Z', '2026-11-30T13:00:00.1251Z', true],
  ['a decimal that gets a zero at its end', '649233.40', '649233.4', true],
  ['a whole decimal that loses its zeros', [{ rate: '12' }], [{ rate: '12.00' }], true],
  ['a decimal that is rounded', '12.00', '12.50', false],
  ['a whole number that loses a zero', '120', '1200', false],
])('%s', (_what, shown, sent, isSame) => {
  expect(isSameValue(shown, sent)).toBe(isSame);
});
