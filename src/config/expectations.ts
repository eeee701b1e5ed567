import type { Expectation } from '../check/expectation.ts';
import { UsageError } from '../errors.ts';
import { readUserFile } from '../files.ts';
import { configSchema, readConfig } from './config-file.ts';

/** A known failure as it is written: what it says of `known` may be left out. */
export type ExpectationEntry = Omit<Expectation, 'known'> & Partial<Pick<Expectation, 'known'>>;

/** A list of known failures, and where each part of it stands: `file:line:column`. */
export interface ExpectationList {
  readonly entries: readonly ExpectationEntry[];
  readonly place: (pointer: string) => string;
}

/** The file that is taken where none is named. */
export const EXPECTATIONS = 'expectations.yaml';

/** Reads a file of known failures. Throws a UsageError that names line and remedy. */
export function readExpectations(path: string): ExpectationList {
  const { value, place } = readConfig<{ readonly known: readonly ExpectationEntry[] }>(
    readUserFile(path, 'known failures'),
    path,
    configSchema('expectations'),
  );
  return { entries: value.known, place: (pointer) => place(`/known${pointer}`) };
}

/**
 * All lists as one. Throws a UsageError that names the line of what no schema can tell: a day that there is not, a pattern
 * that stands twice, and one that means no clause, as `exists` knows.
 */
export function joinExpectations(
  lists: readonly ExpectationList[],
  exists: (pattern: string) => boolean,
): readonly Expectation[] {
  const seen = new Map<string, string>();
  return lists.flatMap(({ entries, place }) =>
    entries.map((entry, index) => {
      if (entry.until !== undefined && !isDate(entry.until))
        throw new UsageError(`${place(`/${index}/until`)}: there is no day ${entry.until}.`);
      for (const [position, pattern] of entry.clauses.entries()) {
        const at = place(`/${index}/clauses/${position}`);
        const before = seen.get(pattern);
        if (before !== undefined)
          throw new UsageError(`${at}: ${pattern} stands there already, at ${before}; remove one.`);
        if (!exists(pattern))
          throw new UsageError(`${at}: ${pattern} matches no clause of the contract. conform list shows them all.`);
        seen.set(pattern, at);
      }
      return { known: 'fail', ...entry };
    }),
  );
}

/** A day of the calendar, written `2026-12-31`. */
export function isDate(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}
