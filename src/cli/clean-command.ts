import { resolve as resolvePath } from 'node:path';
import type { Command } from 'commander';
import { resolveTarget, type TargetFlags } from '../config/target.ts';
import { type Contract, createContract } from '../contract/contract.ts';
import { UsageError } from '../errors.ts';
import { createGate } from '../http/rate-limiter.ts';
import { visible } from '../report/escape.ts';
import { cleanUp } from '../send/clean-up.ts';
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
      .description('take back what a run created and left behind; needs the credentials of that run')
      .argument('<run>', 'the folder of a run, or its run.ndjson'),
  ).action((run: string, flags: CleanFlags) => clean(run, flags, context));
}

async function clean(run: string, flags: CleanFlags, { io, contract, finish }: CommandContext): Promise<void> {
  const { loaded } = await contract();
  const events = readEvents(journalOf(resolvePath(io.cwd, run)));
  const header = events.find((event) => event.type === 'run')?.header;
  if (header === undefined) throw new UsageError(`${run}: it tells of no run.`);
  const { target } = resolveTarget(
    { baseUrl: header.baseUrl, ...flags },
    { env: io.env, cwd: io.cwd, document: loaded.document, path: loaded.path },
  );
  if (target.baseUrl !== header.baseUrl)
    throw new UsageError(
      `that run was against ${header.baseUrl}, and this is ${target.baseUrl}: nothing is deleted there.`,
    );
  const transport = openTransport(flags, io);
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
    const resolved = createContract(loaded, header.profile.branches);
    enter(session, resolved, events);
    await cleanUp(resolved, session, (event) => void told.push(event));
  } finally {
    await transport.close();
  }
  const notes = told.flatMap((event) => (event.type === 'note' ? [event.text] : []));
  for (const note of notes) io.stdout.write(`${visible(note)}\n`);
  const removed = told.filter(({ type }) => type === 'removed').length;
  io.stdout.write(`${removed} taken back${notes.length === 0 ? '; nothing of that run is left' : ''}.\n`);
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
    const carries = events.flatMap((event) =>
      event.type === 'creating' && event.creation === id ? (event.carries ?? []) : [],
    );
    if (undo !== undefined && carries.length > 0) ledger.lost({ creation: id, undo, carries: [...new Set(carries)] });
  }
}

function keyOf({ operation, path }: { readonly operation: string; readonly path: object }): string {
  return JSON.stringify([operation, path]);
}
