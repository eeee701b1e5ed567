import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { main } from '../../src/cli/program.ts';
import { nastyReport } from '../report/sample.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { pretend } from './io.ts';

let cwd: string;
beforeAll(() => {
  cwd = temporaryFolder();
  writeFileSync(join(cwd, 'report.json'), JSON.stringify(nastyReport));
});

describe('conform show', () => {
  test('prints the whole of a clause, with the finding behind it', async () => {
    const { status, out } = await show('listPapers/status');
    expect(status).toBe(0);
    expect(out).toContain('listPapers/status  SHOULD  warn');
    expect(out).toContain('exchange  1');
    expect(out).toContain('Exchange 1, listPapers');
  });

  test('lists the findings where nothing else is named', async () => {
    const { status, out } = await show();
    expect([status, out.trimEnd().split('\n').length]).toEqual([0, nastyReport.findings.length]);
    for (const { clause } of nastyReport.findings) expect(out).toContain(`  ${clause}  `);
  });

  test('knows a finding by its number in the list', async () => {
    const at = nastyReport.findings.findIndex(({ clause }) => clause === 'listPapers/status');
    expect((await show(String(at + 1))).out).toMatch(/^listPapers\/status {2}SHOULD {2}warn/u);
  });

  test('prints the whole of an exchange, harmless for a terminal', async () => {
    const { out } = await show('exchange', '1');
    expect(out).toContain('> GET /api/v1/papers');
    // oxlint-disable-next-line no-control-regex
    expect(out.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\u2028\u2029]/u);
  });

  test.each([
    [['exchange', '99'], 'no exchange 99'],
    [['99'], `no finding 99; it has ${nastyReport.findings.length}`],
    [['listPapers/statu'], 'listPapers/status'],
    [['exchange'], 'name the exchange by its number'],
  ])('says what there is instead of %s', async (what, says) => {
    const { status, err } = await show(...what);
    expect([status, err]).toEqual([2, expect.stringContaining(says)]);
  });
});

describe('the latest run', () => {
  const folder = temporaryFolder();
  const latest = async (...argv: readonly string[]) => {
    const io = pretend({ cwd: folder });
    const status = await main(argv, io.io);
    return { status, out: io.out(), err: io.err() };
  };

  test('there is none before the first run', async () => {
    for (const command of ['show', 'report', 'expect', 'clean'])
      expect(await latest(command)).toMatchObject({
        status: 2,
        err: expect.stringContaining('no run is named, and reports/ holds none') as string,
      });
  });

  test('is taken where no run is named', async () => {
    for (const [name, findings, at] of [
      ['older', nastyReport.findings, 1],
      ['newer', nastyReport.findings.slice(0, 1), 2],
    ] as const) {
      mkdirSync(join(folder, 'reports', name), { recursive: true });
      const file = join(folder, 'reports', name, 'report.json');
      writeFileSync(file, JSON.stringify({ ...nastyReport, findings }));
      utimesSync(file, at, at);
    }
    expect((await latest('show')).out.trimEnd().split('\n')).toHaveLength(1);
    expect((await latest('show', 'listPapers/status')).out).toContain('listPapers/status  SHOULD  warn');
    expect((await latest('show', 'reports/older')).out.trimEnd().split('\n')).toHaveLength(nastyReport.findings.length);
    expect((await latest('expect')).out).toContain('1 known failure written');
  });
});

async function show(
  ...what: readonly string[]
): Promise<{ readonly status: number; readonly out: string; readonly err: string }> {
  const io = pretend({ cwd });
  const status = await main(['show', '.', ...what], io.io);
  return { status, out: io.out(), err: io.err() };
}
