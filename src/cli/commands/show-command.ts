import { existsSync } from 'node:fs';
import { join, resolve as resolvePath } from 'node:path';
import type { Command } from 'commander';
import { hint, UsageError } from '../../errors.ts';
import type { Exchange } from '../../http/exchange.ts';
import { clauseLines, exchangeLines, findingLines } from '../../report/console-show.ts';
import type { Paint } from '../../report/console-text.ts';
import type { Report } from '../../report/model.ts';
import { latestRun, readReport } from '../../report/read-report.ts';
import { JOURNAL, readJournal } from '../../send/journal-file.ts';
import type { CommandContext } from '../context.ts';

/** `conform show`: lists the findings of a run, or shows one clause, finding or exchange in full. */
export function addShow(program: Command, { io, ...context }: CommandContext): void {
  program
    .command('show')
    .description('list the findings of a run, or show one clause, finding or exchange of it in full; sends nothing')
    .argument('[run]', 'the folder of a run (default: the latest one)')
    .argument(
      '[what...]',
      'the number or id of a finding, the id of a clause, or exchange and its number (default: the list of all findings)',
    )
    .action((first: string | undefined, rest: readonly string[]) => {
      const { run, what } = chosen(first, rest, io.cwd);
      const report = readReport(run, io.cwd);
      const paint = context.paint();
      const lines =
        what === '' ? findingLines(report, paint) : linesOf(what, report, exchangesOf(run, io.cwd, report), paint);
      io.stdout.write(`${lines.join('\n')}\n`);
    });
}

/** The first word is a run if that path exists, or if it is not `exchange` and more words follow. Default: the latest run. */
function chosen(first: string | undefined, rest: readonly string[], cwd: string) {
  const words = [...(first === undefined ? [] : [first]), ...rest];
  const isRun = first !== undefined && (existsSync(resolvePath(cwd, first)) || (rest.length > 0 && first !== EXCHANGE));
  return isRun ? { run: first, what: rest.join(' ') } : { run: latestRun(cwd), what: words.join(' ') };
}

const EXCHANGE = 'exchange';

/** All exchanges from the journal; without one, those that the report cites. */
function exchangesOf(run: string, cwd: string, report: Report): readonly Exchange[] {
  const journal = join(resolvePath(cwd, run), JOURNAL);
  return existsSync(journal) ? readJournal(journal).exchanges : report.exchanges;
}

function linesOf(what: string, report: Report, exchanges: readonly Exchange[], paint: Paint): readonly string[] {
  const [, number] = /^exchange (\d+)$/u.exec(what) ?? [];
  if (number !== undefined) {
    const exchange = exchanges.find(({ seq }) => seq === Number(number));
    if (exchange === undefined) throw new UsageError(`the run has no exchange ${number}; it has ${exchanges.length}.`);
    return exchangeLines(exchange, paint);
  }
  const numbered = /^\d+$/u.test(what) ? report.findings[Number(what) - 1] : undefined;
  if (numbered === undefined && /^\d+$/u.test(what))
    throw new UsageError(
      `the run has no finding ${what}; it has ${report.findings.length || 'none'}. Exchanges are shown by: exchange ${what}.`,
    );
  if (what === EXCHANGE) throw new UsageError(`name the exchange by its number: ${EXCHANGE} 1.`);
  const clauseId = (numbered ?? report.findings.find(({ id }) => id === what))?.clause ?? what;
  const clause = report.clauses.find(({ id }) => id === clauseId);
  if (clause === undefined)
    throw new UsageError(
      `the run has no clause or finding ${what}${hint(
        what,
        [...report.clauses, ...report.findings].map(({ id }) => id),
      )}.`,
    );
  return clauseLines(clause, report, exchanges, paint);
}
