import type { Command } from 'commander';
import { defined } from '../../defined.ts';
import { UsageError } from '../../errors.ts';
import { compareReports } from '../../report/compare.ts';
import { renderRound } from '../../report/console-watch.ts';
import type { Report } from '../../report/model.ts';
import { folderOf } from '../../report/read-report.ts';
import { clausesToRerun } from '../../report/rerun.ts';
import { openTransport } from '../connection.ts';
import type { CommandContext } from '../context.ts';
import type { Executed } from '../execute.ts';
import { type Io, say } from '../io.ts';
import { serviceOf } from '../look/presence.ts';
import { addFlags, addOnce, type FlagsOf, type OnceFlags, valued } from '../options.ts';
import { type PreparedRun, prepareRun, runOnce, withUrl } from '../run-once.ts';
import { several, upToAnHour } from '../values.ts';
import { type Changes, watchFolder, watchService } from '../watch-changes.ts';

const OWN = {
  watch: valued(
    '--watch <folder>',
    'when a file in it changes; repeatable (default: when the service comes back, or answers GET <base-url> otherwise)',
    several,
  ),
  poll: valued('--poll <duration>', 'how often the service is asked whether it changed (default: 2s)', upToAnHour),
};

type WatchFlags = OnceFlags & FlagsOf<typeof OWN>;

/** `conform watch`: runs again whenever something changed, and says what that did. */
export function addWatch(program: Command, context: CommandContext): void {
  const command = program
    .command('watch')
    .description('run again whenever the service or a folder changes, and show what that fixed or broke')
    .argument('[url]', 'address of the service, the same as --base-url');
  addFlags(addOnce(command), OWN, 'When to run again:').action((url: string | undefined, flags: WatchFlags) =>
    watch(withUrl(url, flags), context),
  );
}

/** What the next round asks for. */
type Choice = { readonly kind: 'all' } | { readonly kind: 'failed' } | { readonly kind: 'one'; readonly id: string };

/** Why the waiting is over. */
type Wish = { readonly kind: 'changed' } | { readonly kind: 'quit' } | Choice;

interface Watching {
  readonly flags: WatchFlags;
  readonly context: CommandContext;
  /** Where each round writes. */
  readonly folder: string;
  /** Every clause as it was last seen, over all rounds. */
  seen?: Report;
  /** How the last round that came to an end ended. */
  status: number;
}

/** Files are saved several at a time, and services take a moment to restart. */
const QUIET_MS = 300;
const RESTART_MS = 60_000;
const POLL_MS = 2000;

async function watch(flags: WatchFlags, context: CommandContext): Promise<void> {
  const { io } = context;
  // What is wrong with the flags ends the command; what goes wrong later, such as a typing error in a file, does not.
  const prepared = await prepareRun(flags, context);
  const folder = flags.report ?? folderOf('watch', prepared.execution.target.baseUrl);
  const watching: Watching = { flags, context, folder, status: 0 };
  const changed = { since: false, tell: (): void => undefined };
  const changes = startWatching(watching, prepared, (what) => {
    if (!changed.since) say(io.stderr, `Changed: ${what}.`);
    changed.since = true;
    changed.tell();
  });
  // What ends a round early ends the watch with it.
  const leaving = { is: false };
  const off = io.onInterrupt(() => (leaving.is = true));
  try {
    let choice: Choice = { kind: 'all' };
    for (;;) {
      changed.since = false;
      await round(choice, watching);
      if (leaving.is) return context.finish(watching.status);
      io.stderr.write(`\n${promptOf(io)}\n`);
      const wish = await nextWish(io, changed);
      if (wish.kind === 'quit') return context.finish(watching.status);
      if (wish.kind !== 'changed') choice = wish;
    }
  } finally {
    off();
    for (const one of changes) one.close();
  }
}

function startWatching(
  { flags, context: { io }, folder: written }: Watching,
  { execution: { target }, tls }: PreparedRun,
  changed: (what: string) => void,
): readonly Changes[] {
  if (flags.watch !== undefined)
    return flags.watch.map((folder) => watchFolder({ folder, cwd: io.cwd, written, changed }));
  const { send, close } = openTransport(flags, io, tls);
  const service = watchService({
    ...serviceOf(target, send),
    everyMs: flags.poll ?? POLL_MS,
    changed,
  });
  return [{ close: () => (service.close(), void close()) }];
}

