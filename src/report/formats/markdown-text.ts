import { visible } from '../escape.ts';

/** Markdown with escaping by construction: what is not written here as markup reaches the reader as text. */

/** Own words. Everything that could be markup is escaped, and `@` calls nobody. */
export function plain(text: string): string {
  return visible(text)
    .replaceAll(/[\\`*_{}[\]()#+\-.!|~>:]/gu, '\\$&')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('@', '@<!-- -->');
}

/** What a target said, or a name: a code span, in which nothing is markup. */
export function code(text: string): string {
  const shown = visible(text);
  const fence = '`'.repeat(longestRun(shown) + 1);
  return shown === '' ? '(empty)' : `${fence} ${shown} ${fence}`;
}

/** Several lines of code. */
export function block(text: string, language: string): string {
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1));
  return `${fence}${language}\n${text.split('\n').map(visible).join('\n')}\n${fence}`;
}

/** Within an HTML element that stands in Markdown, where HTML alone is markup. */
export function htmlText(text: string): string {
  return visible(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** A table; its cells are Markdown already, and no cell ends early. */
export function tableOf(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const line = (cells: readonly (string | number)[]) =>
    `| ${cells.map((cell) => String(cell).replaceAll(/(?<!\\)\|/gu, '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

function longestRun(text: string): number {
  return Math.max(0, ...[...text.matchAll(/`+/gu)].map(([run]) => run.length));
}
