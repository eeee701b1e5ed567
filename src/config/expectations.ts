import type { Expectation } from '../check/expectation.ts';
import { UsageError } from '../errors.ts';
import { readUserFile } from '../files.ts';
import { configSchema, readConfig } from './config-file.ts';
import type { YamlFile } from './yaml.ts';

/** A known failure as written in a file, where `known` is optional. */
export type ExpectationEntry = Omit<Expectation, 'known'> & Partial<Pick<Expectation, 'known'>>;

/** A list of known failures. `place` returns the `file:line:column` of a part. */
export interface ExpectationList {
  readonly entries: readonly ExpectationEntry[];
  readonly place: (pointer: string) => string;
}

/** The default file. */
export const EXPECTATIONS = 'expectations.yaml';

/** Reads a file of known failures. Throws a UsageError with line and remedy. */
export function readExpectations(path: string): ExpectationList {
  const { value, place } = readConfig<{ readonly known: readonly ExpectationEntry[] }>(
    readUserFile(path, 'known failures'),
    path,
    configSchema('expectations'),
  );
  return listOf(value.known, place);
}

/** The list that stands under `known` in a file. */
export function listOf(entries: readonly ExpectationEntry[], place: YamlFile['place']): ExpectationList {
  return { entries, place: (pointer) => place(`/known${pointer}`) };
}

/**
 * Joins lists. Throws a UsageError with the line of a fault that no schema can find: an invalid date, a pattern that is listed
 * twice, or a pattern that matches no clause (`exists` is false).
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

/** Is it a valid date such as `2026-12-31`? */
export function isDate(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}
