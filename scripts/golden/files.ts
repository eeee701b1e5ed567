import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../src/package.ts';
import { type Judging, judged } from './expected.ts';
import { packed, unpacked } from './pack.ts';
import { type Expectations, read, written } from './table.ts';

const FOLDER = join(packageRoot(), 'tests/golden');
const JOURNALS = '.journals.br';

/** The groups that were recorded. */
export function goldenGroups(): readonly string[] {
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith(JOURNALS))
    .map((name) => name.slice(0, -JOURNALS.length))
    .sort();
}

export function journalsOf(group: string): ReadonlyMap<string, string> {
  return unpacked(readFileSync(journalsPath(group)));
}

export function writeJournals(group: string, journals: ReadonlyMap<string, string>): number {
  const bytes = packed(journals);
  writeFileSync(journalsPath(group), bytes);
  return bytes.length;
}

/** What the code of today says of the journals of a group. */
export function judgedNow(group: string, judging: Judging): Expectations {
  return new Map([...journalsOf(group)].map(([id, journal]) => [id, judged(id, journal, judging)]));
}

/** What was taken over last; nothing for a group that is new. */
export function expectedOf(group: string): Expectations {
  return existsSync(expectedPath(group)) ? read(readFileSync(expectedPath(group), 'utf8')) : new Map();
}

export function takeOver(group: string, expected: Expectations): void {
  writeFileSync(expectedPath(group), written(expected));
}

function journalsPath(group: string): string {
  return join(FOLDER, `${group}${JOURNALS}`);
}

function expectedPath(group: string): string {
  return join(FOLDER, `${group}.expected.json`);
}
