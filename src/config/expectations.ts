import { UsageError } from '../errors.ts';
import { readUserFile } from '../files.ts';
import { configSchema, readConfig } from './config-file.ts';

/** What the service is known to break, as its user wrote it down. */
export interface ExpectationEntry {
  /** Ids of clauses, or beginnings of ids that end in `*`. */
  readonly clauses: readonly string[];
  readonly known: 'fail' | 'flaky' | 'skip';
  readonly reason: string;
  readonly owner?: string;
  readonly link?: string;
  /** The last day on which it is let through: `YYYY-MM-DD`. */
  readonly until?: string;
}

interface ExpectationsFile {
  readonly known: readonly (Omit<ExpectationEntry, 'known'> & Partial<Pick<ExpectationEntry, 'known'>>)[];
}

/** The file that is taken where none is named. */
export const EXPECTATIONS = 'expectations.yaml';

/**
 * Reads a file of known failures. Throws a UsageError that names line and remedy; `exists` tells whether the contract has a
 * clause that a pattern means.
 */
export function readExpectations(path: string, exists: (pattern: string) => boolean): readonly ExpectationEntry[] {
  const { value, place } = readConfig<ExpectationsFile>(
    readUserFile(path, 'known failures'),
    path,
    configSchema('expectations'),
  );
  const seen = new Map<string, string>();
  return value.known.map((entry, index) => {
    if (entry.until !== undefined && !isDate(entry.until))
      throw new UsageError(`${place(`/known/${index}/until`)}: there is no day ${entry.until}.`);
    for (const [position, pattern] of entry.clauses.entries()) {
      const at = place(`/known/${index}/clauses/${position}`);
      const before = seen.get(pattern);
      if (before !== undefined)
        throw new UsageError(`${at}: ${pattern} stands there already, at ${before}; take one out.`);
      if (!exists(pattern))
        throw new UsageError(`${at}: ${pattern} matches no clause of the contract. conform list shows them all.`);
      seen.set(pattern, at);
    }
    return { known: 'fail', ...entry };
  });
}

function isDate(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}
