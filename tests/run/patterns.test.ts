import { expect, test } from 'vitest';
import { readPattern } from '../../src/schema/pattern.ts';
import { brokenIn, documentOf, runOn } from '../support/documents.ts';

const CLAUSE = 'getA/200/pattern';
const withPattern = (pattern: string): string =>
  documentOf(`{ application/json: { schema: { type: string, pattern: ${JSON.stringify(pattern)} } } }`);

test.each([
  [String.raw`^[\w\-\.\@]+$`, 'a-b.c@d', 'a b'],
  [String.raw`^\p{L}+$`, 'äß', 'a1'],
  [String.raw`^\_a\"{$`, '_a"{', 'a'],
  [String.raw`^\\Z$`, String.raw`\Z`, 'Z'],
  ['^.$', '😀', 'ab'],
])('a pattern with or without u: %s', async (pattern, good, bad) => {
  const of = (value: string) => runOn(withPattern(pattern), () => Response.json(value));
  expect((await of(good)).outcome.exitStatus).toBe(0);
  expect(brokenIn(await of(bad))).toEqual([CLAUSE]);
});

test.each([
  String.raw`(?i)^a\Z`,
  String.raw`^a\Z`,
  String.raw`\A[a-z]+\z`,
  String.raw`^[\p{L}\@]+$`,
  '^[[:alpha:]]{1,2}}$',
  '(?P<name>a)',
  '(unclosed',
  'b{,3}',
  '[]A-Z-]',
  '[a-z&&[^a]]',
  String.raw`\x{62}`,
  '/^b$/i',
  'a++',
])('a pattern of another dialect is one clause that cannot be judged: %s', async (pattern) => {
  const { outcome, clauses, findings } = await runOn(withPattern(pattern), () => Response.json('a'));
  expect([outcome.exitStatus, findings]).toEqual([0, []]);
  const clause = clauses.find(({ id }) => id === CLAUSE);
  expect(clause?.verdict).toBe('skip');
  expect(clause?.reason).toMatch(/cannot be judged: the pattern at openapi\.yaml:\d+ is no regular expression/u);
  expect(clauses.filter(({ verdict }) => verdict === 'pass').length).toBeGreaterThan(3);
});

test('one beside it is judged all the same', async () => {
  const parts =
    '{ type: object, properties: { a: { type: string, pattern: "(?i)x" }, b: { type: string, pattern: "^x$" } } }';
  const text = documentOf(`{ application/json: { schema: ${parts} } }`);
  expect(brokenIn(await runOn(text, () => Response.json({ a: 'y', b: 'y' })))).toEqual(['getA/200/b/pattern']);
  expect(readPattern('^x$')?.flags).toBe('u');
});

test.each([String.raw`^(a+)+$`, String.raw`^(\w+\s?)*$`, String.raw`^([\d-]+)*x$`])(
  'a pattern of exponential time hangs no run, and is one clause that cannot be judged: %s',
  async (pattern) => {
    const { outcome, clauses, findings } = await runOn(withPattern(pattern), () =>
      Response.json(`${'a0-'.repeat(30)}!`),
    );
    expect([outcome.exitStatus, findings]).toEqual([0, []]);
    expect(clauses.find(({ id }) => id === CLAUSE)?.reason).toMatch(/openapi\.yaml:\d+ takes time that grows/u);
  },
);

test.each([String.raw`^(ab?)+$`, String.raw`^([a-z]+,)*[a-z]+$`, String.raw`^\d+(\.\d+)*$`])(
  'a pattern with a repeated group that is quick is judged: %s',
  (pattern) => expect(readPattern(pattern)).toBeInstanceOf(RegExp),
);
