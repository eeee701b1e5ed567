import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readRecord, withTier, workTree, writeRecord } from '../../scripts/gate/record.ts';
import { temporaryFolder } from '../support/temporary.ts';

const clean = { commit: 'a1', dirty: false, seed: 'a1' };
const tested = withTier(undefined, clean, 'test', { passed: 7, failed: 0, seconds: 200 });
const proved = withTier(tested, clean, 'proof', { passed: 5, failed: 1, seconds: 300 });

test('npm test alone has no seconds of the proof', () => {
  expect(tested).toMatchObject({ commit: 'a1', dirty: false, passed: 7, failed: 0 });
  expect(tested.seconds).toEqual({ test: 200 });
});

test('the proof of the same commit adds its own', () => {
  expect(proved).toMatchObject({ passed: 12, failed: 1, seconds: { test: 200, proof: 300 } });
});

test('each tier counts once, however often it runs', () => {
  expect(withTier(proved, clean, 'proof', { passed: 6, failed: 0, seconds: 280 })).toMatchObject({
    passed: 13,
    failed: 0,
    seconds: { test: 200, proof: 280 },
  });
  expect(withTier(proved, clean, 'test', { passed: 7, failed: 0, seconds: 190 }).seconds).toEqual({ test: 190 });
});

test.each([
  { ...clean, commit: 'b2' },
  { ...clean, seed: '7' },
])('what $commit with the seed $seed came to is not added to another', (tried) => {
  const record = withTier(tested, tried, 'proof', { passed: 5, failed: 0, seconds: 300 });
  expect(record).toMatchObject({ ...tried, passed: 5, seconds: { proof: 300 } });
});

test('a tier that ran with changed files makes the whole dirty', () => {
  const dirty = withTier(undefined, { ...clean, dirty: true }, 'test', { passed: 7, failed: 0, seconds: 200 });
  expect(withTier(dirty, clean, 'proof', { passed: 5, failed: 0, seconds: 300 }).dirty).toBe(true);
});

test('a record is read as it was written, and one that is missing or broken is none', () => {
  const path = join(temporaryFolder(), 'reports', 'gate.json');
  expect(readRecord(path)).toBeUndefined();
  writeRecord(path, proved);
  expect(readRecord(path)).toEqual(proved);
  writeFileSync(path, '{"commit":');
  expect(readRecord(path)).toBeUndefined();
});

test('the state of the files is their commit, and what differs from it', () => {
  const folder = temporaryFolder();
  expect(workTree(folder)).toBeUndefined();
  const git = (...args: readonly string[]): string => execFileSync('git', args, { cwd: folder, encoding: 'utf8' });
  git('init', '--quiet');
  writeFileSync(join(folder, '.gitignore'), 'reports/\n');
  git('add', '.');
  git('-c', 'user.name=a', '-c', 'user.email=a@b.example', 'commit', '--quiet', '--message', 'one');
  writeRecord(join(folder, 'reports', 'gate.json'), proved);
  expect(workTree(folder)).toEqual({ commit: git('rev-parse', 'HEAD').trim(), changed: [] });
  writeFileSync(join(folder, 'new.txt'), '');
  writeFileSync(join(folder, '.gitignore'), 'reports/\nother/\n');
  expect(workTree(folder)?.changed.toSorted()).toEqual(['.gitignore', 'new.txt']);
});
