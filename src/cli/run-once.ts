import type { Command } from 'commander';
import { resolveTarget, type TargetFlags } from '../config/target.ts';
import type { TlsFiles } from '../config/target-file.ts';
import { UsageError } from '../errors.ts';
import { visible } from '../report/escape.ts';
import type { Report } from '../report/model.ts';
import { unsettledClauses } from '../report/unsettled.ts';
import { selectClauses, suiteCache } from '../rules/suite.ts';
import { createBail } from './bail.ts';
import { addConnection, addPace, type ConnectionFlags, openTransport, type PaceFlags, paceOf } from './connection.ts';
import { defaultFolder, type Executed, type Execution, execute } from './execute.ts';
import { addGate, type GateFlags, gateOf } from './gating.ts';
import type { Io } from './io.ts';
import { OPTIONS } from './options.ts';
import { addPatience, type PatienceFlags, patient, waitForTarget } from './patience.ts';
import type { CommandContext } from './program.ts';
import { foretellWait } from './rate-limit-warning.ts';
import { readReport } from './read-report.ts';
import { sameRunAs } from './same-run.ts';
import { serviceOf } from './wait.ts';

/** What says which run it is: against what, how fast, what of it, and what fails it. */
export interface OnceFlags extends TargetFlags, ConnectionFlags, PaceFlags, PatienceFlags, GateFlags {
  readonly failed?: string;
  readonly quiet?: boolean;
  readonly verbose?: boolean;
  readonly only?: readonly string[];
  readonly strict?: boolean;
  readonly requireComplete?: boolean;
  readonly seed?: number;
  readonly report?: string;
  readonly replay?: string;
}

/** The options of a run; those of its result are the caller's affair. */
export function addOnce(command: Command): Command {
  addConnection(command);
  addPace(
    command
      .optionsGroup('Reading and choice:')
      .addOption(OPTIONS.profile())
      .addOption(OPTIONS.branch())
      .addOption(OPTIONS.only())
      .option('--failed <run>', 'only what that run found broken, and what could not be judged because of it')
      .addOption(OPTIONS.depth())
      .addOption(OPTIONS.seed())
      .addOption(OPTIONS.replay())
      .addOption(OPTIONS.allow()),
  );
  addPatience(command);
  return addGate(command.optionsGroup('What fails it:'))
    .addOption(OPTIONS.strict())
    .addOption(OPTIONS.requireComplete())
    .optionsGroup('Result:')
    .addOption(OPTIONS.report());
}

/** The address as an argument is the same as `--base-url`. */
export function withUrl<T extends TargetFlags>(url: string | undefined, flags: T): T {
  if (url === undefined) return flags;
  if (flags.baseUrl !== undefined)
    throw new UsageError(`two addresses are given, ${url} and --base-url; give one of them.`);
  return { ...flags, baseUrl: url };
}

/** A run that only has to begin. */
export interface PreparedRun {
  readonly execution: Omit<Execution, 'transport' | 'folder'>;
  readonly tls: TlsFiles;
  /** It is about the contract of this package. */
  readonly own: boolean;
  /** The run of which only the failures are asked for again. */
  readonly before?: Report;
}

/** Reads all that a run is made of. Throws a UsageError where any of it is wrong, before a request is sent. */
export async function prepareRun(flags: OnceFlags, context: CommandContext): Promise<PreparedRun> {
  const { io } = context;
  if (flags.replay !== undefined && (flags.only === undefined || flags.seed === undefined))
    throw new UsageError('--replay needs --only with the clause, and --seed, of the finding that it repeats.');
  const { loaded, checks, own, spec } = await context.contract();
  const resolved = resolveTarget(flags, { env: io.env, cwd: io.cwd, document: loaded.document, path: loaded.path });
  const { target, profile, depth } = resolved;
  const known = resolved.known === undefined ? {} : { known: resolved.known };
  for (const remark of resolved.remarks) io.stderr.write(`${visible(remark)}\n`);
  const before = flags.failed === undefined ? undefined : earlier(flags.failed, flags, io.cwd);
  const only = before === undefined ? flags.only : brokenIn(before, flags.failed ?? '');
  const suiteUnder = suiteCache(loaded, checks);
  selectClauses(suiteUnder(profile.branches), only ?? []);
  const gate = gateOf(flags, { suiteUnder, choices: profile.branches, ...known }, io);
  return {
    own,
    ...(before === undefined ? {} : { before }),
    tls: resolved.tls,
    execution: {
      ...(gate === undefined ? {} : { gate }),
      ...choices({ ...flags, ...(only === undefined ? {} : { only }) }),
      ...paceOf(flags),
      command: sameRunAs(flags, { spec, cwd: io.cwd, baseUrl: target.baseUrl }),
      loaded,
      checks,
      target,
      profile,
      depth,
    },
  };
}

/** Runs it, and writes report and journal; prints what happens meanwhile, and nothing of the result. */
export async function runOnce({ execution, own, tls }: PreparedRun, flags: OnceFlags, io: Io): Promise<Executed> {
  const { target, profile } = execution;
  const transport = openTransport(flags, io, tls);
  try {
    if (flags.quiet !== true)
      io.stderr.write(`Running against ${visible(target.baseUrl)} under the profile ${visible(profile.name)}.\n`);
    return await execute(
      {
        ...execution,
        telling: flags.quiet === true ? 'quiet' : flags.verbose === true ? 'verbose' : 'usual',
        ...(flags.bail === true ? { bail: createBail(profile.branches) } : {}),
        transport: patient(transport.send, flags),
        folder: flags.report ?? defaultFolder(target.baseUrl),
        ready: (signal) => waitForTarget(flags, { ...serviceOf(target, transport.send), io, signal }),
        onLimits: (seen) =>
          own &&
          void foretellWait(execution, seen).then(
            (warning) => (warning === undefined ? undefined : io.stderr.write(`${warning}\n`)),
            // A rehearsal that fails takes nothing from the run.
            () => undefined,
          ),
      },
      io,
    );
  } finally {
    await transport.close();
  }
}

function earlier(run: string, { only }: OnceFlags, cwd: string): Report {
  if (only !== undefined) throw new UsageError('--failed and --only are both given; give one of them.');
  return readReport(run, cwd);
}

/** What an earlier run found broken, with what could not be judged because of it. */
function brokenIn(before: Report, run: string): readonly string[] {
  const ids = unsettledClauses(before);
  if (ids === undefined) throw new UsageError(`--failed ${run}: that run found nothing broken.`);
  return ids;
}

function choices({ seed, strict, requireComplete, only, replay }: OnceFlags) {
  return {
    ...(seed === undefined ? {} : { seed }),
    ...(strict === undefined ? {} : { strict }),
    ...(requireComplete === undefined ? {} : { requireComplete }),
    ...(only === undefined ? {} : { only }),
    ...(replay === undefined ? {} : { replay }),
  };
}
