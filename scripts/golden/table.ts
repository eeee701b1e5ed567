/** What is expected of the records of a group: record, then name, then text. */
export type Expectations = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** What stands where a record has no such clause or finding. */
const ABSENT = 'absent';

/** Between a name and the records that differ from most others in it; no id has it. */
const IN = ' @ ';
/** Between two of those. */
const AND = ', ';

export interface Difference {
  readonly record: string;
  readonly name: string;
  readonly before: string;
  readonly after: string;
}

/**
 * As a file in which each line can be read by itself: what most records of the group have in common stands once, under the
 * name alone, and what others say under the name and the records that say it.
 */
export function written(expected: Expectations): string {
  const lines = namesIn(expected).flatMap((name) => {
    const texts = recordsByText(expected, name);
    const [[usual] = [ABSENT]] = [...texts].sort(
      ([a, some], [b, more]) => more.length - some.length || (a < b ? -1 : 1),
    );
    const others = [...texts].filter(([text]) => text !== usual);
    return [
      ...(usual === ABSENT ? [] : [[name, usual] as const]),
      ...others.map(([text, records]) => [name + IN + records.join(AND), text] as const),
    ];
  });
  return `${JSON.stringify({ records: [...expected.keys()], expected: Object.fromEntries(lines) }, null, 2)}\n`;
}

export function read(text: string): Expectations {
  const { records, expected } = JSON.parse(text) as {
    readonly records: readonly string[];
    readonly expected: Readonly<Record<string, string>>;
  };
  const usual = Object.entries(expected).filter(([key]) => !key.includes(IN));
  const all = new Map(records.map((record) => [record, new Map(usual)]));
  for (const [key, one] of Object.entries(expected)) {
    const [name = '', own = ''] = key.split(IN);
    for (const record of own.split(AND)) {
      if (one === ABSENT) all.get(record)?.delete(name);
      else all.get(record)?.set(name, one);
    }
  }
  return all;
}

function recordsByText(expected: Expectations, name: string): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  for (const [record, texts] of expected) {
    const text = texts.get(name) ?? ABSENT;
    found.set(text, [...(found.get(text) ?? []), record]);
  }
  return found;
}

export function differences(then: Expectations, now: Expectations): readonly Difference[] {
  const names = namesIn(then, now);
  return [...new Set([...then.keys(), ...now.keys()])].flatMap((record) =>
    names
      .map((name) => ({
        record,
        name,
        before: then.get(record)?.get(name) ?? ABSENT,
        after: now.get(record)?.get(name) ?? ABSENT,
      }))
      .filter(({ before, after }) => before !== after),
  );
}

/** The first of them as a table; a change of a schema may have thousands. */
export function tableOf(all: readonly Difference[], most = 100): string {
  const rows = all.slice(0, most).map(({ record, name, before, after }) => [record, name, before, after] as const);
  const cells = [['record', 'clause or finding', 'then', 'now'] as const, ...rows];
  const widths = [0, 1, 2].map((column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  const lines = cells.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
  return [...lines, ...(all.length > most ? [`and ${all.length - most} more`] : [])].join('\n');
}

function namesIn(...all: readonly Expectations[]): readonly string[] {
  return [...new Set(all.flatMap((one) => [...one.values()].flatMap((of) => [...of.keys()])))].sort();
}
