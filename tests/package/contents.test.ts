import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apiPage, valuesOf } from '../../scripts/docs/api-page.ts';
import { filesBelow, type Packed, pack } from '../../scripts/package/packed.ts';
import { packageRoot } from '../../src/package.ts';

let packed: Packed;
let root: string;
let files: readonly string[];
beforeAll(async () => {
  packed = await pack();
  const folder = packed.folder('contents');
  await packed.run('tar', ['-xzf', packed.tarball], { cwd: folder });
  root = join(folder, 'package');
  files = filesBelow(root).map((file) => file.replaceAll('\\', '/'));
});
afterAll(() => packed.close());

describe('the tarball', () => {
  test('holds code, document, licence and documentation', () => {
    expect(files).toEqual(
      expect.arrayContaining([
        'LICENSE',
        'README.md',
        'dist/src/cli/main.js',
        'dist/src/index.d.ts',
        'spec/openapi.yaml',
        'spec/profiles/any.yaml',
        'docs/reading-a-report.md',
      ]),
    );
  });

  // Pictures are to be seen in the repository alone: they would be half of the package.
  test('links in its pages to nothing that it does not hold, but for pictures', () => {
    const pages = files.filter((file) => file.endsWith('.md'));
    const dead = pages.flatMap((page) =>
      [...read(page).matchAll(/(?<!!\[[^\]]*)\]\((?!https?:)([^)#]+)[^)]*\)/gu)]
        .map(([, target = '']) => join(dirname(page), target).replaceAll('\\', '/'))
        .filter((target) => !files.some((file) => file === target || file.startsWith(`${target.replace(/\/$/u, '')}/`)))
        .map((target) => `${page}: ${target}`),
    );
    expect(dead).toEqual([]);
  });

  test('holds nothing that only somebody who works on the project needs', () => {
    expect(
      files.filter((file) =>
        /\.map$|tsbuildinfo|\.test\.|^(?:tests|scripts|dist\/(?:fixtures|scripts|suites))\//u.test(file),
      ),
    ).toEqual([]);
  });

  test('holds no code that nothing comes to, and lacks none', () => {
    const code = files.filter((file) => file.startsWith('dist/') && file.endsWith('.js') && !isOfTypesAlone(file));
    const reached = reachable([
      'dist/src/cli/main.js',
      'dist/src/index.js',
      'dist/src/vitest.js',
      'dist/src/check/index.js',
    ]);
    expect(code.filter((file) => !reached.has(file))).toEqual([]);
    expect([...reached].filter((file) => !files.includes(file))).toEqual([]);
  });

  test('is at most 500 kB to load', () => {
    expect(readFileSync(packed.tarball).byteLength).toBeLessThan(500_000);
  });

  test('names no map of sources', () => {
    const code = files.filter((file) => file.endsWith('.js'));
    expect(code.filter((file) => read(file).includes('sourceMappingURL'))).toEqual([]);
  });
});

test('docs/api.md is what `npm run docs` writes', () => {
  const before = readFileSync(join(packageRoot(), 'docs', 'api.md'), 'utf8');
  const entries = ['dist/src/index.d.ts', 'dist/src/vitest.d.ts'];
  const names = entries.flatMap((file) => valuesOf(file, read));
  expect(names).toEqual(expect.arrayContaining(['runConformance', 'conformance', 'UsageError']));
  for (const name of names) expect(before).toContain(`### ${name}\n`);
  const page = apiPage([{ title: 'conform-contract', file: 'dist/src/index.d.ts' }], read, exampleOf);
  expect(before).toContain(page.slice(page.indexOf('## conform-contract')));
});

test('publint has nothing to say', async () => {
  const data = readFileSync(packed.tarball);
  const { messages, pkg } = await publint({
    pack: { tarball: data.buffer.slice(data.byteOffset, data.byteOffset + data.byteLength) },
    strict: true,
  });
  expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
});

test('the types are right wherever ES modules are imported', async () => {
  const result = await checkPackage(createPackageFromTarballData(readFileSync(packed.tarball)), {
    entrypoints: ['.', './check', './vitest'],
  });
  if (result.types === false) throw new Error('the package has no types');
  // Node 20.19 and later load ES modules with `require` as well: that the package is ES alone is meant. What TypeScript
  // calls node10 does not read `exports`.
  const problems = result.problems.filter(({ kind }) => kind !== 'CJSResolvesToESM');
  expect(problems.filter((one) => !('resolutionKind' in one && one.resolutionKind === 'node10'))).toEqual([]);
});

function read(file: string): string {
  return readFileSync(join(root, file), 'utf8');
}

function exampleOf(name: string): string | undefined {
  const file = join('docs', 'examples', `${name}.ts`);
  return files.includes(file) ? read(file) : undefined;
}

function isOfTypesAlone(file: string): boolean {
  return /^export \{\};?\s*$/mu.test(read(file)) && !read(file).includes('import ');
}

/** The files that the given ones import, however long the way. */
function reachable(entries: readonly string[]): ReadonlySet<string> {
  const seen = new Set<string>();
  const visit = (file: string): void => {
    if (seen.has(file)) return;
    seen.add(file);
    if (!files.includes(file)) return;
    for (const [, target = ''] of read(file).matchAll(/(?:from|import)\s*\(?\s*['"](\.[^'"]+)['"]/gu))
      visit(join(dirname(file), target).replaceAll('\\', '/'));
  };
  for (const entry of entries) visit(entry);
  return seen;
}
