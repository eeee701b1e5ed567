import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { packageRoot } from '../../src/package.ts';
import { temporaryFolder } from '../support/temporary.ts';

let site: string;
let pages: readonly string[];
beforeAll(() => {
  site = temporaryFolder();
  // It fails by itself on a link to a page that there is not.
  execFileSync(process.execPath, ['node_modules/vitepress/bin/vitepress.js', 'build', 'site', '--outDir', site], {
    cwd: packageRoot(),
    stdio: 'pipe',
  });
  pages = readdirSync(site, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.html'));
});

/** The addresses of a page, as its attributes give them. */
function addressesIn(page: string, attribute: 'href' | 'src'): readonly string[] {
  const text = readFileSync(join(site, page), 'utf8');
  return [...text.matchAll(new RegExp(`\\b${attribute}="([^"]+)"`, 'gu'))].map(([, address = '']) => address);
}

describe('the documentation site', () => {
  test('has the pages of the repository', () => {
    for (const page of ['index.html', 'docs/in-your-pipeline.html', 'docs/adr/README.html', 'CHANGELOG.html'])
      expect(pages).toContain(page);
  });

  test('leads nowhere that is not there', () => {
    const broken = pages.flatMap((page) =>
      [...addressesIn(page, 'href'), ...addressesIn(page, 'src')]
        .filter((address) => !/^(?:[a-z]+:|#)/u.test(address))
        .map((address) => new URL(address, `http://site/${page}`).pathname)
        .filter((path) => !isThere(decodeURIComponent(path)))
        .map((path) => `${page}: ${path}`),
    );
    expect(broken).toEqual([]);
    expect(isThere('/docs/no-such-page')).toBe(false);
  });

  test('loads nothing from elsewhere', () => {
    for (const page of pages)
      expect(addressesIn(page, 'src').filter((address) => /^(?:https?:)?\/\//u.test(address))).toEqual([]);
  });
});

function isThere(path: string): boolean {
  const file = join(site, path);
  if (existsSync(`${file}.html`)) return true;
  return existsSync(file) && (!statSync(file).isDirectory() || existsSync(join(file, 'index.html')));
}
