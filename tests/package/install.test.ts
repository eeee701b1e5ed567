import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createReference } from '../../fixtures/reference/index.ts';
import { type Listening, listen } from '../../fixtures/reference/listen.ts';
import { copyOf, lend, type Packed, pack, packagesBelow, sizeOnDisk } from '../../scripts/package/packed.ts';
import { packageRoot } from '../../src/package.ts';

const MEGABYTE = 1_000_000;

let packed: Packed;
let service: Listening;
let project: string;
beforeAll(async () => {
  [packed, service] = await Promise.all([pack(), listen(createReference().fetch)]);
  project = packed.folder('project');
  writeFileSync(join(project, 'package.json'), JSON.stringify({ name: 'project', private: true, type: 'module' }));
  const installed = await packed.run('npm', ['install', '--save-dev', packed.tarball], { cwd: project });
  if (installed.status !== 0) throw new Error(installed.err);
});
afterAll(async () => {
  await service.close();
  await packed.close();
});

describe('an installation', () => {
  test('takes at most 25 MB and 30 packages', () => {
    const modules = join(project, 'node_modules');
    expect(packagesBelow(modules).length).toBeLessThanOrEqual(30);
    expect(sizeOnDisk(modules)).toBeLessThanOrEqual(25 * MEGABYTE);
  });

  test('is imported and required', async () => {
    const values = 'console.log(typeof api.runConformance, typeof host.conformance)';
    const name = packed.manifest.name;
    const imported = await packed.run(
      'node',
      [
        '--input-type=module',
        '-e',
        `import * as api from '${name}'; import * as host from '${name}/vitest'; ${values}`,
      ],
      { cwd: project },
    );
    expect(imported).toMatchObject({ status: 0, out: 'function function\n', err: '' });
    const required = await packed.run(
      'node',
      [
        '--input-type=commonjs',
        '-e',
        `const api = require('${name}'); const host = require('${name}/vitest'); ${values}`,
      ],
      { cwd: project },
    );
    expect(required).toMatchObject({ status: 0, out: 'function function\n' });
  });

  test('does without vitest', async () => {
    expect(packagesBelow(join(project, 'node_modules')).some((folder) => folder.endsWith('/vitest'))).toBe(false);
  });

  test('stands beside another vitest than the one that the project itself uses', async () => {
    const other = packed.folder('other-vitest');
    writeFileSync(
      join(other, 'package.json'),
      JSON.stringify({ name: 'other', private: true, devDependencies: { vitest: '^3.0.0' } }),
    );
    const { status, err } = await packed.run('npm', ['install', '--save-dev', packed.tarball], { cwd: other });
    expect({ status, err }).toEqual({ status: 0, err: '' });
  });

  test.each(['node16', 'nodenext', 'bundler'])('has types under %s', async (resolution) => {
    const consumer = copyOf(project, packed.folder('types'));
    for (const name of ['typescript', '@types/node', 'undici-types', '@typescript']) lend(consumer, name);
    writeFileSync(join(consumer, 'use.ts'), CONSUMER.replaceAll('PACKAGE', packed.manifest.name));
    writeFileSync(join(consumer, 'tsconfig.json'), JSON.stringify(compilerOptions(resolution)));
    const { status, out } = await packed.run('node', ['node_modules/typescript/bin/tsc', '-p', '.'], { cwd: consumer });
    expect({ status, out }).toEqual({ status: 0, out: '' });
  });

  test('and the types are types: a wrong use does not compile', async () => {
    const consumer = copyOf(project, packed.folder('types'));
    for (const name of ['typescript', '@types/node', 'undici-types', '@typescript']) lend(consumer, name);
    writeFileSync(
      join(consumer, 'use.ts'),
      `import { loadDocument } from '${packed.manifest.name}';\nloadDocument(1);\n`,
    );
    writeFileSync(join(consumer, 'tsconfig.json'), JSON.stringify(compilerOptions('nodenext')));
    const { status, out } = await packed.run('node', ['node_modules/typescript/bin/tsc', '-p', '.'], { cwd: consumer });
    expect(status).not.toBe(0);
    expect(out).toContain('use.ts(2,14)');
  });
});

describe('npx in an empty folder', () => {
  test('comes to a verdict, and again without a network', async () => {
    const cwd = packed.folder('empty');
    const args = [packed.manifest.name, 'run', '--base-url', service.url, '--depth', 'smoke', '--only', 'listPapers/*'];
    const first = await packed.run('npx', ['--yes', ...args], { cwd });
    expect(first.err).toContain('Testing');
    expect(first.out).toContain('Exit status');
    expect([0, 3]).toContain(first.status);
    const before = packed.registry.asked.length;
    const offline = await packed.run('npx', ['--yes', '--offline', ...args], { cwd });
    expect(offline.out).toContain('Exit status');
    expect(offline.status).toBe(first.status);
    expect(packed.registry.asked.length).toBe(before);
  });
});

describe('vitest in a project of its own', () => {
  test('hosts the suite', async () => {
    const consumer = copyOf(project, packed.folder('vitest'));
    lend(consumer, 'vitest');
    mkdirSync(join(consumer, 'tests'));
    const example = readFileSync(join(packageRoot(), 'docs', 'examples', 'conformance.ts'), 'utf8');
    const text = example.replace("target: 'https://staging.example', ", `folder: 'out', reporters: ['junit'], `);
    expect(text).not.toBe(example);
    writeFileSync(join(consumer, 'tests', 'conformance.test.ts'), text);
    const { status, out } = await packed.run(
      'node',
      ['node_modules/vitest/vitest.mjs', 'run', '--root', consumer, '-t', 'listPapers/limit/maximum'],
      { cwd: consumer, env: { CONFORM_BASE_URL: service.url, NODE_ENV: 'test' } },
    );
    expect(out).toMatch(/Tests\s+1 passed/u);
    expect(status).toBe(0);
    expect(readdirSync(join(consumer, 'out')).sort()).toEqual(['junit.xml', 'report.json', 'run.ndjson']);
  });
});

const CONSUMER = `import { loadDocument, loadProfile, type Report } from 'PACKAGE';
import { conformance } from 'PACKAGE/vitest';
import { check } from 'PACKAGE/check';
const { document } = await loadDocument();
export const name: string = loadProfile('any', { document, folder: '.' }).name;
export const verdict = (report: Report): number => report.outcome.exitStatus;
export const host: (options: { readonly depth: 'smoke' }) => Promise<void> = conformance;
export const checks: unknown = check;
`;

function compilerOptions(moduleResolution: string): object {
  return {
    compilerOptions: {
      module: moduleResolution === 'bundler' ? 'esnext' : moduleResolution,
      moduleResolution,
      target: 'es2023',
      lib: ['es2023'],
      types: ['node'],
      strict: true,
      exactOptionalPropertyTypes: true,
      skipLibCheck: false,
      noEmit: true,
    },
    files: ['use.ts'],
  };
}
