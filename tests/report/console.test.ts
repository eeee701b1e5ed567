import { describe, expect, test } from 'vitest';
import { renderConsole } from '../../src/report/console.ts';
import { findingLines } from '../../src/report/console-findings.ts';
import { paintIf } from '../../src/report/console-text.ts';
import { nastyReport } from './sample.ts';

const plain = { paint: paintIf(false), reportPath: 'reports/x/report.json' };

describe('the console report', () => {
  test('reads like this', () => {
    expect(renderConsole(nastyReport, plain)).toMatchSnapshot();
  });

  test('lets no control, escape, direction or invisible character of a target through', () => {
    // oxlint-disable-next-line no-control-regex
    expect(renderConsole(nastyReport, plain).replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\u2028\u2029]/u);
  });

  test('lets no command for a log begin a line that was wrapped', () => {
    const text = `${'x'.repeat(64)}::error::obeyed ${'y'.repeat(60)} ::error::obeyed`;
    const findings = nastyReport.findings.map((one) => ({ ...one, title: text, expected: text, actual: text }));
    const setup = [{ id: 'a', message: text, remedy: text, exchanges: [] }];
    const out = renderConsole({ ...nastyReport, findings, setup, notes: [text] }, plain);
    expect(out).toContain('obeyed');
    expect(out.split('\n').filter((line) => /^\s*::/u.test(line))).toEqual([]);
  });

  test('quotes values as they came, however long the word', () => {
    const values = ['a,b', '{"one":1,"two":[2,3]}', `${'x'.repeat(30)},${'y'.repeat(20)}`];
    for (const actual of values) {
      const findings = nastyReport.findings.slice(0, 1).map(({ at: _at, ...finding }) => ({ ...finding, actual }));
      expect(renderConsole({ ...nastyReport, findings }, plain)).toContain(` ${actual}\n`);
    }
  });

  test('fits into 80 columns, but for what is there to be copied', () => {
    const long = renderConsole(nastyReport, plain)
      .split('\n')
      .filter((line) => line.length > 80 && !/^ +(?:replay|reproduce) |^Run again/u.test(line));
    expect(long).toEqual([]);
  });

  test('has the colours that it was given, and the same words', () => {
    const coloured = renderConsole(nastyReport, { ...plain, paint: paintIf(true) });
    expect(coloured).toContain('\u001b[31m');
    // oxlint-disable-next-line no-control-regex
    expect(coloured.replaceAll(/\u001b\[\d+m/gu, '')).toBe(renderConsole(nastyReport, plain));
  });

  test('stops after so many findings and says where the rest is', () => {
    const text = findingLines(nastyReport, plain.paint, 1, 'reports/x/report.json').join('\n');
    expect(text).toContain('3 findings');
    expect(text).toContain('… and 2 more in reports/x/report.json');
    expect(text).not.toContain('listPapers/status');
  });

  test('shows what is known last, with the numbers that conform show has', () => {
    const findings = nastyReport.findings.map((one, index) => (index === 0 ? { ...one, excused: 'known' } : one));
    const lines = findingLines({ ...nastyReport, findings }, plain.paint, 9, 'reports/x/report.json');
    expect(lines.flatMap((line) => /^(\d+)\. /u.exec(line)?.[1] ?? [])).toEqual(['2', '3', '1']);
  });

  test('praises only what conforms', () => {
    const empty = { ...nastyReport, findings: [], setup: [] };
    expect(
      renderConsole({ ...empty, outcome: { verdict: 'conforms', exitStatus: 0, sentence: 'Fine.' } }, plain),
    ).toContain('nothing that was seen breaks the contract');
    expect(
      renderConsole({ ...empty, outcome: { verdict: 'incomplete', exitStatus: 3, sentence: 'Cut.' } }, plain),
    ).toContain('No finding so far.');
  });
});
