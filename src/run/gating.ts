import { existsSync } from 'node:fs';
import { resolve as resolvePath } from 'node:path';
import type { Expectation } from '../check/expectation.ts';
import { EXPECTATIONS, type ExpectationList, joinExpectations, readExpectations } from '../config/expectations.ts';
import { targetFileIn } from '../config/target.ts';
import { readKnown } from '../config/target-file.ts';
import { matches, ownerOf, partOf } from '../contract/clause-id.ts';
import type { Choices } from '../contract/resolve.ts';
import { defined } from '../defined.ts';
import { UsageError } from '../errors.ts';
import { visible } from '../report/escape.ts';
import { applyGate } from '../report/gate.ts';
import type { Report } from '../report/model.ts';
import { readReport } from '../report/read-report.ts';
import type { Outside } from '../report/write-reports.ts';
import type { Suite, SuiteUnder } from '../rules/suite.ts';
import type { GateChoices } from './choices.ts';

export const FAIL_ON = ['must', 'should', 'new'] as const;

/** The known failures in the named target file, else in that of the current folder; undefined if there are none. */
export function knownIn(target: string | undefined, { cwd }: Pick<Outside, 'cwd'>): ExpectationList | undefined {
  const file = target ?? targetFileIn(cwd);
  return file === undefined ? undefined : readKnown(resolvePath(cwd, file));
}

/** What a gate needs beside the choices of the user. */
export interface GateParts {
  readonly suiteUnder: SuiteUnder;
  readonly choices: Choices;
  /** The known failures that the target file lists. */
  readonly known?: ExpectationList | undefined;
  /** If no file is named, is expectations.yaml in the current folder read? Default: true. */
  readonly unasked?: boolean;
}

/**
 * A function that applies the flags, the target file's known failures and the file of known failures to a report; undefined
 * if they change nothing. Throws before any request is sent if one of them is wrong.
 */
export function gateOf(
  { expectations: file, baseline, failOn }: GateChoices,
  { suiteUnder, choices, known, unasked = true }: GateParts,
  outside: Pick<Outside, 'cwd' | 'stderr'>,
): ((report: Report) => Report) | undefined {
  if (failOn === 'new' && baseline === undefined)
    throw new UsageError('--fail-on new needs --baseline with the run that is compared with.');
  const listed = file === undefined && !unasked ? undefined : listIn(file, outside);
  const lists = [known, listed].filter((list) => list !== undefined);
  const expectations = expectationsIn(lists, () => [suiteUnder(choices), suiteUnder({})]);
  const before = baseline === undefined ? undefined : readReport(baseline, outside.cwd);
  if (expectations.length === 0 && before === undefined && failOn !== 'should') return undefined;
  return (report) =>
    applyGate(report, defined({ expectations, failOn: failOn === 'should' ? 'should' : 'must', baseline: before }));
}

/** The named list, else that of the current folder. */
function listIn(
  file: string | undefined,
  { cwd, stderr }: Pick<Outside, 'cwd' | 'stderr'>,
): ExpectationList | undefined {
  const path = resolvePath(cwd, file ?? EXPECTATIONS);
  if (file === undefined && !existsSync(path)) return undefined;
  const list = readExpectations(path);
  stderr.write(`Known failures: ${list.entries.length} in ${visible(file ?? EXPECTATIONS)}.\n`);
  return list;
}

function expectationsIn(lists: readonly ExpectationList[], suitesOf: () => readonly Suite[]): readonly Expectation[] {
  if (lists.length === 0) return [];
  const suites = suitesOf();
  const ids = suites.flatMap(({ clauses }) => [...clauses.keys()]);
  return joinExpectations(lists, (pattern) => ids.some((id) => matches(pattern, id)) || isBodyClause(pattern, suites));
}

/** Clauses about a body may exist only after a probe has shown which of several bodies the target accepts. */
function isBodyClause(pattern: string, [suite]: readonly Suite[]): boolean {
  return partOf(pattern) === 'body' && suite?.contract.operations.has(ownerOf(pattern)) === true;
}
