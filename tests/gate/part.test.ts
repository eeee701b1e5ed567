import { expect, test } from 'vitest';
import { inPart, partOf } from '../../scripts/gate/part.ts';

const items = Array.from({ length: 40 }, (_, index) => `item ${index}`);
const partIn = (GATE_PART: string, GATE_SEED = '1') => inPart(items, 0.2, (item) => item, { GATE_PART, GATE_SEED });

test('the drawn part and the rest are everything, and share nothing', () => {
  const [drawn, rest] = [partIn('drawn'), partIn('rest')];
  expect(drawn).toHaveLength(8);
  expect([...drawn, ...rest].toSorted()).toEqual(items.toSorted());
});

test('the seed decides what is drawn', () => {
  expect(partIn('drawn', '1')).toEqual(partIn('drawn', '1'));
  expect(partIn('drawn', '1')).not.toEqual(partIn('drawn', '2'));
});

test('without a tier everything runs', () => {
  expect(inPart(items, 0.2, (item) => item, {})).toEqual(items);
});

test('a small group has one of its items drawn', () => {
  expect(inPart(['only'], 0.2, (item) => item, { GATE_PART: 'drawn', GATE_SEED: '7' })).toEqual(['only']);
});

test('an unknown tier is an error', () => {
  expect(() => partOf({ GATE_PART: 'half' })).toThrow('GATE_PART is half');
});
