import type { Command } from 'commander';
import { resolveTarget, type TargetFlags } from '../config/target.ts';
import type { TlsFiles } from '../config/target-file.ts';
import { defined } from '../defined.ts';
import { UsageError } from '../errors.ts';
import type { Transport } from '../http/exchange.ts';
import type { Report } from '../report/model.ts';
import { readReport } from '../report/read-report.ts';
import { clausesToRerun } from '../report/rerun.ts';
import { exclusionsOf, selectClauses } from '../rules/suite.ts';
import { createBail } from './bail.ts';
import { addConnection, addPace, paceOf, withTransport } from './connection.ts';
import type { CommandContext } from './context.ts';
import { defaultFolder, type Executed, type Execution, execute } from './execute.ts';
import type { OnceFlags } from './flags.ts';
import { addGate, gateOf } from './gating.ts';
import { type Io, say } from './io.ts';
import { serviceOf } from './look/presence.ts';
import { addReading, OPTIONS } from './options.ts';
import { addPipelineOptions, waitForTarget, withRetries } from './pipeline-options.ts';
import { rateLimitWarning } from './rate-limit-warning.ts';
import { rerunCommandOf } from './rerun-command.ts';

/** The options of a run; those of its result are the caller's affair. */
export function addOnce(command: Command): Command {
  addConnection(command);
  addPace(
    addReading(command.optionsGroup('Reading and choice:'))
      .addOption(OPTIONS.only())
      .addOption(OPTIONS.exclude())
      .option('--failed <run>', 'only what failed in that run, and what could not be judged because of it')
      .addOption(OPTIONS.depth())
      .addOption(OPTIONS.seed())
      .addOption(OPTIONS.replay())
      .addOption(OPTIONS.allow()),
  );
  addPipelineOptions(command);
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
  const { loaded, checks, suiteUnder, own, spec } = await context.contract();
  const { target, profile, depth, tls, known, remarks } = resolveTarget(flags, { ...loaded, env: io.env, cwd: io.cwd });
  for (const remark of remarks) say(io.stderr, remark);
  const before = flags.failed === undefined ? undefined : earlier(flags.failed, flags, io.cwd);
  const wanted = before === undefined ? (flags.only ?? []) : brokenIn(before, flags.failed ?? '');
  const only = [...wanted, ...exclusionsOf(flags.exclude)];
  selectClauses(suiteUnder(profile.branches), only);
  const gate = gateOf(flags, { suiteUnder, choices: profile.branches, known }, io);
  return {
    own,
    ...defined({ before }),
    tls,
    execution: {
      ...choices(flags),
      only,
      ...defined({ gate, failed: flags.failed }),
      ...paceOf(flags),
      command: rerunCommandOf(flags, { spec, io, baseUrl: target.baseUrl }),
      loaded,
      checks,
      ...defined({ targetFile: flags.target }),
      target,
      profile,
      depth,
    },
  };
}

/** Runs it, and writes report and journal; prints what happens meanwhile, and nothing of the result. */
export async function runOnce({ execution, own, tls }: PreparedRun, flags: OnceFlags, io: Io): Promise<Executed> {
  const { target, profile } = execution;
  const { quiet = false, verbose = false, bail = false } = flags;
  const work = (send: Transport): Promise<Executed> => {
    if (!quiet) say(io.stderr, `Testing ${target.baseUrl} with profile ${profile.name}.`);
    return execute(
      {
        ...execution,
        telling: quiet ? 'quiet' : verbose ? 'verbose' : 'usual',
        ...defined({ bail: bail ? createBail(profile.branches) : undefined }),
        transport: withRetries(send, flags),
        folder: flags.report ?? defaultFolder(target.baseUrl),
        ready: (signal) => waitForTarget(flags, { ...serviceOf(target, send), io, signal }),
        onLimits: (seen) =>
          own &&
          void rateLimitWarning(execution, seen).then(
            (warning) => (warning === undefined ? undefined : say(io.stderr, warning)),
            // A dry run that fails takes nothing from the run.
            () => undefined,
          ),
      },
      io,
    );
  };
  return withTransport(work, flags, io, tls);
}

function earlier(run: string, { only }: OnceFlags, cwd: string): Report {
  if (only !== undefined) throw new UsageError('--failed and --only are both given; give one of them.');
  return readReport(run, cwd);
}

/** What an earlier run found broken, with what could not be judged because of it. */
function brokenIn(before: Report, run: string): readonly string[] {
  const ids = clausesToRerun(before);
  if (ids === undefined)
    throw new UsageError(
      `--failed ${run}: that run found nothing broken${before.run.complete ? '' : ', but it did not end; run all of it again'}.`,
    );
  return ids;
}

function choices({ seed, strict, requireComplete, replay }: OnceFlags) {
  return defined({ seed, strict, requireComplete, replay });
}
