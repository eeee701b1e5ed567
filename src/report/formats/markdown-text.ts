import { visible } from '../escape.ts';

/** Markdown in which only the markup that is written here takes effect. */

/** Plain text. Everything that could be markup is escaped, and `@` mentions nobody. */
export function plain(text: string): string {
  return visible(text)
    .replaceAll(/[\\`*_{}[\]()#+\-.!|~>:]/gu, '\\$&')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('@', '@<!-- -->');
}

/** Text from a target, or a name, as a code span. Nothing in it is markup. */
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

/** Text within an HTML element in Markdown, where only HTML is markup. */
export function htmlText(text: string): string {
  return visible(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** A table. Its cells are Markdown already; a `|` in a cell does not end it. */
export function tableOf(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const line = (cells: readonly (string | number)[]) =>
    `| ${cells.map((cell) => String(cell).replaceAll(/(?<!\\)\|/gu, '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

function longestRun(text: string): number {
  return Math.max(0, ...[...text.matchAll(/`+/gu)].map(([run]) => run.length));
}
