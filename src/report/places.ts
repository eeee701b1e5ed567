import { readFileSync } from 'node:fs';
import { relative, resolve as resolvePath } from 'node:path';
import { targetFileIn } from '../config/target.ts';
import { linesOf, placesOf } from '../config/yaml.ts';
import { conflictOfClause } from '../contract/clause-id.ts';
import type { Clause } from '../contract/contract.ts';
import type { LoadedDocument } from '../contract/load.ts';
import { isWithin, textOf } from '../files.ts';
import { memoize } from '../memoize.ts';
import { packageRoot } from '../package.ts';

/** Where a clause stands: a file relative to the root of a repository, and a line counted from 1. */
export interface Place {
  readonly file: string;
  readonly line: number;
}

/** The place of a clause in its document, and the place in a file of the user's where a CI may show a finding. */
export interface ClausePlace extends Place {
  readonly users?: Place | undefined;
}

/** The place of a clause in the contract document; undefined if it has none. */
export type PlaceOf = (clause: string) => ClausePlace | undefined;

/**
 * Finds the place of a clause in the contract document, or in the companion file that states it. The files are read when the
 * first place is requested.
 */
export function placesIn(
  { path, companions }: LoadedDocument,
  clauses: ReadonlyMap<string, Clause>,
  cwd: string = packageRoot(),
  targetFile: string | undefined = targetFileIn(cwd),
): PlaceOf {
  const isOurs = isWithin(packageRoot(), path);
  const shownPath = (file: string): string => relative(isOurs ? packageRoot() : cwd, file).replaceAll('\\', '/');
  // A mark at a file of this package would point nowhere in the user's repository. The target file is used instead.
  const target =
    targetFile === undefined
      ? undefined
      : { file: relative(cwd, resolvePath(cwd, targetFile)).replaceAll('\\', '/'), line: 1 };
  const withUsers = (place: Place): ClausePlace => ({ ...place, users: isOurs ? target : place });
  const document = memoize(() => placesOf(textOf(readFileSync(path))));
  const sources = memoize(() =>
    companions.map((file) => ({ file: shownPath(file), lineOf: linesOf(textOf(readFileSync(file))) })),
  );
  return (id) => {
    const clause = clauses.get(id);
    if (clause === undefined) return undefined;
    const isConflict = conflictOfClause(id) !== undefined;
    for (const { file, lineOf } of clause.origin === 'stated' || isConflict ? sources() : []) {
      const line = lineOf(isConflict ? clause.pointer : `/clauses/${id}`);
      if (line !== undefined) return withUsers({ file, line });
    }
    return withUsers({ file: shownPath(path), line: document()(clause.pointer) });
  };
}
