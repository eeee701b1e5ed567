import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { crowd } from '../../scripts/docs/crowd.ts';
import { faultyRun } from '../../scripts/docs/faulty-run.ts';
import { renderHtml } from '../../src/report/html/page.ts';
import type { Report } from '../../src/report/model.ts';
import type { PlaceOf } from '../../src/report/places.ts';
import { hostileReport, nastyReport } from '../report/sample.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { chromiumPath, launch } from './browser.ts';

const OPEN_ALL = "document.querySelectorAll('details').forEach((one) => { one.open = true; })";

/** With a part of the rows of its tables, which are all alike: axe looks at each of them for a tenth of a second. */
function withFewRows(whole: Report): Report {
  const cited = new Set(whole.findings.flatMap(({ steps }) => steps));
  const exchanges = whole.exchanges.filter(({ seq }, index) => index < 20 || cited.has(seq));
  return { ...whole, clauses: whole.clauses.slice(0, 50), exchanges };
}

let browser: Browser;
let report: Report;
let placeOf: PlaceOf;

describe.skipIf(chromiumPath === undefined)(
  'the page in a browser (needs Chromium: apt-get install chromium)',
  {
    timeout: 900_000,
  },
  () => {
    beforeAll(async () => {
      ({ report, placeOf } = await faultyRun(30));
      browser = await launch(chromiumPath ?? '');
    });

    afterAll(async () => {
      await browser.close();
    });

    describe.each([
      ['light', {}],
      // The same markup: only its colours can be at fault.
      ['dark', { runOnly: ['cat.color'] }],
    ] as const)('in %s', (colorScheme, rules) => {
      test.each([
        ['30 faults', () => withFewRows(report)],
        ['nothing found', () => ({ ...withFewRows(report), findings: [], clauses: [] })],
        ['hostile text', hostileReport],
        ['everything at once', () => nastyReport],
      ])('has no fault that axe finds: %s', async (_name, made) => {
        const { page } = await opened(made(), { colorScheme, bypassCSP: true });
        // What is laid out late only is measured where it is not.
        await page.addStyleTag({ content: '.card { content-visibility: visible !important }' });
        await page.evaluate(OPEN_ALL);
        if (made().exchanges.length > 0) await page.locator('.log tbody tr').first().waitFor();
        await page.evaluate(axe.source);
        const asked = JSON.stringify({ ...rules, resultTypes: ['violations'] });
        const { violations } = (await page.evaluate(`axe.run(${asked})`)) as {
          violations: readonly AxeViolation[];
        };
        expect(
          violations.map(
            ({ id, nodes }) =>
              `${id}: ${nodes
                .map(({ html }) => html)
                .slice(0, 3)
                .join(' ')}`,
          ),
        ).toEqual([]);
        await page.close();
      });
    });

    test.each([
      ['30 faults', () => report],
      ['hostile text', hostileReport],
      ['everything at once', () => nastyReport],
    ])('fits every width, nothing but what scrolls by itself is wider: %s', async (_name, made) => {
      const { page } = await opened(made());
      await page.evaluate(OPEN_ALL);
      for (const width of [320, 375, 768, 1280, 1920]) {
        await page.setViewportSize({ width, height: 800 });
        expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
      }
      await page.close();
    });

    test('can be used by keyboard alone', async () => {
      const { page } = await opened(report);
      await page.keyboard.press('Tab');
      expect(await focused(page)).toBe('Skip to the findings');
      await page.keyboard.press('Enter');
      expect(await page.evaluate('location.hash')).toBe('#findings');
      await page.keyboard.press('/');
      await page.keyboard.type('op:getpaper');
      expect(await visibleCards(page)).toBe(
        report.findings.filter(({ operations }) => operations.includes('getPaper')).length,
      );
      const isOnCard = (): Promise<boolean> => page.evaluate<boolean>("document.activeElement.tagName === 'SUMMARY'");
      for (let presses = 0; presses < 8 && !(await isOnCard()); presses += 1) await page.keyboard.press('Tab');
      const before = await page.evaluate<boolean>("document.activeElement.parentElement.hasAttribute('open')");
      await page.keyboard.press('Enter');
      expect(await page.evaluate<boolean>("document.activeElement.parentElement.hasAttribute('open')")).toBe(!before);
      await page.close();
    });

    test('keeps its filters in the address, and finds them again', async () => {
      const { page, url } = await opened(report);
      await page.locator('#search').fill('op:predict status:fail');
      const address = await page.evaluate<string>('location.href');
      expect(address).toBe(`${url}#q=op%3Apredict%20status%3Afail`);
      const count = await visibleCards(page);
      expect(count).toBe(
        report.findings.filter(({ operations, verdict }) => operations.includes('predict') && verdict === 'fail')
          .length,
      );
      expect(await page.locator('.work .told').textContent()).toBe(`${count} of ${report.findings.length} shown`);
      const chosen = () => page.locator('.own [aria-current=true]').allTextContents();
      expect(await chosen()).toEqual(['POST /api/ml/predict']);
      await page.locator('.own a', { hasText: 'All' }).click();
      expect(await chosen()).toEqual(['All']);
      await page.goto('about:blank');
      await page.goto(address);
      expect(await visibleCards(page)).toBe(count);
      await page.locator('#operations tr', { hasText: 'getUsage' }).locator('th a').click();
      expect(await visibleCards(page)).toBe(
        report.findings.filter(({ operations }) => operations.includes('getUsage')).length,
      );
      await page.close();
    });

    test('takes two words of one kind as alternatives, and moves no button when it counts', async () => {
      const { page } = await opened(report);
      const [must, should] = ['MUST failed', 'SHOULD not met'].map((name) => page.getByRole('button', { name }));
      const before = await should?.boundingBox();
      await must?.click();
      expect(await should?.boundingBox()).toEqual(before);
      expect(await visibleCards(page)).toBe(report.findings.filter(({ verdict }) => verdict === 'fail').length);
      await should?.click();
      expect(await visibleCards(page)).toBe(report.findings.length);
      await page.close();
    });

    test('lists every exchange, filters the list and opens one', async () => {
      const { page } = await opened(report, {}, '#log=status:4xx');
      const { exchanges } = report;
      const refused = exchanges.filter(
        ({ outcome }) => outcome.kind === 'response' && `${outcome.status}`.startsWith('4'),
      );
      await page.locator('.log tbody tr:not([hidden])').first().waitFor();
      expect(await page.locator('.log tbody tr').count()).toBe(exchanges.length);
      expect(await page.locator('.log tbody tr:visible').count()).toBe(refused.length);
      await page.locator('#search-log').fill('op:getusage is:cited');
      const cited = new Set(report.findings.flatMap((one) => one.exchanges));
      const wanted = exchanges.filter(({ seq, operation }) => operation === 'getUsage' && cited.has(seq));
      expect(await page.locator('.log tbody tr:visible').count()).toBe(wanted.length);
      const one = exchanges.find(({ request, outcome }) => request.body !== undefined && outcome.kind === 'response');
      await page.evaluate(`location.hash = '#x${one?.seq}'`);
      const row = page.locator(`#x${one?.seq}`);
      expect(await row.textContent()).toContain(one?.request.target);
      const detail = page.locator('.log .detail');
      await detail.waitFor();
      const text = (await detail.textContent())?.replaceAll(/\s/gu, '');
      expect(text).toContain(one?.request.body?.replaceAll(/\s/gu, ''));
      for (const clause of one?.clauses ?? []) expect(text).toContain(clause);
      await row.locator('a').first().press('Enter');
      expect(await detail.count()).toBe(0);
      await page.close();
    });

    test('says on the page that not every exchange is in it, where that is so', async () => {
      const few = { ...report, exchanges: report.exchanges.slice(0, 50) };
      const { page } = await opened(few);
      expect(await page.locator('#exchanges').textContent()).toContain(`of ${report.run.requests}: the first`);
      await page.close();
    });

    test('searches the sentences of clauses, too', async () => {
      const { page } = await opened(report);
      const clause = report.clauses.find(({ verdict, text }) => verdict === 'pass' && text.length > 40);
      await page.locator('#search').fill(clause?.text ?? '');
      await page.locator('#also:visible').waitFor();
      const rows = page.locator('#clauses tbody tr:visible');
      expect((await rows.allTextContents()).some((text) => text.includes(clause?.text ?? '-'))).toBe(true);
      expect(await page.locator('#clauses tbody tr:not([hidden])').count()).toBeLessThan(report.clauses.length);
      await page.close();
    });

    test('leads from what newly failed to its finding', async () => {
      const last = report.findings.at(-1);
      const { startedAt, baseUrl } = report.run;
      const baseline = { startedAt, baseUrl, new: last?.clauses ?? [], fixed: [], still: [] };
      const { page } = await opened({ ...report, gate: { failOn: 'must', known: [], baseline } });
      await page.locator('#compared .ids a').first().click();
      expect(await page.locator('.card[open]').getAttribute('id')).toBe(last?.id.replaceAll(/\s+/gu, '_'));
      await page.close();
    });

    test('leads from what was not tested to its clauses', async () => {
      const reasons = report.summary.notShown;
      const long = reasons.find(({ clauses }) => clauses.length > 40);
      const { page } = await opened(report);
      await page.evaluate(OPEN_ALL);
      const rows = page.locator('#clauses tbody tr:not([hidden])');
      const id = reasons[0]?.clauses[0] ?? '';
      await page.locator('#not-tested .ids a', { hasText: id }).first().click();
      await page.locator('#clauses .told', { hasText: 'shown' }).waitFor();
      expect(await rows.locator('td').first().textContent()).toContain(id.slice(id.indexOf('/') + 1));
      await page
        .locator('#not-tested .ids a', { hasText: `${(long?.clauses.length ?? 0) - 40} more` })
        .first()
        .click();
      await page.locator('#clauses .told', { hasText: `${long?.clauses.length} of` }).waitFor();
      await page.close();
    });

    test.each(['with findings', 'without'])(
      'leads from the map of operations to the clauses of a cell, %s',
      async (how) => {
        const { page } = await opened(how === 'without' ? { ...report, findings: [] } : report);
        const security = report.clauses.filter(({ id }) => id.startsWith('getUsage/security/'));
        await page.locator('#operations tr', { hasText: 'getUsage' }).locator('td a[href*="kind:security"]').click();
        await page.locator('#clauses .told', { hasText: 'shown' }).waitFor();
        expect(await page.locator('#clauses tbody tr:visible').count()).toBe(security.length);
        await page.locator('#search-clauses').fill('');
        await page.locator('#clauses tbody tr[hidden]').first().waitFor({ state: 'detached' });
        await page.close();
      },
    );

    test('has a table of operations whose columns add up, and where no security finding stands beside green', async () => {
      const { page } = await opened(report);
      const sumOf = async (column: number) =>
        (await page.locator(`#operations tbody tr > :nth-child(${column})`).allTextContents()).reduce(
          (sum, text) => sum + Number(text),
          0,
        );
      const count = (verdict: string) => report.clauses.filter((one) => one.verdict === verdict).length;
      expect(await sumOf(2)).toBe(count('fail'));
      expect(await sumOf(3)).toBe(count('warn'));
      expect(await sumOf(10)).toBe(report.run.requests);
      const about = report.findings.filter(
        ({ gravity, operation }) => gravity === 'security' && operation !== undefined,
      );
      expect(about.length).toBeGreaterThan(0);
      for (const { operation = '' } of about)
        expect(
          await page
            .locator('#operations tr', { has: page.locator(`a[href="#q=op:${operation}"]`) })
            .locator('td.fail a[href*="kind:security"], td.warn a[href*="kind:security"]')
            .count(),
        ).toBe(1);
      await page.close();
    });

    test('opens the finding that a link names', async () => {
      const last = report.findings.at(-1);
      const { page } = await opened(report, {}, `#${encodeURI((last?.id ?? '').replaceAll(/\s+/gu, '_'))}`);
      expect(await page.locator('.card[open]').count()).toBe(1);
      expect(
        await page
          .locator('.card')
          .last()
          .evaluate<boolean, { hasAttribute(name: string): boolean }>((card) => card.hasAttribute('open')),
      ).toBe(true);
      await page.close();
    });

    test('copies what sends a request again, and an issue', async () => {
      const { page } = await opened(report);
      await page.evaluate(
        "Object.defineProperty(navigator, 'clipboard', { value: { writeText: async (text) => { globalThis.copied = text; } } })",
      );
      const copied = () => page.evaluate<string>('globalThis.copied');
      // What takes several requests has no command for PowerShell.
      const index = report.findings.findIndex(({ steps }) => steps.length === 1);
      const first = report.findings[index];
      await page.evaluate(
        "for (const one of document.querySelectorAll('.card details, details.card')) one.open = true",
      );
      const card = page.locator('.card').nth(index);
      await card.getByRole('button', { name: 'Copy curl' }).click();
      expect(await copied()).toBe(first?.curl);
      await card.getByRole('button', { name: 'Copy PowerShell' }).click();
      expect(await copied()).toMatch(/^Invoke-WebRequest /u);
      await card.getByRole('button', { name: 'Copy conform run' }).click();
      expect(await copied()).toContain(`--only ${first?.clause} `);
      await card.getByRole('button', { name: 'Copy as issue' }).click();
      expect(await copied()).toContain(first?.text);
      expect(await copied()).toMatch(/It answers:\n```\n[A-Z]+ \/.* → \d{3}/u);
      expect(await copied()).not.toMatch(/· *link|link to this/u);
      const saving = page.waitForEvent('download');
      await card.getByRole('button', { name: 'Save HAR' }).click();
      const har = JSON.parse(readFileSync(await (await saving).path(), 'utf8')) as {
        log: { entries: readonly { _seq: number }[] };
      };
      expect(har.log.entries.map(({ _seq }) => _seq)).toEqual(first?.steps);
      await page.close();
    });

    test('shows the place that is at fault, lit up', async () => {
      const { page } = await opened(report);
      const lit = report.findings.filter(({ at, clause }) => /\/[a-z]\w+$/u.test(at ?? '') && clause.endsWith('/type'));
      expect(lit.length).toBeGreaterThan(3);
      for (const { id, at = '' } of lit) {
        const marks = await page.locator(`[id="${id}"] mark`).allTextContents();
        expect(marks.join('')).toContain(`"${at.split('/').at(-1) ?? ''}": `);
      }
      await page.close();
    });

    test('can be read without scripts', async () => {
      const context = await browser.newContext({ javaScriptEnabled: false });
      const page = await context.newPage();
      await page.goto(written(report));
      expect(await page.locator('h1').textContent()).toBe(report.outcome.sentence);
      expect(await page.locator('.card').count()).toBe(report.findings.length);
      expect(await page.locator('.filter:visible').count()).toBe(0);
      expect(await page.locator('.timeline').textContent()).toContain(report.summary.operations[0]?.path);
      expect(await page.locator('button:visible').count()).toBe(0);
      await context.close();
    });

    test('prints', async () => {
      const { page } = await opened(report);
      await page.emulateMedia({ media: 'print' });
      expect(await page.locator('nav:visible').count()).toBe(0);
      expect((await page.pdf()).length).toBeGreaterThan(20_000);
      await page.close();
    });

    test('lets nothing that a target said run, become markup or leave the page', async () => {
      for (const made of [hostileReport(), nastyReport]) {
        const { page, asked, complaints } = await opened(made);
        await page.evaluate(OPEN_ALL);
        await page.locator('.log tbody tr td').first().click();
        await page.locator('.log .detail pre').first().waitFor();
        expect(await page.locator('main').textContent()).not.toMatch(/(?![\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u);
        expect(await page.evaluate('globalThis.hacked')).toBeUndefined();
        expect(await page.locator('img, iframe, object, embed, form, script:not([type])').count()).toBe(1);
        expect(asked.filter((url) => !url.startsWith('file:'))).toEqual([]);
        expect(complaints).toEqual([]);
        await page.close();
      }
    });

    test('would not run a script even if one were in it', async () => {
      const { page, complaints } = await opened(report, {}, '', (html) =>
        html.replace(
          '</main>',
          '<img src="http://127.0.0.1:9/x" onerror="globalThis.hacked=1"><script>globalThis.hacked = 1</script></main>',
        ),
      );
      expect(await page.evaluate('globalThis.hacked')).toBeUndefined();
      expect(complaints.join(' ')).toContain('Content Security Policy');
      await page.close();
    });

    test.each([
      [0, 300_000],
      [1, 300_000],
      [100, 600_000],
      [1_000, 1_600_000],
      [10_000, 5_000_000],
    ])('with %i findings is small, and there at once', async (count, most) => {
      const made = count === 0 ? { ...report, findings: [] } : crowd(report, count);
      expect(Buffer.byteLength(renderHtml(made, placeOf))).toBeLessThan(most);
      const { page, cpuSeconds } = await opened(made);
      expect(await page.locator('.card').count()).toBe(count);
      expect(cpuSeconds).toBeGreaterThan(0);
      expect(cpuSeconds).toBeLessThan(2);
      await page.close();
    });
  },
);

interface AxeViolation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string }[];
}

interface Opened {
  readonly page: Page;
  readonly url: string;
  /** The processor time of the page until it was there: other processes on the machine do not count. */
  readonly cpuSeconds: number | undefined;
  /** What it asked for, itself included. */
  readonly asked: readonly string[];
  /** What went wrong in it. */
  readonly complaints: readonly string[];
}

async function opened(
  made: Report,
  options: Parameters<Browser['newPage']>[0] = {},
  hash = '',
  edit: (html: string) => string = (same) => same,
): Promise<Opened> {
  const page = await browser.newPage(options);
  const [asked, complaints]: [string[], string[]] = [[], []];
  page.on('request', (request) => asked.push(request.url()));
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => complaints.push(message.text()));
  page.on('dialog', (dialog) => complaints.push(dialog.message()));
  const url = written(made, edit);
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  await page.goto(url + hash);
  const { metrics } = await session.send('Performance.getMetrics');
  const cpuSeconds = metrics.find(({ name }) => name === 'ThreadTime')?.value;
  return { page, url, asked, complaints, cpuSeconds };
}

function written(made: Report, edit: (html: string) => string = (same) => same): string {
  const path = join(temporaryFolder(), 'report.html');
  writeFileSync(path, edit(renderHtml(made, placeOf)));
  return pathToFileURL(path).href;
}

function focused(page: Page): Promise<string> {
  return page.evaluate<string>('document.activeElement.textContent');
}

function visibleCards(page: Page): Promise<number> {
  return page.locator('.card:not([hidden])').count();
}
