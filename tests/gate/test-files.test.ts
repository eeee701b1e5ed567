import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { DRAWN_WHOLE, filesOfOtherTier, PROOF_ALONE, runsIn, testFiles } from '../../scripts/gate/test-files.ts';
import { sourcesBelow } from '../support/sources.ts';

const PART = 'scripts/gate/part.ts';
const all = testFiles();
const drawing = sourcesBelow('tests').filter(
  ({ path, imports }) => !path.startsWith('tests/gate/') && imports.some(({ target }) => target === PART),
);

test('every test file runs in one tier, and one that draws its rows in both', () => {
  expect(all.length).toBeGreaterThan(100);
  const draws = new Set(drawing.map(({ path }) => path));
  const left = { drawn: new Set(filesOfOtherTier('.', 'drawn')), rest: new Set(filesOfOtherTier('.', 'rest')) };
  const runs = (path: string): number => Number(!left.drawn.has(path)) + Number(!left.rest.has(path));
  expect(all.filter((path) => runs(path) !== (draws.has(path) ? 2 : 1))).toEqual([]);
});

test('a test file draws its rows itself, for the tiers are made of its text', () => {
  expect(drawing.map(({ path }) => path).filter((path) => !path.endsWith('.test.ts'))).toEqual([]);
});

test('what only the proof runs is there, and does not draw', () => {
  expect(PROOF_ALONE.filter((path) => !existsSync(path))).toEqual([]);
  expect(PROOF_ALONE.filter((path) => runsIn('drawn', path, readFileSync(path, 'utf8')))).toEqual([]);
});

test('what is drawn whole is there, does not draw its rows, and some of it runs in either tier', () => {
  expect(DRAWN_WHOLE.filter((path) => !all.includes(path))).toEqual([]);
  expect(drawing.map(({ path }) => path).filter((path) => DRAWN_WHOLE.includes(path))).toEqual([]);
  for (const part of ['drawn', 'rest'] as const)
    expect(DRAWN_WHOLE.some((path) => runsIn(part, path, readFileSync(path, 'utf8')))).toBe(true);
});

test('none has a time of its own, which a busy machine would exceed', () => {
  const timed = sourcesBelow('tests').filter(({ text }) => /setConfig\(|^\}, [\d_]+\);$|vi\.waitFor\(/mu.test(text));
  expect(timed.map(({ path }) => path)).toEqual(['tests/support/eventually.ts']);
});

test('by hand everything runs', () => {
  expect(filesOfOtherTier('.', 'all')).toEqual([]);
});
