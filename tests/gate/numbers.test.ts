import { expect, test } from 'vitest';
import { withTier } from '../../scripts/gate/record.ts';
import { figuresText, findingsPerFault, gateText, linesOfSource } from '../../scripts/numbers/figures.ts';
import { sourcesBelow } from '../support/sources.ts';

test('the lines of src are those of all its files', () => {
  const lines = sourcesBelow('src').map(({ text }) => text.trimEnd().split('\n').length);
  expect(linesOfSource()).toBe(lines.reduce((sum, count) => sum + count, 0));
});

test('the findings of all trials stand for the faults of all', () => {
  expect(
    findingsPerFault([
      { faults: 3, findings: 3 },
      { faults: 1, findings: 3 },
    ]),
  ).toBe(1.5);
});

test('four lines, the last with what the last gate came to', () => {
  const tried = { commit: 'abcdef0123456789', dirty: true, seed: '1' };
  const gate = withTier(undefined, tried, 'test', { passed: 1, failed: 0, seconds: 250 });
  const figures = { lines: 30_100, requests: 420, findingsPerFault: { fields: 1.125, crowds: 1 } };
  expect(figuresText(figures).split('\n')).toEqual([
    'lines of src: 30,100',
    'requests of a standard run: 420',
    'findings a fault: 1.13 on fields, 1.00 on crowds',
  ]);
  expect(gateText(gate)).toBe('seconds of the gate: test 250, proof not run (commit abcdef01, with changes)');
  expect(gateText(undefined)).toContain('seconds of the gate: not measured');
});
