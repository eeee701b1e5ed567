import { readFileSync, statSync } from 'node:fs';
import { join, resolve as resolvePath } from 'node:path';
import type { Command } from 'commander';
import { UsageError } from '../errors.ts';
import { isObject } from '../schema/pointer.ts';
import { type Comparison, compareReports } from '../report/compare.ts';
import { renderComparison } from '../report/console-comparison.ts';
import { paintIf } from '../report/console-text.ts';
import { REPORT } from '../report/json.ts';
import type { Report } from '../report/model.ts';
import { wantsColour } from './io.ts';
import { OPTIONS } from './options.ts';
import type { CommandContext } from './program.ts';

/** `conform compare`: what changed from one run to another. */
export function addCompare(program: Command, context: CommandContext): void {
  program
    .command('compare')
    .description('tell what changed from one run to another: exit status 1 when a clause left pass or vanished')
    .argument('<before>', 'the folder of a run, or its report.json')
    .argument('<after>', 'the same of a later one')
    .addOption(OPTIONS.json().default(false))
    .action((before: string, after: string, flags: { readonly json: boolean }) =>
      compare(before, after, flags.json, context),
    );
}

function compare(before: string, after: string, json: boolean, { io, coloured, finish }: CommandContext): void {
  const [old, current] = [readReport(before, io.cwd), readReport(after, io.cwd)];
  const comparison = compareReports(old, current);
  const paint = paintIf(wantsColour(io, coloured()));
  io.stdout.write(
    json
      ? `${JSON.stringify(comparison, null, 2)}\n`
      : renderComparison(comparison, { before: old, after: current }, paint),
  );
  finish(gotWorse(comparison) ? 1 : 0);
}

function gotWorse({ leftPass, vanished }: Comparison): boolean {
  return leftPass.length > 0 || vanished.length > 0;
}

function readReport(given: string, cwd: string): Report {
  const path = resolvePath(cwd, given);
  const file = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true ? join(path, REPORT) : path;
  const report = parsed(textOf(file, given), given);
  if (!isReport(report))
    throw new UsageError(
      `${given}: this is no report of a run, or one of another version; conform judge <run> --report <folder> makes one from a journal.`,
    );
  return report;
}

function textOf(file: string, given: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new UsageError(
      `${given}: its report cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown error'}); give the folder of a run, or its ${REPORT}.`,
    );
  }
}

function parsed(text: string, given: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new UsageError(`${given}: this is no JSON; give the folder of a run, or its ${REPORT}.`);
  }
}

function isReport(value: unknown): value is Report {
  return (
    isObject(value) &&
    value['version'] === 2 &&
    isObject(value['run']) &&
    Array.isArray(value['clauses']) &&
    value['clauses'].every(
      (clause) => isObject(clause) && typeof clause['id'] === 'string' && typeof clause['verdict'] === 'string',
    )
  );
}
