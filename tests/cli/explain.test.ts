import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../../src/package.ts';
import { conform } from './io.ts';

test('explain knows the clauses of every reading, and says under which they hold', async () => {
  const { status, out } = await conform(['explain', 'predict/body/materials/required']);
  expect([status, out]).toEqual([0, expect.stringMatching(/reading +only under predict-body=nested/u)]);
  expect(
    (await conform(['explain', 'predict/body/materials/required', '--branch', 'predict-body=nested'])).out,
  ).not.toMatch(/^ +reading/mu);
});

test('list and doctor say how many clauses there are once a conflict is decided', async () => {
  const { err } = await conform(['list']);
  const [, open, nested, flat] =
    /^(\d+) clauses \((\d+) with predict-body=nested, (\d+) with predict-body=flat\)/u.exec(err) ?? [];
  expect(Number(nested)).toBeGreaterThan(Number(open));
  for (const [branch, size] of Object.entries({ nested, flat }))
    expect((await conform(['list', '--branch', `predict-body=${branch}`])).err).toMatch(
      new RegExp(`^${size} clauses`, 'u'),
    );
  expect((await conform(['list', '--only', 'listPapers'])).err).toMatch(/^\d+ clauses\. conform explain/u);
});

test('a conflict is explained at its line', async () => {
  const { out } = await conform(['explain', 'predict-body'], { cwd: packageRoot() });
  const [, line = ''] = /document +spec\/conflicts\.yaml:(\d+)/u.exec(out) ?? [];
  const text = readFileSync(join(packageRoot(), 'spec', 'conflicts.yaml'), 'utf8').split('\n');
  expect(text[Number(line) - 1]).toMatch(/^ {2}predict-body:/u);
});

test.each([
  ['listPapers/search-narrows', 'derived from x-listing in the contract document'],
  ['conflicts/predict-body', 'derived from x-conflicts in the contract document'],
  ['listPapers/200/data/papers/items/year/type', 'derived from the contract document, keyword by keyword'],
  ['createApiKey/body/name/required', 'derived from the contract document, keyword by keyword'],
  ['createApiKey/security/nobody-refused', 'derived from the credentials that the contract document asks for'],
  ['listPapers/route', 'derived by a rule that holds for every operation of the contract document'],
  ['predict/inputs-matter', 'stated by the contract in words'],
])('explain says what %s was made from', async (clause, origin) => {
  const { out } = await conform(['explain', clause]);
  expect(out.replaceAll(/\s+/gu, ' ')).toContain(`origin ${origin}`);
});

test('explain says that a clause was recognised, and of which operation', async () => {
  const spec = join(packageRoot(), 'fixtures/plain-contract/tools.yaml');
  const { out } = await conform(['explain', 'getLoan/id-is-that-of-the-path', '--spec', spec]);
  const words = out.replaceAll(/\s+/gu, ' ');
  expect(words).toContain('origin recognised by names in the contract document, which does not state it');
  expect(words).toMatch(/\(\/paths\/[^ ]*loan[^ /]*\/get\)/u);
});

test('mutants are listed, by a clause, an operation or a beginning; explain names those of a clause', async () => {
  const { status, out, err } = await conform(['serve', '--list-mutants', '--only', 'listPapers/default-page-size']);
  const ids = out
    .trimEnd()
    .split('\n')
    .map((line) => line.split('  ')[0] ?? '');
  expect([status, ids.length > 1, err]).toEqual([0, true, expect.stringContaining(`${ids.length} mutants.`)]);
  const explained = await conform(['explain', 'listPapers/default-page-size']);
  for (const id of ids) expect(explained.out).toContain(id);
  expect((await conform(['serve', '--list-mutants', '--only', 'listPaper'])).err).toContain('did you mean listPapers?');
});

test('help names no command that is none of the user’s', async () => {
  const { err } = await conform(['help', 'nonsense']);
  expect(err).toContain('completion');
  expect(err).not.toMatch(/\bcomplete\b/u);
});
