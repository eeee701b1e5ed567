import type { Mutant } from '../../../fixtures/mutants/index.ts';
import type { Target } from '../../check/target.ts';
import type { Profile } from '../../config/profile.ts';
import type { ContractDocument } from '../../contract/document.ts';
import type { Choices } from '../../contract/resolve.ts';
import { rolesOf } from '../../contract/roles.ts';
import { present } from '../../defined.ts';
import { schemeOf } from '../../http/authorization.ts';
import { shellWord } from '../../report/command.ts';

/** The branches that mutants need although the profile decides otherwise, as `conflict=branch`. The service follows them. */
export function departures({ branches }: Profile, needed: Choices = {}): readonly string[] {
  return Object.entries(needed).flatMap(([conflict, branch]) =>
    [undefined, branch].includes(branches[conflict]) ? [] : [`${conflict}=${branch}`],
  );
}

/** POSIX shell lines that set the variables of the curl lines of a report. */
export function exportsOf({ credentials }: Pick<Target, 'credentials'>, document: ContractDocument): readonly string[] {
  return rolesOf(document).flatMap(({ role, variable }) =>
    Object.values(credentials[role]?.headers ?? {}).map(
      (value) => `export ${variable}=${shellWord(schemeOf(value)[1])}`,
    ),
  );
}

/** What `conform serve` prints before the target file. */
export function introduction(
  url: string,
  facts: {
    readonly mutants: readonly Mutant[];
    readonly departing: readonly string[];
    readonly profile: string;
    readonly variables: readonly string[];
    readonly file: string | undefined;
  },
): readonly string[] {
  const { mutants, departing, profile, variables, file } = facts;
  return present(
    `The reference service listens on ${url} until Ctrl-C.`,
    ...mutants.map(({ id, violates, because }) => `Built-in fault: ${id} breaks ${violates}: ${because}`),
    departing.length > 0 &&
      `This fault needs ${departing.join(', ')}, and profile ${profile} says otherwise: the target file has profile any.`,
    'For the curl lines of a report:',
    ...variables.map((line) => `  ${line}`),
    file === undefined ? 'Its target file is below (--write-target <file> writes it):' : `conform run --target ${file}`,
  );
}
