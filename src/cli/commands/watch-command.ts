import { join, resolve as resolvePath } from 'node:path';
import type { Command } from 'commander';
import { UsageError } from '../../errors.ts';
import { compareReports, joinedClauses } from '../../report/compare.ts';
import { renderRound } from '../../report/console.ts';
import type { Report } from '../../report/model.ts';
import { folderOf } from '../../report/read-report.ts';
import { clausesToRerun } from '../../report/rerun.ts';
import type { CommandContext } from '../context.ts';
import type { Executed } from '../execute.ts';
import { say } from '../io.ts';
import { createLivePage } from '../live-page.ts';
import { addFlags, addOnce, type FlagsOf, flag, type OnceFlags, valued } from '../options.ts';
import { earlierRun, onUrl, prepareRun, runOnce } from '../run-once.ts';
import { several, upToAnHour } from '../values.ts';
import { watchChanges } from '../watch-changes.ts';
import { type Choice, createWishes, WAITING } from '../watch-wishes.ts';

const OWN = {
  watch: valued(
    '--watch <folder>',
    'when a file in it changes; repeatable (default: when the service comes back, or answers GET <base-url> otherwise)',
    several,
  ),
  open: flag('--open', 'show the page of the last round in a browser, and renew it after each round'),
  poll: valued('--poll <duration>', 'how often the service is asked whether it changed (default: 2s)', upToAnHour),
};

type WatchFlags = OnceFlags & FlagsOf<typeof OWN>;

/** `conform watch`: runs again on each change, and shows what it fixed or broke. */
export function addWatch(program: Command, context: CommandContext): void {
  const command = program
    .command('watch')
    .description('run again whenever the service or a folder changes, and show what that fixed or broke')
    .argument('[url]', 'address of the service, the same as --base-url');
  addFlags(addOnce(command), OWN, 'When to run again:').action(onUrl(watch, context));
}

interface Watching {
  readonly flags: WatchFlags;
  readonly context: CommandContext;
  readonly folder: string;
  /** The last report, with the latest result of every clause of all rounds. */
  seen?: Report;
  /** The exit status of the last round with a result. */
  status: number;
}

/** How long to wait for a service that restarts. */
const RESTART_MS = 60_000;

async function watch(flags: WatchFlags, context: CommandContext): Promise<void> {
  const { io } = context;
  // Wrong flags end the command. Later errors, such as a typing error in a file, do not.
  // The first round prepares again, so its remarks are not printed here.
  const silentIo = { ...io, stderr: { ...io.stderr, write: () => undefined } };
  const { execution, tls } = await prepareRun(flags, { ...context, io: silentIo }, earlierRun(flags, io.cwd));
  const folder = flags.report ?? folderOf('watch', execution.target.baseUrl);
  const watching: Watching = { flags, context, folder, status: 0 };
  const page = createLivePage(join(resolvePath(io.cwd, folder), 'report.html'), io);
  const wishes = createWishes(io);
  const changes = watchChanges({ flags, target: execution.target, written: folder, changed: wishes.changed, tls }, io);
  // An interrupt during a round ends the watch, too.
  const interrupted = new AbortController();
  const off = io.onInterrupt(() => interrupted.abort());
  const nextChoice = async (last: Choice): Promise<Choice | 'quit'> => {
    if (interrupted.signal.aborted) return 'quit';
    if (flags.open === true) await page.show();
    io.stderr.write(`\n${io.onKey === undefined ? 'Waiting for a change. Ctrl-C ends it.' : WAITING}\n`);
    const wish = await wishes.next();
    return wish === 'changed' ? last : wish;
  };
  try {
    let choice: Choice | 'quit' = 'all';
    while (choice !== 'quit') {
      wishes.clear();
      await round(choice, watching);
      choice = await nextChoice(choice);
    }
    context.finish(watching.status);
  } finally {
    off();
    for (const close of [...changes, page.close]) close();
  }
}

async function round(choice: Choice, watching: Watching): Promise<void> {
  const { flags, context, folder, seen } = watching;
  const roundFlags = {
    ...flags,
    wait: flags.wait ?? RESTART_MS,
    report: folder,
    only: typeof choice === 'object' ? [choice.one] : flags.only,
    failed: choice === 'all' ? flags.failed : undefined,
  };
  // If nothing is broken any more, the round runs everything.
  const failures = choice === 'failed' && seen !== undefined && clausesToRerun(seen) !== undefined ? seen : undefined;
  try {
    const before = failures ?? earlierRun(roundFlags, context.io.cwd);
    show(await runOnce(await prepareRun(roundFlags, context, before), roundFlags, context.io), watching);
  } catch (error) {
    // In the first round, wrong flags are fatal.
    if (!(error instanceof UsageError) || seen === undefined) throw error;
    say(context.io.stderr, `conform: ${error.message}`);
  }
}

function show({ report, reportPath }: Executed, watching: Watching): void {
  const { io, paint } = watching.context;
  const before = watching.seen;
  const seen = before === undefined ? report : { ...report, clauses: joinedClauses(before, report) };
  const changes = before === undefined ? undefined : compareReports(before, seen);
  watching.seen = seen;
  watching.status = report.outcome.exitStatus;
  io.stdout.write(renderRound(report, changes, { paint: paint(), reportPath }));
}
