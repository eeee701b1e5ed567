import type { Command } from 'commander';
import { compareReports } from '../report/compare.ts';
import { renderComparison } from '../report/console-comparison.ts';
import { paintIf } from '../report/console-text.ts';
import { wantsColour } from './io.ts';
import type { CommandContext } from './program.ts';
import { readReport } from './read-report.ts';

/** `conform compare`: what changed from one run to another. */
export function addCompare(program: Command, context: CommandContext): void {
  program
    .command('compare')
    .description('show what changed from one run to another: exit status 1 when a clause that passed is broken')
    .argument('<before>', 'the folder of a run, or its report.json')
    .argument('<after>', 'the same of a later one')
    .option('--json', 'print the differences as JSON and nothing else')
    .action((before: string, after: string, { json = false }: { readonly json?: boolean }) =>
      compare(before, after, json, context),
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
  finish(comparison.regressions.length > 0 ? 1 : 0);
}
