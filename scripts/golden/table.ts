/** What is expected of the records of a group: record, then name, then text. */
export type Expectations = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** What stands where a record has no such clause or finding. */
const ABSENT = 'absent';

/** Between a name and the record that differs from most others in it; no id has it. */
const IN = ' @ ';

export interface Difference {
  readonly record: string;
  readonly name: string;
  readonly before: string;
  readonly after: string;
}

/**
 * As a file in which each line can be read by itself: what most records of the group have in common stands once, under the
 * name alone, and what a record has of its own under the name and the record.
 */
export function written(expected: Expectations): string {
  const lines = namesIn(expected).flatMap((name) => {
    const texts = [...expected].map(([record, of]) => [record, of.get(name) ?? ABSENT] as const);
    const usual = mostFrequent(texts.map(([, text]) => text));
    const own = texts.filter(([, text]) => text !== usual).map(([record, text]) => [name + IN + record, text] as const);
    return usual === ABSENT ? own : [[name, usual] as const, ...own];
  });
  const file = { records: [...expected.keys()], expected: Object.fromEntries(lines) };
  return `${JSON.stringify(file, null, 2)}\n`;
}

export function read(text: string): Expectations {
  const { records, expected } = JSON.parse(text) as {
    readonly records: readonly string[];
    readonly expected: Readonly<Record<string, string>>;
  };
  const names = [...new Set(Object.keys(expected).map((key) => key.split(IN)[0] ?? key))];
  const textOf = (name: string, record: string) => expected[name + IN + record] ?? expected[name] ?? ABSENT;
  return new Map(
    records.map((record) => [
      record,
      new Map(names.map((name) => [name, textOf(name, record)] as const).filter(([, one]) => one !== ABSENT)),
    ]),
  );
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

/** Of equally frequent ones the first in order, so that the same expectations give the same file. */
function mostFrequent(texts: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  const [first] = [...counts].sort(([a, some], [b, others]) => others - some || (a < b ? -1 : 1));
  return first?.[0] ?? ABSENT;
}
