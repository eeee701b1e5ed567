import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../support/temporary.ts';
import { conform } from './io.ts';

describe('help', () => {
  test('on samples says of each what it is, where to find it and what a wrong one does', async () => {
    const { status, out } = await conform(['help', 'samples']);
    expect(out).toMatch(/^samples\.paperCuid\n {2}the CUID of one paper/mu);
    expect(out).toMatch(/samples\.priors\.populated\n.*\(\d+ clauses need it\)/u);
    expect(out.match(/A\s+wrong\s+one/gu)?.length).toBeGreaterThanOrEqual(8);
    expect(status).toBe(0);
  });

  test('has groups and examples', async () => {
    expect((await conform(['help'])).out).toMatch(
      /Start:\n {2}init[\s\S]*demo[\s\S]*Test a service:\n {2}run[\s\S]*Examples:\n {2}conform demo/u,
    );
    expect((await conform(['run', '--help'])).out).toContain('conform run https://staging.example --depth smoke');
    expect((await conform(['help', 'run'])).out).toContain('Pipelines:');
  });

  test('on what there is none names the nearest', async () => {
    const { status, err } = await conform(['help', 'smples']);
    expect(err).toContain('there is no help on smples (did you mean samples?)');
    expect(status).toBe(2);
  });
});

describe('completion', () => {
  const complete = async (...words: readonly string[]) =>
    (await conform(['complete', '--', ...words])).out.split('\n').filter((word) => word !== '');

  test('knows commands, options, choices and ids', async () => {
    expect(await complete('de')).toEqual(expect.arrayContaining(['demo', 'detect']));
    expect(await complete('run', '--de')).toEqual(['--depth']);
    expect(await complete('run', '--depth', 's')).toEqual(['smoke', 'standard']);
    expect(await complete('run', '--profile', '')).toEqual(['any', 'machine-readable', 'reference-pages']);
    expect(await complete('run', '--only', 'listP')).toEqual(['listPapers']);
    expect(await complete('explain', 'searchP')).toEqual(['searchPapers']);
    expect(await complete('explain', 'searchPapers/rou')).toEqual(['searchPapers/route']);
    expect(await complete('run', '--branch', 'predict-body=')).toEqual(['predict-body=nested', 'predict-body=flat']);
    expect(await complete('run', '--reporter', 'ju')).toEqual(['junit']);
    expect(await complete('run', '--allow', 'w')).toEqual(['writes']);
    expect(await complete('serve', '--mutant', 'listPapers/rout')).toEqual(['listPapers/route#derived']);
    expect(await complete('help', 'sa')).toEqual(['samples']);
    expect(await complete('completion', 'f')).toEqual(['fish']);
    expect(await complete('')).toContain('run');
    expect(await complete('')).not.toContain('complete');
  });

  test('knows the runs of the folder, the latest first', async () => {
    const cwd = temporaryFolder();
    for (const [at, name] of ['reports/b', 'reports/a'].entries()) {
      mkdirSync(join(cwd, name), { recursive: true });
      writeFileSync(join(cwd, name, 'report.json'), '{}');
      utimesSync(join(cwd, name, 'report.json'), at + 1, at + 1);
    }
    const complete = async (...words: readonly string[]) => (await conform(['complete', '--', ...words], { cwd })).out;
    for (const words of [['show'], ['clean'], ['compare'], ['run', '--failed'], ['run', '--baseline']])
      expect(await complete(...words, 're')).toBe(`${join('reports', 'a')}\n${join('reports', 'b')}\n`);
  });

  test.each(['bash', 'zsh', 'fish', 'powershell'])('has a script for %s', async (shell) => {
    const { status, out } = await conform(['completion', shell]);
    expect(out).toContain('conform complete --');
    expect(status).toBe(0);
  });
});
