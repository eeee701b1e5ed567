import type { Command } from 'commander';
import { resolveTarget } from '../../config/target.ts';
import { type Contract, createContract } from '../../contract/contract.ts';
import { present } from '../../defined.ts';
import { UsageError } from '../../errors.ts';
import { type Exchange, isRefusal, type Transport } from '../../http/exchange.ts';
import { EXIT_STATUS } from '../../report/outcome.ts';
import { fileOfRun, latestRun } from '../../report/read-report.ts';
import { plainSession } from '../../run/first-look.ts';
import { cleanUp, findMarked } from '../../send/clean-up.ts';
import type { RunEvent, Sink } from '../../send/journal.ts';
import { JOURNAL, readEvents } from '../../send/journal-file.ts';
import { keyOf } from '../../send/ledger.ts';
import { redactorFor } from '../../send/redactor-for.ts';
import type { Session } from '../../send/session.ts';
import { stayingNotes } from '../../send/staying.ts';
import { withTransport } from '../connection.ts';
import type { CommandContext } from '../context.ts';
import { say } from '../io.ts';
import { addFlags, CONNECTION, type FlagsOf } from '../options.ts';

type CleanFlags = FlagsOf<typeof CONNECTION>;

/** `conform clean`: removes what a run created and left behind, for example because it was killed. */
export function addClean(program: Command, context: CommandContext): void {
  addFlags(
    program
      .command('clean')
      .description(
        'remove what a run created and left behind; with --target or --base-url and no run, everything that any run left; needs the credentials',
      )
      .argument('[run]', 'the folder of a run, or its run.ndjson (default: the latest run)'),
    CONNECTION,
    'Target:',
  ).action((run: string | undefined, flags: CleanFlags) => {
    const isForAllRuns = flags.target !== undefined || flags.baseUrl !== undefined;
    return clean(run ?? (isForAllRuns ? undefined : latestRun(context.io.cwd)), flags, context);
  });
}

const REMEDY = 'Delete what is left manually, or run this again with a credential that may delete it.';

async function clean(run: string | undefined, flags: CleanFlags, context: CommandContext): Promise<void> {
  const { io, finish } = context;
  const { loaded } = await context.contract();
  const events = run === undefined ? undefined : readEvents(fileOfRun(run, JOURNAL, io.cwd));
  const header = events?.find((event) => event.type === 'run')?.header;
  if (run !== undefined && header === undefined) throw new UsageError(`${run}: it tells of no run.`);
  const otherwise = header?.baseUrl;
  const resolved = resolveTarget(flags, { ...loaded, env: io.env, cwd: io.cwd, otherwise });
  const { target, profile, tls } = resolved;
  if (header !== undefined && target.baseUrl !== header.baseUrl)
    throw new UsageError(
      `that run was against ${header.baseUrl}, and the target is ${target.baseUrl}: nothing is deleted there. Give the target file of that run with --target, or --base-url ${header.baseUrl} with its credentials in the environment.`,
    );
  const contract = createContract(loaded, header?.profile.branches ?? profile.branches);
  const redactor = redactorFor(target, loaded.document);
  const seen: RunEvent[] = [];
  const sink = (event: RunEvent): void => void seen.push(event);
  const work = (send: Transport) =>
    takeBack(contract, plainSession(target, send, redactor, sink, 30_000), sink, events);
  await withTransport(work, flags, io, tls);
  const notes = seen.flatMap((event) => (event.type === 'note' ? [redactor.text(event.text)] : []));
  for (const note of notes) say(io.stdout, note);
  const removals = seen.flatMap((event) => (event.type === 'removed' ? [event] : []));
  const alreadyGone = removals.filter(({ already }) => already === true).length;
  const parts = present(
    `${removals.length - alreadyGone} removed`,
    alreadyGone > 0 && `${alreadyGone} that the run left ${alreadyGone === 1 ? 'was' : 'were'} gone already`,
    notes.length === 0 && `nothing of ${header === undefined ? 'the suite' : 'that run'} is left`,
  );
  io.stdout.write(`${parts.join('; ')}.\n`);
  finish(notes.length === 0 ? EXIT_STATUS.conforms : EXIT_STATUS.incomplete);
}

/** Removes what the run of these events left behind; without events, what any run left behind. */
async function takeBack(
  contract: Contract,
  session: Session,
  sink: Sink,
  events: readonly RunEvent[] | undefined,
): Promise<void> {
  if (events === undefined) await findMarked(contract, session, sink);
  else enterCreations(session, contract, events);
  await cleanUp(contract, session, sink, REMEDY);
  for (const text of await stayingNotes(contract, session, events)) sink({ type: 'note', text });
}

/** Enters the creations of a run into the ledger: by id if the run knew it, else by name to be looked up. */
function enterCreations({ ledger }: Session, { operations }: Contract, events: readonly RunEvent[]): void {
  const removed = new Set(events.flatMap((event) => (event.type === 'removed' ? [keyOf(event)] : [])));
  for (const event of events)
    if (event.type === 'created' && !removed.has(keyOf(event)))
      ledger.found({ operation: event.operation, path: event.path });
  for (const { id, node } of operations.values()) {
    const undo = node['x-undo'];
    if (undo === undefined) continue;
    const begun = events.filter((event) => event.type === 'creating' && event.creation === id);
    const texts = (of: 'carries' | 'names') => [
      ...new Set(begun.flatMap((event) => ('creation' in event ? (event[of] ?? []) : []))),
    ];
    const refused = events.filter((event) => event.type === 'exchange' && isRefused(event.exchange, id)).length;
    if (begun.length > 0)
      ledger.lost({ creation: id, undo, carries: texts('carries'), names: texts('names') }, refused >= begun.length);
  }
}

function isRefused({ operation, outcome }: Exchange, creation: string): boolean {
  return operation === creation && isRefusal(outcome);
}
