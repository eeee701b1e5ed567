import { existsSync } from 'node:fs';
import { resolve as resolvePath } from 'node:path';
import { type Command, Option } from 'commander';
import { EXPECTATIONS, readExpectations } from '../config/expectations.ts';
import type { Choices } from '../contract/resolve.ts';
import { UsageError } from '../errors.ts';
import { visible } from '../report/escape.ts';
import { applyGate, matches } from '../report/gate.ts';
import type { Expectation, Report } from '../report/model.ts';
import type { Suite } from '../rules/suite.ts';
import type { Io } from './io.ts';
import { choice } from './options.ts';
import { readReport } from './read-report.ts';

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

/**
 * What the flags and the file of known failures let through; undefined where they let nothing through. Everything that is
 * wrong with them is told before a request is sent.
 */
export function gateOf(
  { expectations: file, baseline, failOn }: GateFlags,
  suiteUnder: (choices: Choices) => Suite,
  choices: Choices,
  io: Pick<Io, 'cwd' | 'stderr'>,
): ((report: Report) => Report) | undefined {
  if (failOn === 'new' && baseline === undefined)
    throw new UsageError('--fail-on new needs --baseline with the run that is compared with.');
  const expectations = expectationsIn(file, () => [suiteUnder(choices), suiteUnder({})], io);
  const before = baseline === undefined ? undefined : readReport(baseline, io.cwd);
  if (expectations.length === 0 && before === undefined && failOn !== 'should') return undefined;
  return (report) =>
    applyGate(report, {
      expectations,
      failOn: failOn === 'should' ? 'should' : 'must',
      ...(before === undefined ? {} : { baseline: before }),
    });
}

function expectationsIn(
  file: string | undefined,
  suitesOf: () => readonly Suite[],
  { cwd, stderr }: Pick<Io, 'cwd' | 'stderr'>,
): readonly Expectation[] {
  const path = resolvePath(cwd, file ?? EXPECTATIONS);
  if (file === undefined && !existsSync(path)) return [];
  const suites = suitesOf();
  const ids = suites.flatMap(({ clauses }) => [...clauses.keys()]);
  const known = readExpectations(
    path,
    (pattern) => ids.some((id) => matches(pattern, id)) || isBodyOf(pattern, suites),
  );
  stderr.write(`${visible(`Known failures: ${known.length} in ${file ?? EXPECTATIONS}.`)}\n`);
  return known;
}

/** Clauses about a body come into being only with the probe that tells which of several bodies the target takes. */
function isBodyOf(pattern: string, [suite]: readonly Suite[]): boolean {
  const [operation = '', part] = pattern.split('/');
  return part === 'body' && suite?.contract.operations.has(operation) === true;
}
