import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, chromium } from 'playwright-core';
import { packageRoot } from '../../src/package.ts';
import { renderHtml } from '../../src/report/html/page.ts';
import type { Finding } from '../../src/report/model.ts';
import { faultyRun } from './faulty-run.ts';
import { terminalPage } from './terminal.ts';

/** The pictures of report.html in docs/pictures: light, dark, on a phone. Needs Chromium (CONFORM_CHROMIUM, or /usr/bin/chromium). */
interface Picture {
  readonly name: string;
  readonly colorScheme: 'light' | 'dark';
  readonly width: number;
  readonly height: number;
  /** The first finding that is so; without it the top of the page. */
  readonly finding?: (one: Finding) => boolean;
}

const PICTURES: readonly Picture[] = [
  { name: 'report-light', colorScheme: 'light', width: 1200, height: 900 },
  { name: 'report-finding', colorScheme: 'light', width: 1200, height: 860, finding: ({ id }) => id.endsWith('/type') },
  { name: 'report-dark', colorScheme: 'dark', width: 1200, height: 860, finding: ({ steps }) => steps.length > 1 },
  { name: 'report-phone', colorScheme: 'light', width: 390, height: 844, finding: ({ id }) => id.endsWith('/type') },
];

/** So many lines of the terminal are in its picture. */
const LINES = 46;

const SECURITY = 'getUsage/security/wrong-apiKey-refused#derived';

const folder = mkdtempSync(join(tmpdir(), 'conform-pictures-'));
const pictures = join(packageRoot(), 'docs', 'pictures');
mkdirSync(pictures, { recursive: true });
const { report, placeOf } = await faultyRun(20, [SECURITY]);
const page = join(folder, 'report.html');
writeFileSync(page, renderHtml(report, placeOf));
const browser = await chromium.launch({
  executablePath: process.env['CONFORM_CHROMIUM'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-sync'],
});
for (const picture of PICTURES) await take(picture, browser);
await takeTerminal(browser);
await browser.close();
rmSync(folder, { recursive: true });

async function takeTerminal(from: Browser): Promise<void> {
  const terminal = join(folder, 'terminal.html');
  writeFileSync(terminal, terminalPage(report, LINES));
  const shown = await from.newPage({ viewport: { width: 1000, height: 600 } });
  await shown.goto(pathToFileURL(terminal).href);
  await shown.screenshot({ path: join(pictures, 'terminal.png'), fullPage: true });
  await shown.close();
}

async function take({ name, colorScheme, width, height, finding }: Picture, from: Browser): Promise<void> {
  const shown = await from.newPage({ colorScheme, viewport: { width, height } });
  const id = finding === undefined ? undefined : report.findings.find(finding)?.id;
  if (finding !== undefined && id === undefined) throw new Error(`no finding is there for ${name}`);
  await shown.goto(pathToFileURL(page).href + (id === undefined ? '' : `#${encodeURI(id)}`));
  await shown.screenshot({ path: join(pictures, `${name}.png`) });
  await shown.close();
}
