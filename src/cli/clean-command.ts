import { resolve as resolvePath } from 'node:path';
import type { Command } from 'commander';
import { resolveTarget, type TargetFlags } from '../config/target.ts';
import { type Contract, createContract } from '../contract/contract.ts';
import { UsageError } from '../errors.ts';
import { createGate } from '../http/rate-limiter.ts';
import { visible } from '../report/escape.ts';
import { cleanUp, findMarked } from '../send/clean-up.ts';
import type { RunEvent } from '../send/journal.ts';
import { readEvents } from '../send/journal-file.ts';
import { redactorFor } from '../send/safe-exchange.ts';
import { createSession, type Session } from '../send/session.ts';
import { createPace } from '../send/throttle.ts';
import { addConnection, type ConnectionFlags, openTransport } from './connection.ts';
import { journalOf } from './judge-command.ts';
import type { CommandContext } from './program.ts';

interface CleanFlags extends TargetFlags, ConnectionFlags {}

/** `conform clean`: takes back what a run created that could not do so itself, because it was killed, say. */
export function addClean(program: Command, context: CommandContext): void {
  addConnection(
    program
      .command('clean')
      .description(
        'take back what a run created and left behind, or, with --target or --base-url alone, all that bears a name of the suite; needs the credentials',
      )
      .argument('[run]', 'the folder of a run, or its run.ndjson'),
  ).action((run: string | undefined, flags: CleanFlags) => clean(run, flags, context));
}

async function clean(run: string | undefined, flags: CleanFlags, context: CommandContext): Promise<void> {
  const { io, contract, finish } = context;
  if (run === undefined && flags.target === undefined && flags.baseUrl === undefined)
    throw new UsageError('give the folder of a run, or --target <file> to take back whatever any run left there.');
  const { loaded } = await contract();
  const events = run === undefined ? [] : readEvents(journalOf(resolvePath(io.cwd, run)));
  const header = events.find((event) => event.type === 'run')?.header;
  if (run !== undefined && header === undefined) throw new UsageError(`${run}: it tells of no run.`);
  const { target, profile, tls } = resolveTarget(flags, {
    env: io.env,
    cwd: io.cwd,
    document: loaded.document,
    path: loaded.path,
    ...(header === undefined ? {} : { otherwise: header.baseUrl }),
  });
  if (header !== undefined && target.baseUrl !== header.baseUrl)
    throw new UsageError(
      `that run was against ${header.baseUrl}, and the target is ${target.baseUrl}: nothing is deleted there. Give the target file of that run with --target, or --base-url ${header.baseUrl} with its credentials in the environment.`,
    );
  const transport = openTransport(flags, io, tls);
  const told: RunEvent[] = [];
  try {
    const session = createSession({
      target,
      pace: createPace(transport.send, {
        gate: createGate({ concurrency: 1 }),
        maxWaitMs: 60_000,
        now: Date.now,
        readLimits: () => ({}),
        onLimits: () => undefined,
        onWait: () => undefined,
      }),
      sink: (event) => void told.push(event),
      redactor: redactorFor(target, loaded.document),
      budget: Number.POSITIVE_INFINITY,
      timeoutMs: 30_000,
    });
    const resolved = createContract(loaded, header?.profile.branches ?? profile.branches);
    const sink = (event: RunEvent): void => void told.push(event);
    if (header === undefined) await findMarked(resolved, session, sink);
    else enter(session, resolved, events);
    await cleanUp(resolved, session, sink);
    for (const text of stayingNotes(resolved, events)) sink({ type: 'note', text });
  } finally {
    await transport.close();
  }
  const notes = told.flatMap((event) => (event.type === 'note' ? [event.text] : []));
  for (const note of notes) io.stdout.write(`${visible(note)}\n`);
  const removed = told.filter(({ type }) => type === 'removed').length;
  io.stdout.write(
    `${removed} taken back${notes.length === 0 ? `; nothing of ${header === undefined ? 'the suite' : 'that run'} is left` : ''}.\n`,
  );
  finish(notes.length === 0 ? 0 : 3);
}

/** Whatever the run was about to create is looked for by its name; what it had an id of, by that. */
function enter({ ledger }: Session, { operations }: Contract, events: readonly RunEvent[]): void {
  const removed = new Set(events.flatMap((event) => (event.type === 'removed' ? [keyOf(event)] : [])));
  for (const event of events)
    if (event.type === 'created' && !removed.has(keyOf(event)))
      ledger.found({ operation: event.operation, path: event.path });
  for (const { id, node } of operations.values()) {
    const undo = node['x-undo'];
    const begun = events.filter((event) => event.type === 'creating' && event.creation === id);
    const all = (of: 'carries' | 'names') => [
      ...new Set(begun.flatMap((event) => ('creation' in event ? (event[of] ?? []) : []))),
    ];
    if (undo !== undefined && begun.length > 0)
      ledger.lost({ creation: id, undo, carries: all('carries'), names: all('names') });
  }
}

/** What the run created, or was about to, that nothing removes. */
function stayingNotes({ operations }: Contract, events: readonly RunEvent[]): readonly string[] {
  return [...operations.values()].flatMap(({ id, node }) => {
    const about = events.filter((event) => event.type === 'creating' && event.creation === id).length;
    const told = events.flatMap((event) =>
      event.type === 'left-behind' && event.creation === id ? Object.values(event.path) : [],
    );
    if (node['x-undo'] !== undefined || about + told.length === 0) return [];
    const known = told.length === 0 ? '' : ` Their ids: ${told.join(', ')}.`;
    return [
      `${id} was asked ${about} times, and the contract has no operation that removes what it creates: delete it in the service itself.${known}`,
    ];
  });
}

function keyOf({ operation, path }: { readonly operation: string; readonly path: object }): string {
  return JSON.stringify([operation, path]);
}
