import { existsSync } from 'node:fs';
import { join, resolve as resolvePath } from 'node:path';
import type { Command } from 'commander';
import { hint, UsageError } from '../errors.ts';
import type { Exchange } from '../http/exchange.ts';
import { clauseLines, exchangeLines, findingLines } from '../report/console-show.ts';
import type { Paint } from '../report/console-text.ts';
import type { Report } from '../report/model.ts';
import { JOURNAL, readJournal } from '../send/journal-file.ts';
import type { CommandContext } from './context.ts';
import { latestRun, readReport } from './read-report.ts';

/** `conform show`: the findings of a run, or the whole of one clause, finding or exchange. */
export function addShow(program: Command, { io, ...context }: CommandContext): void {
  program
    .command('show')
    .description('list the findings of a run, or show one clause, finding or exchange of it in full; sends nothing')
    .argument('[run]', 'the folder of a run (default: the latest one)')
    .argument(
      '[what]',
      'the id of a clause or of a finding, or the number of an exchange (default: the list of all findings)',
    )
    .action((first: string | undefined, second: string | undefined) => {
      const { run, what } = chosen(first, second, io.cwd);
      const report = readReport(run, io.cwd);
      const paint = context.paint();
      const lines =
        what === undefined
          ? findingLines(report, paint)
          : linesOf(what, report, exchangesOf(run, io.cwd, report), paint);
      io.stdout.write(`${lines.join('\n')}\n`);
    });
}

/** A single word is a run where there is such a folder, and otherwise what to show of the latest run. */
function chosen(
  first: string | undefined,
  second: string | undefined,
  cwd: string,
): { readonly run: string; readonly what?: string } {
  if (first === undefined) return { run: latestRun(cwd) };
  if (second !== undefined) return { run: first, what: second };
  return existsSync(resolvePath(cwd, first)) ? { run: first } : { run: latestRun(cwd), what: first };
}

/** The journal has every exchange, the report those that it cites. */
function exchangesOf(run: string, cwd: string, report: Report): readonly Exchange[] {
  const journal = join(resolvePath(cwd, run), JOURNAL);
  return existsSync(journal) ? readJournal(journal).exchanges : report.exchanges;
}

function linesOf(what: string, report: Report, exchanges: readonly Exchange[], paint: Paint): readonly string[] {
  if (/^\d+$/u.test(what)) {
    const exchange = exchanges.find(({ seq }) => seq === Number(what));
    if (exchange === undefined) throw new UsageError(`the run has no exchange ${what}; it has ${exchanges.length}.`);
    return exchangeLines(exchange, paint);
  }
  const lead = report.findings.find(({ id }) => id === what)?.clause ?? what;
  const clause = report.clauses.find(({ id }) => id === lead);
  if (clause === undefined)
    throw new UsageError(
      `the run has no clause or finding ${what}${hint(
        what,
        [...report.clauses, ...report.findings].map(({ id }) => id),
      )}.`,
    );
  return clauseLines(clause, report, exchanges, paint);
}
