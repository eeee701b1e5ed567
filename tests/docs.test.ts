import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { BUDGETS } from '../src/run/plan.ts';
import { loadProfile } from '../src/config/profile.ts';
import { packageRoot } from '../src/package.ts';
import { loaded } from './support/contract.ts';

const root = packageRoot();
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const PAGES = [
  'README.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'reports/README.md',
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
];
const README = read('README.md');
const manifest = JSON.parse(read('package.json')) as {
  readonly scripts: Readonly<Record<string, string>>;
  readonly engines: { readonly node: string };
};

describe.each(PAGES)('%s', (page) => {
  const text = read(page);

  test('links to pages that exist', () => {
    const targets = [...text.matchAll(/\]\((?!https?:)([^)#]+)[^)]*\)/gu)].map(([, target]) => target ?? '');
    expect(targets.filter((target) => !existsSync(join(root, dirname(page), target)))).toEqual([]);
  });

  test('names files that exist', () => {
    const names = [...text.matchAll(/`((?:src|spec|suites|tests|fixtures|docs|scripts)\/[\w./-]+)`/gu)].map(
      ([, name]) => name ?? '',
    );
    expect(names.filter((name) => !existsSync(join(root, name)))).toEqual([]);
  });

  test('names npm scripts that exist', () => {
    const names = [...text.matchAll(/npm run (?:--silent )?([\w:]+)/gu)].map(([, name]) => name ?? '');
    expect(names.filter((name) => manifest.scripts[name] === undefined)).toEqual([]);
  });
});

describe('the README', () => {
  test('begins with its two commands', () => {
    const [, demo = '', all = ''] = README.split('\n');
    expect(demo).toMatch(/^npm ci && npm run demo\b/u);
    expect(all).toMatch(/^npm ci && npm test\b/u);
  });

  test('gives every conflict, its branches, and what the built-in profiles choose', () => {
    const source = { document: loaded.document, folder: root };
    const machine = loadProfile('machine-readable', source).branches;
    const pages = loadProfile('reference-pages', source).branches;
    const code = (branch: string | undefined): string => (branch === undefined ? 'open' : `\`${branch}\``);
    const rows = Object.entries(loaded.document['x-conflicts']).map(
      ([id, { branches }]) =>
        `| \`${id}\` | ${Object.keys(branches).map(code).join(', ')} | ${code(machine[id])} | ${code(pages[id])} |`,
    );
    const table = README.split('\n').filter((line) => rows.includes(line));
    expect(table).toEqual(rows);
    expect(README.match(/^\| `[\w-]+` \| `/gmu)).toHaveLength(rows.length);
  });

  test('gives the depths as they are', () => {
    for (const [depth, budget] of Object.entries(BUDGETS)) {
      expect(README).toMatch(new RegExp(`\`${depth}\`.*\\| ${budget.toLocaleString('en-US')} \\|`, 'u'));
    }
  });

  test('gives the floor of Node as the manifest does', () => {
    expect(README).toContain(`Node ${manifest.engines.node.replace('>=', '')} or newer`);
  });
});
