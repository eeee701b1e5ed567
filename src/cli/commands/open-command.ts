import { existsSync } from 'node:fs';
import { join, resolve as resolvePath } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Command } from 'commander';
import { UsageError } from '../../errors.ts';
import { REPORTERS } from '../../report/formats/reporter.ts';
import { folderOfRun, latestRun } from '../../report/read-report.ts';
import type { CommandContext } from '../context.ts';
import { say } from '../io.ts';

/** `conform open`: opens the page of a run in a browser, and prints its path. */
export function addOpen(program: Command, { io }: CommandContext): void {
  program
    .command('open')
    .description('show the page of a run in a browser; sends nothing')
    .argument('[run]', 'the folder of a run, or a file of it (default: the latest run)')
    .action((given?: string) => {
      const run = given ?? latestRun(io.cwd);
      const page = join(folderOfRun(resolvePath(io.cwd, run)), REPORTERS.html.file);
      if (!existsSync(page))
        throw new UsageError(`${run}: there is no ${REPORTERS.html.file}; give the folder that conform run wrote.`);
      say(io.stdout, page);
      io.openInBrowser?.(pathToFileURL(page).href);
    });
}
