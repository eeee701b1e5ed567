import { allMutants, type Mutant } from '../../../fixtures/mutants/index.ts';
import type { ReferenceOptions } from '../../../fixtures/reference/index.ts';
import { matches, ownerOf } from '../../contract/clause-id.ts';
import type { LoadedDocument } from '../../contract/load.ts';
import { hint, UsageError } from '../../errors.ts';
import { plural } from '../../nouns.ts';
import { type Io, say } from '../io.ts';

/** Adds the settings that a mutant needs. Throws a UsageError if they contradict those of the mutants before it. */
export function joined(all: ReferenceOptions, { id, reference }: Mutant): ReferenceOptions {
  const settings = ({ branches = {}, ...rest }: ReferenceOptions) => Object.entries({ ...rest, ...branches });
  const earlier = new Map(settings(all));
  const clash = settings(reference).find(([name, value]) => earlier.has(name) && earlier.get(name) !== value);
  if (clash !== undefined)
    throw new UsageError(`--mutant ${id} needs the service with another ${clash[0]} than those before; leave one out.`);
  return { ...all, ...reference, branches: { ...all.branches, ...reference.branches } };
}

export function mutantsOf(ids: readonly string[], loaded: LoadedDocument): readonly Mutant[] {
  if (ids.length === 0) return [];
  const mutants = allMutants(loaded);
  return ids.map((id) => mutantOf(id, mutants));
}

function mutantOf(id: string, mutants: readonly Mutant[]): Mutant {
  const found = mutants.find((mutant) => mutant.id === id) ?? mutants.find(({ violates }) => violates === id);
  if (found !== undefined) return found;
  const names = mutants.flatMap((mutant) => [mutant.violates, mutant.id]);
  throw new UsageError(
    `unknown mutant ${id}${hint(id, names)}. There are ${mutants.length}; each is named after the clause that it breaks, and conform serve --list-mutants shows them.`,
  );
}

/** Prints a line for each mutant: its id, and what is wrong. */
export function listMutants(only: readonly string[], loaded: LoadedDocument, { stdout, stderr }: Io): void {
  const all = allMutants(loaded);
  const isMatch = (pattern: string, { id, violates }: Mutant): boolean =>
    matches(pattern, id) || matches(pattern, violates) || ownerOf(violates) === pattern;
  const unmatched = only.find((pattern) => !all.some((one) => isMatch(pattern, one)));
  if (unmatched !== undefined) {
    const names = all.flatMap((one) => [ownerOf(one.violates), one.violates, one.id]);
    throw new UsageError(`--only ${unmatched} matches no mutant${hint(unmatched, names)}.`);
  }
  const chosen = all.filter((one) => only.length === 0 || only.some((pattern) => isMatch(pattern, one)));
  for (const { id, because } of chosen) say(stdout, `${id}  ${because}`);
  say(
    stderr,
    `${plural(chosen.length, 'mutant')}. conform serve --mutant <id> serves one; several at once with --mutant again.`,
  );
}