async function round(choice: Choice, watching: Watching): Promise<void> {
  const { flags, context, folder } = watching;
  const only = onlyOf(choice, watching);
  const { failed, ...common } = flags;
  const own = {
    ...common,
    wait: flags.wait ?? RESTART_MS,
    report: folder,
    ...defined({ only }),
    ...(failed === undefined || choice.kind !== 'all' ? {} : { failed }),
  };
  try {
    show(await runOnce(await prepareRun(own, context), own, context.io), watching);
  } catch (error) {
    // The first round shows whether the flags are right.
    if (!(error instanceof UsageError) || watching.seen === undefined) throw error;
    say(context.io.stderr, `conform: ${error.message}`);
  }
}

/** What a choice asks for; undefined where it asks for everything. Where nothing is broken any more, that is what is left to do. */
function onlyOf(choice: Choice, { flags, seen }: Watching): readonly string[] | undefined {
  switch (choice.kind) {
    case 'all':
      return flags.only;
    case 'one':
      return [choice.id];
    case 'failed':
      return (seen === undefined ? undefined : clausesToRerun(seen)) ?? flags.only;
    default:
      return choice satisfies never;
  }
}

function show({ report, reportPath }: Executed, watching: Watching): void {
  const { io, paint } = watching.context;
  const before = watching.seen;
  const seen = before === undefined ? report : { ...report, clauses: joined(before, report) };
  const changes = before === undefined ? undefined : compareReports(before, seen);
  watching.seen = seen;
  watching.status = report.outcome.exitStatus;
  io.stdout.write(renderRound(report, changes, { paint: paint(), reportPath }));
}

/** The clauses of both, as the later one has them: it may have looked at a few alone. */
function joined(before: Report, { clauses }: Report): Report['clauses'] {
  const later = new Map(clauses.map((clause) => [clause.id, clause]));
  const earlier = before.clauses.filter(({ id }) => !later.has(id));
  return [...clauses, ...earlier];
}

function promptOf({ onKey }: Io): string {
  return onKey === undefined
    ? 'Waiting for a change. Ctrl-C ends it.'
    : 'Waiting for a change. a: all, f: what failed, o: one clause, Enter: again, q: quit';
}

/** Resolves when there is a reason to go on: a change that has come to rest, a key, or Ctrl-C. */
async function nextWish(io: Io, changed: { since: boolean; tell: () => void }): Promise<Wish> {
  const wish = await new Promise<Wish | 'ask'>((resolve) => {
    const ways: (() => void)[] = [];
    let rest: NodeJS.Timeout | undefined;
    const end = (made: Wish | 'ask'): void => {
      clearTimeout(rest);
      for (const off of ways.splice(0)) off();
      changed.tell = () => undefined;
      resolve(made);
    };
    changed.tell = () => {
      clearTimeout(rest);
      rest = setTimeout(() => end({ kind: 'changed' }), QUIET_MS);
    };
    ways.push(io.onInterrupt(() => end({ kind: 'quit' })));
    const off = io.onKey?.((key) => {
      const made = wishOf(key);
      if (made !== undefined) end(made);
    });
    if (off !== undefined) ways.push(off);
    if (changed.since) changed.tell();
  });
  if (wish !== 'ask') return wish;
  const id = (await io.ask?.('Clause, operation, or the beginning of ids with * behind it: '))?.trim() ?? '';
  return id === '' ? { kind: 'changed' } : { kind: 'one', id };
}

function wishOf(key: string): Wish | 'ask' | undefined {
  const wishes: Readonly<Record<string, Wish | 'ask'>> = {
    a: { kind: 'all' },
    f: { kind: 'failed' },
    o: 'ask',
    '\r': { kind: 'changed' },
    '\n': { kind: 'changed' },
    q: { kind: 'quit' },
    '\u0003': { kind: 'quit' },
    '\u0004': { kind: 'quit' },
  };
  return wishes[key];
}
