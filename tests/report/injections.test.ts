import { describe, expect, test } from 'vitest';
import { INJECTIONS } from '../../fixtures/hostile/injections.ts';
import { renderConsole } from '../../src/report/console.ts';
import { paintIf } from '../../src/report/console-text.ts';
import { visible } from '../../src/report/escape.ts';
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
