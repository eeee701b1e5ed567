import picocolors from 'picocolors';

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

export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** The first few of many, and how many more there are. */
export function firstFew(items: readonly string[], few: number): string {
  const rest = items.length - few;
  return rest > 0 ? `${items.slice(0, few).join(', ')} and ${rest} more` : items.join(', ');
}

/** Rows with aligned columns; numbers stand to the right. */
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
