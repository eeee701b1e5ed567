import type { Command } from 'commander';
import { compareReports } from '../../report/compare.ts';
import { renderComparison } from '../../report/console-comparison.ts';
import { renderJson } from '../../report/json.ts';
import { EXIT_STATUS } from '../../report/outcome.ts';
import { readReport } from '../../report/read-report.ts';
import type { CommandContext } from '../context.ts';

/** `conform compare`: shows what changed from one run to another. */
export function addCompare(program: Command, context: CommandContext): void {
  program
    .command('compare')
    .description('show what changed from one run to another: exit status 1 when a clause that passed fails now')
    .argument('<before>', 'the folder of a run, or its report.json')
    .argument('<after>', 'the same of a later one')
    .option('--json', 'print the differences as JSON and nothing else')
    .action((before: string, after: string, { json = false }: { readonly json?: boolean }) =>
      compare(before, after, json, context),
    );
}

function compare(before: string, after: string, json: boolean, { io, paint, finish }: CommandContext): void {
  const [old, current] = [readReport(before, io.cwd), readReport(after, io.cwd)];
  const comparison = compareReports(old, current);
  if (json) io.stdout.write(renderJson(comparison));
  else io.stdout.write(renderComparison(comparison, { before: old, after: current }, paint()));
  finish(comparison.regressions.length > 0 ? EXIT_STATUS.violations : EXIT_STATUS.conforms);
}
