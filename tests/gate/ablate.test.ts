import { readFileSync } from 'node:fs';
import { runInThisContext } from 'node:vm';
import { expect, test } from 'vitest';
import { CAUSES, LISTING_STEPS, mechanismsOf, switchedOff } from '../../scripts/ablate/mechanisms.ts';
import { RULES } from '../../src/judge/causes/rules.ts';

const sourceOf = (module: string): string => readFileSync(new URL(`../../src/${module}.ts`, import.meta.url), 'utf8');

const all = [...CAUSES, ...LISTING_STEPS];

test.each(all.filter(({ off }) => typeof off === 'object' && 'always' in off))(
  '$name can be switched off by its condition',
  (mechanism) => {
    expect(switchedOff(sourceOf(mechanism.module), mechanism)).not.toBe(sourceOf(mechanism.module));
  },
);

test('a rule of causes is switched off by its name', () => {
  const [first, second] = ['wrongRefusals', 'otherNames'].map((name) => mechanismsOf(name)[0]);
  const table = "const RULES = ['otherNames', 'sharedSchemas', 'wrongRefusals'].map((rule) => ({ rule }));";
  const without = [first, second].reduce((source, one) => (one === undefined ? '' : switchedOff(source, one)), table);
  expect(runInThisContext(`{ ${without} RULES; }`)).toEqual([{ rule: 'sharedSchemas' }]);
});

test.each(all.filter(({ off }) => typeof off === 'string'))('$name can be switched off', (mechanism) => {
  const off = switchedOff(sourceOf(mechanism.module), mechanism);
  expect(off).toContain(`export { ${mechanism.name}$off as ${mechanism.name} };`);
  expect(off).not.toMatch(new RegExp(`^export (?:const|function\\*?|async function) ${mechanism.name}\\b`, 'mu'));
});

test('every rule of causes has a name of its own', () => {
  expect(new Set(RULES.map(({ rule }) => rule)).size).toBe(RULES.length);
  for (const { rule } of RULES) expect(mechanismsOf(rule)).toHaveLength(1);
});

test('a mechanism that is no longer there is an error', () => {
  expect(() => mechanismsOf('confirm+gone')).toThrow('gone');
  expect(() => switchedOff('export const here = 1;', { name: 'gone', module: 'a/b', off: '1' })).toThrow('gone');
});
