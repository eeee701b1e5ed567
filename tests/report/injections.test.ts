import { DOMParser } from '@xmldom/xmldom';
import { XMLValidator } from 'fast-xml-parser';
import { marked } from 'marked';
import { describe, expect, test } from 'vitest';
import { INJECTIONS } from '../../fixtures/hostile/injections.ts';
import { renderConsole } from '../../src/report/console.ts';
import { paintIf } from '../../src/report/console-text.ts';
import { visible } from '../../src/report/escape.ts';
import { REPORTERS, type ReporterName } from '../../src/report/formats/reporter.ts';
import type { Report } from '../../src/report/model.ts';
import { nastyReport } from './sample.ts';

/** Marks that only readers of HTML, Markdown, XML, tables or a shell take for more than text. */
const FOR_OTHERS = /^(?:html|markdown|xml|csv|shell)/u;
const forTerminals = INJECTIONS.filter(({ id }) => !FOR_OTHERS.test(id));

/** The report with this text in place of every text that a target wrote. */
const saying = (text: string) =>
  renderConsole(
    {
      ...nastyReport,
      findings: nastyReport.findings.map((finding) => ({ ...finding, actual: text, expected: text })),
    },
    { paint: paintIf(false) },
  );

describe('what a target writes', () => {
  test('is in the corpus for terminals, both command syntaxes, and every format', () => {
    expect(INJECTIONS.length).toBeGreaterThanOrEqual(25);
    expect(INJECTIONS.filter(({ text, plain }) => !plain.test(text)).map(({ id }) => id)).toEqual([
      'shell',
      'shell-quote',
    ]);
  });

  test.each(forTerminals)('does nothing on a console: $id', ({ text, plain }) => {
    expect(saying(text)).not.toMatch(plain);
  });

  test.each(INJECTIONS)('stays on its line: $id', ({ text }) => {
    expect(visible(text)).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
  });
});

/** The report with this text in place of whatever a target may have written, in every member. */
function everywhere(text: string): Report {
  const replaced = (value: unknown): unknown => {
    if (typeof value === 'string') return value.includes('\u001b[31mred') ? text : value;
    if (Array.isArray(value)) return value.map(replaced);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, replaced(member)]));
  };
  const report = replaced(nastyReport) as Report;
  const findings = report.findings.map((finding) => ({ ...finding, actual: text, expected: text, title: text }));
  return { ...report, findings, notes: [...report.notes, text] };
}

const rendered = (name: ReporterName, text: string) => REPORTERS[name].render(everywhere(text), () => undefined);
const formats = Object.keys(REPORTERS) as readonly ReporterName[];
const cases = INJECTIONS.flatMap(({ id, text }) => formats.map((name) => [id, name, text] as const));

/** Nothing that a terminal obeys or that reorders a line stands in a file as it is: tabs and line breaks are all. */
const RAW = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b\u202a-\u202e\u2066-\u2069]/u;

describe('what a target writes, in every format', () => {
  test.each(cases)('%s holds nothing in %s that a terminal obeys', (_, name, text) => {
    expect(rendered(name, text)).not.toMatch(RAW);
  });

  test.each(INJECTIONS)('$id leaves XML well-formed and without entities', ({ text }) => {
    for (const name of ['junit', 'badge'] as const) {
      const xml = rendered(name, text);
      expect(XMLValidator.validate(xml)).toBe(true);
      expect(xml).not.toMatch(/<!ENTITY|<!DOCTYPE/u);
      const tags = [...new DOMParser().parseFromString(xml, 'text/xml').getElementsByTagName('*')];
      expect(tags.map(({ tagName }) => tagName)).not.toContain('x');
    }
  });

  test.each(INJECTIONS)('$id leaves JSON whole', ({ text }) => {
    for (const name of ['json', 'sarif', 'har', 'ctrf', 'badge-json'] as const)
      expect(() => JSON.parse(rendered(name, text)) as unknown).not.toThrow();
  });

  test.each(INJECTIONS)('$id makes no element, no link and no picture of Markdown or HTML', ({ text }) => {
    const pages = [marked.parse(rendered('markdown', text), { async: false }), rendered('html', text)];
    for (const page of pages) {
      expect(page).not.toMatch(/<script>alert|<x\/>|src="http:\/\/x\.test/u);
      expect(page).not.toMatch(/<[^>]+ (?:href|src)="javascript:/u);
      expect(page).not.toMatch(/<[^>"]*(?:"[^"]*"[^>"]*)* onload="alert/u);
    }
  });

  test.each(INJECTIONS)('$id gives no command to a pipeline', ({ text }) => {
    const plain = rendered('github', 'plain').split('\n').length;
    for (const name of ['github', 'tap'] as const) {
      const lines = rendered(name, text).split('\n');
      expect(lines.filter((line) => /^\s*(?:##vso\[|##\[|::(?!error |warning |notice ))/u.test(line))).toEqual([]);
    }
    expect(rendered('github', text).split('\n')).toHaveLength(plain);
    // The other pipeline looks for its commands within a line, too.
    for (const console of [saying(text), rendered('github', text), rendered('tap', text)])
      expect(console).not.toMatch(/##vso\[|##\[/u);
  });
});
