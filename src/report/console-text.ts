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

export function heading(text: string, paint: Paint): string {
  return paint.bold(text);
}

/** Joins blocks of lines with an empty line between them. Empty blocks are left out. */
export function blocksOf(blocks: readonly (readonly string[])[]): string {
  const filled = blocks.filter((lines) => lines.length > 0).map((lines) => lines.join('\n'));
  return `${filled.join('\n\n')}\n`;
}

/** The width that a terminal has at least. */
export const COLUMNS = 80;

/** Wraps a text: `first` before the first line, as many blanks before the others. A word is never cut: it may be a URL. */
export function wrapped(text: string, first: string): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const isFull = line !== '' && first.length + line.length + 1 + word.length > COLUMNS;
    if (isFull) lines.push(line);
    line = line === '' || isFull ? word : `${line} ${word}`;
  }
  // A mark from the middle of a line may now begin one, where a CI log would obey it.
  return [...lines, line].map((one, index) => `${index === 0 ? first : ' '.repeat(first.length)}${visible(one)}`);
}

/** The same, with colours: `paint` gets each line without `first` or its blanks. */
export function wrappedIn(text: string, first: string, paint: (line: string) => string): readonly string[] {
  const blank = ' '.repeat(first.length);
  return wrapped(text, blank).map((line, index) => `${index === 0 ? first : blank}${paint(line.slice(first.length))}`);
}

/** The same behind a label that may have colour codes and is `columns` wide. */
export function labelled(text: string, label: string, columns: number): readonly string[] {
  return wrapped(text, ' '.repeat(columns)).map((line, index) => (index === 0 ? label + line.slice(columns) : line));
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
