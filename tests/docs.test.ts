import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { allMutants } from '../fixtures/mutants/index.ts';
import { numbersBlock, numbersIn } from '../scripts/docs/numbers-block.ts';
import { loadProfile } from '../src/config/profile.ts';
import { parseTargetFile } from '../src/config/target-file.ts';
import { packageRoot } from '../src/package.ts';
import { sizesOfOtherReadings } from '../src/rules/readings.ts';
import { BUDGETS } from '../src/run/plan.ts';
import { allChecks } from '../suites/index.ts';
import { conform } from './cli/io.ts';
import { loaded } from './support/contract.ts';
import { suiteOf } from './support/suites.ts';

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

  test('links to headings that exist', () => {
    const links = [...text.matchAll(/\]\((?!https?:)([^)#]*)#([^)]+)\)/gu)];
    const broken = links.filter(([, target = '', anchor = '']) => {
      const other = target === '' ? text : read(join(dirname(page), target));
      return !anchorsOf(other).has(anchor);
    });
    expect(broken.map(([link]) => link)).toEqual([]);
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

/** The anchors of headings, as GitHub and GitLab make them. */
function anchorsOf(text: string): ReadonlySet<string> {
  const headings = [...text.matchAll(/^#{1,6} (.+)$/gmu)].map(([, heading = '']) => heading);
  return new Set(
    headings.map((one) =>
      one
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}

describe('the README', () => {
  test('begins with the demonstration and the two tiers of the gate', () => {
    const [, demo = '', quick = '', proof = ''] = README.split('\n');
    expect(demo).toMatch(/^npm ci && npm run demo\b/u);
    expect(quick).toMatch(/^npm ci && npm test\b/u);
    expect(proof).toMatch(/^npm run proof\b/u);
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

  test('gives numbers that are right, within a tenth', () => {
    const suite = suiteOf(allChecks, {});
    const lock = read('package-lock.json');
    const others = sizesOfOtherReadings((choices) => suiteOf(allChecks, choices), {});
    const counted = numbersIn(numbersBlock({ suite, mutants: allMutants(loaded).length, others, lock }));
    const told = numbersIn(README);
    expect(told).toHaveLength(counted.length);
    expect(told.filter((one, index) => Math.abs(one / (counted[index] ?? 0) - 1) > 0.1)).toEqual([]);
  });

  test('shows a target file that is refused for its placeholders, and for nothing else', () => {
    const [, example = ''] = /```yaml\n(# yaml-language-server[\s\S]*?)```/u.exec(README) ?? [];
    const env = { CONFORM_API_KEY: 'a', CONFORM_TOKEN: 'b', CONFORM_SESSION: 'c=d' };
    const complaints = (() => {
      try {
        parseTargetFile(example, 'conform.yaml', env);
        return [];
      } catch (error) {
        return (error as Error).message.split('\n');
      }
    })();
    expect(complaints.length).toBeGreaterThan(5);
    expect(complaints.filter((line) => !line.includes('is still the placeholder'))).toEqual([]);
  });

  test('names commands that exist', async () => {
    const { out } = await conform(['help']);
    const names = [...README.matchAll(/`conform ([a-z]+)/gu)].map(([, name]) => name ?? '');
    expect(new Set(names).size).toBeGreaterThan(8);
    expect(names.filter((name) => !new RegExp(`^ {2}${name}\\b`, 'mu').test(out))).toEqual([]);
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
