import { renderConsole } from '../../src/report/console.ts';
import { paintIf } from '../../src/report/console-text.ts';
import { type Html, html, textOf, trusted } from '../../src/report/html/html.ts';
import type { Report } from '../../src/report/model.ts';

const STYLE = `body { margin: 0; padding: 16px 20px; background: #1b1f27; }
pre { margin: 0; font: 14px/1.4 "DejaVu Sans Mono", monospace; color: #d7dce3; white-space: pre-wrap; }
.bold { font-weight: bold; } .dim { color: #8b94a3; } .red { color: #ff7b72; } .green { color: #7ee787; } .yellow { color: #e3b341; }`;

/** What the colours of a terminal are called, by the number of their escape sequence (ECMA-48, section 8.3.117). */
const SHADES: Readonly<Record<string, string>> = { 1: 'bold', 2: 'dim', 31: 'red', 32: 'green', 33: 'yellow' };

/** The beginning of a report as a terminal shows it, as a page to take a picture of. */
export function terminalPage(report: Report, lines: number): string {
  const text = renderConsole(report, { paint: paintIf(true), reportPath: 'reports/now/report.json' });
  const shown = `$ conform run https://staging.example\n${text.split('\n').slice(0, lines).join('\n')}`;
  return textOf(
    html`<!doctype html><meta charset="utf-8"><title>conform</title><style>${trusted(STYLE)}</style><pre>${spansOf(shown)}</pre>`,
  );
}

function spansOf(text: string): readonly Html[] {
  const shades = new Set<string>();
  // eslint-disable-next-line no-control-regex
  return text.split(/\u001b\[(\d+)m/u).flatMap((part, index) => {
    if (index % 2 === 0) return part === '' ? [] : [html`<span class="${[...shades].join(' ')}">${part}</span>`];
    if (part === '22') for (const shade of ['bold', 'dim']) shades.delete(shade);
    else if (part === '39') for (const shade of ['red', 'green', 'yellow']) shades.delete(shade);
    else shades.add(SHADES[part] ?? 'plain');
    return [];
  });
}
