import picocolors from 'picocolors';
import { visible } from './escape.ts';

/** The colours that a report uses. */
export type Paint = Pick<
  ReturnType<typeof picocolors.createColors>,
  'bold' | 'dim' | 'red' | 'yellow' | 'green' | 'cyan'
>;

/** Colours, or none. */
export function paintIf(coloured: boolean): Paint {
  return picocolors.createColors(coloured);
}

/** Joins blocks of lines with an empty line between them. Empty blocks are left out. */
export function blocksOf(blocks: readonly (readonly string[])[]): string {
  const filled = blocks.filter((lines) => lines.length > 0).map((lines) => lines.join('\n'));
  return `${filled.join('\n\n')}\n`;
}

/** The width that a terminal has at least. */
export const COLUMNS = 80;

/**
 * Wraps a text: `first` before the first line, as many blanks before the others. A word is never cut: it may be a URL. `paint`
 * gets each line without `first`, which may have colour codes itself if its width is given as `columns`.
 */
export function wrapped(
  text: string,
  first: string,
  { paint = (line) => line, columns = first.length }: { paint?: (line: string) => string; columns?: number } = {},
): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const isFull = line !== '' && columns + line.length + 1 + word.length > COLUMNS;
    if (isFull) lines.push(line);
    line = line === '' || isFull ? word : `${line} ${word}`;
  }
  // A mark from the middle of a line may now begin one, where a CI log would obey it.
  return [...lines, line].map((one, index) => `${index === 0 ? first : ' '.repeat(columns)}${paint(visible(one))}`);
}

/** The first `few` items, and how many more there are. */
export function firstFew(items: readonly string[], few: number): string {
  const rest = items.length - few;
  return rest > 0 ? `${items.slice(0, few).join(', ')} and ${rest} more` : items.join(', ');
}

/** Rows with aligned columns: the first to the left, the others to the right. */
export function table(rows: readonly (readonly (string | number)[])[]): readonly string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => String(row[column] ?? '').length)));
  return rows.map((row) =>
    row
      .map((cell, column) =>
        column === 0 ? String(cell).padEnd(widths[column] ?? 0) : String(cell).padStart(widths[column] ?? 0),
      )
      .join('  '),
  );
}
