import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { REPORTERS } from '../../src/report/formats/reporter.ts';
import { crowd } from '../docs/crowd.ts';
import { faultyRun } from '../docs/faulty-run.ts';

const COUNTS = [1, 100, 1_000, 10_000];
const CHROMIUM = process.env['CONFORM_CHROMIUM'] ?? '/usr/bin/chromium';

/** How large report.html is, and how long a browser takes until it has drawn it. */
export async function measureReports(): Promise<readonly string[]> {
  const { report, placeOf } = await faultyRun(30);
  const folder = mkdtempSync(join(tmpdir(), 'conform-pages-'));
  const browser = existsSync(CHROMIUM)
    ? await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-gpu'] })
    : undefined;
  try {
    const rows: string[] = [];
    for (const count of COUNTS) {
      const path = join(folder, `${count}.html`);
      const text = REPORTERS.html.render(crowd(report, count), placeOf);
      writeFileSync(path, text);
      const page = await browser?.newPage();
      const began = performance.now();
      await page?.goto(`file://${path}`);
      await page?.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))');
      const drawn = page === undefined ? 'no browser here' : `${Math.round(performance.now() - began)} ms`;
      await page?.close();
      rows.push(`| ${count} | ${(Buffer.byteLength(text) / 1000).toFixed(0)} kB | ${drawn} |`);
    }
    return ['| Findings | report.html | until it is drawn |', '|---|---|---|', ...rows];
  } finally {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
