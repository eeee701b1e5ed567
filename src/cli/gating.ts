import { existsSync } from 'node:fs';
import { resolve as resolvePath } from 'node:path';
import { type Command, Option } from 'commander';
import type { Expectation } from '../check/expectation.ts';
import { EXPECTATIONS, type ExpectationList, joinExpectations, readExpectations } from '../config/expectations.ts';
import { targetFileIn } from '../config/target.ts';
import { readKnown } from '../config/target-file.ts';
import { matches, ownerOf, partOf } from '../contract/clause-id.ts';
import type { Choices } from '../contract/resolve.ts';
import { defined } from '../defined.ts';
import { UsageError } from '../errors.ts';
import { applyGate } from '../report/gate.ts';
import type { Report } from '../report/model.ts';
import { readReport } from '../report/read-report.ts';
import type { Suite } from '../rules/suite.ts';
import { type Io, say } from './io.ts';
import { choice } from './options.ts';

export interface GateFlags {
  readonly expectations?: string;
  readonly baseline?: string;
  readonly failOn?: 'must' | 'should' | 'new';
}

/** The options of what a run lets through. */
export function addGate(command: Command): Command {
  return command
    .addOption(
      new Option(
        '--expectations <file>',
        `known failures, which do not fail the run (default: ${EXPECTATIONS}, if there is one)`,
      ),
    )
    .addOption(new Option('--baseline <run>', 'fail only on what is worse than in that run'))
    .addOption(
      choice('--fail-on <what>', 'must (the default), should, or new: what --baseline did not break', [
        'must',
        'should',
        'new',
      ]),
    );
}

/** The option of a command that looks at a run that is over, and sends nothing. */
export function addKnownIn(command: Command): Command {
  return command.addOption(
    new Option(
      '--target <file>',
      'the target file whose known failures count (default: conform.yaml, if there is one)',
    ),
  );
}

/** The known failures of the target file that is named, or lies in the folder; undefined where it lists none. */
export function knownIn(target: string | undefined, { cwd }: Pick<Io, 'cwd'>): ExpectationList | undefined {
  const file = target ?? targetFileIn(cwd);
  return file === undefined ? undefined : readKnown(resolvePath(cwd, file));
}

/** What else a gate is made of. */
export interface GateParts {
  readonly suiteUnder: (choices: Choices) => Suite;
  readonly choices: Choices;
  /** The known failures that the target file lists. */
  readonly known?: ExpectationList | undefined;
  /** Whether expectations.yaml of the folder is taken where no file is named; so unless told. */
  readonly unasked?: boolean;
}

/**
 * What the flags, the target file and the file of known failures let through; undefined where they let nothing through.
 * Everything that is wrong with them is told before a request is sent.
 */
export function gateOf(
  { expectations: file, baseline, failOn }: GateFlags,
  { suiteUnder, choices, known, unasked = true }: GateParts,
  io: Pick<Io, 'cwd' | 'stderr'>,
): ((report: Report) => Report) | undefined {
  if (failOn === 'new' && baseline === undefined)
    throw new UsageError('--fail-on new needs --baseline with the run that is compared with.');
  const listed = file === undefined && !unasked ? undefined : listIn(file, io);
  const lists = [known, listed].filter((list) => list !== undefined);
  const expectations = expectationsIn(lists, () => [suiteUnder(choices), suiteUnder({})]);
  const before = baseline === undefined ? undefined : readReport(baseline, io.cwd);
  if (expectations.length === 0 && before === undefined && failOn !== 'should') return undefined;
  return (report) =>
    applyGate(report, defined({ expectations, failOn: failOn === 'should' ? 'should' : 'must', baseline: before }));
}

/** The list that is named, or lies in the folder. */
function listIn(file: string | undefined, { cwd, stderr }: Pick<Io, 'cwd' | 'stderr'>): ExpectationList | undefined {
  const path = resolvePath(cwd, file ?? EXPECTATIONS);
  if (file === undefined && !existsSync(path)) return undefined;
  const list = readExpectations(path);
  say(stderr, `Known failures: ${list.entries.length} in ${file ?? EXPECTATIONS}.`);
  return list;
}

function expectationsIn(lists: readonly ExpectationList[], suitesOf: () => readonly Suite[]): readonly Expectation[] {
  if (lists.length === 0) return [];
  const suites = suitesOf();
  const ids = suites.flatMap(({ clauses }) => [...clauses.keys()]);
  return joinExpectations(lists, (pattern) => ids.some((id) => matches(pattern, id)) || isBodyOf(pattern, suites));
}

/** Clauses about a body come into being only with the probe that tells which of several bodies the target takes. */
function isBodyOf(pattern: string, [suite]: readonly Suite[]): boolean {
  return partOf(pattern) === 'body' && suite?.contract.operations.has(ownerOf(pattern)) === true;
}
