import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CAUSES, LISTING_STEPS, mechanismsOf, switchedOff } from '../../scripts/ablate/mechanisms.ts';

const sourceOf = (module: string): string => readFileSync(new URL(`../../src/${module}.ts`, import.meta.url), 'utf8');

const all = [...CAUSES, ...LISTING_STEPS];

test.each(all.filter(({ off }) => typeof off !== 'string'))(
  '$name can be switched off by its condition',
  (mechanism) => {
    expect(switchedOff(sourceOf(mechanism.module), mechanism)).not.toBe(sourceOf(mechanism.module));
  },
);

test.each(all.filter(({ off }) => typeof off === 'string'))('$name can be switched off', (mechanism) => {
  const off = switchedOff(sourceOf(mechanism.module), mechanism);
  expect(off).toContain(`export { ${mechanism.name}$off as ${mechanism.name} };`);
  expect(off).not.toMatch(new RegExp(`^export (?:const|function\\*?|async function) ${mechanism.name}\\b`, 'mu'));
});

test('every theory of causes is a mechanism', () => {
  const [, list = ''] =
    /return \[\n(.*?)\];/su.exec(sourceOf('judge/causes/index').split('function theories(')[1] ?? '') ?? [];
  const names = [...list.matchAll(/^ +(\w+)(?:\(\w+\))?,$/gmu)].map(([, name = '']) => name);
  expect(names.length).toBeGreaterThan(10);
  expect(names.filter((name) => !CAUSES.some((one) => one.name === name))).toEqual([]);
});

test('a mechanism that is no longer there is an error', () => {
  expect(() => mechanismsOf('confirm+gone')).toThrow('gone');
  expect(() => switchedOff('export const here = 1;', { name: 'gone', module: 'a/b', off: '1' })).toThrow('gone');
});
