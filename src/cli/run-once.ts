import { readByVitestAlone } from '../config/environment.ts';
import { resolveTarget, type TargetFlags } from '../config/target.ts';
import type { TlsFiles } from '../config/target-file.ts';
import { UsageError } from '../errors.ts';
import type { Transport } from '../http/exchange.ts';
import { retrying } from '../http/retry.ts';
import { comparedWith } from '../report/gate.ts';
import type { Report } from '../report/model.ts';
import { defaultFolder, readReport } from '../report/read-report.ts';
import { clausesToRerun } from '../report/rerun.ts';
import { exclusionsOf, matchesAnyClause, type Suite, selectClauses } from '../rules/suite.ts';
import { gateOf } from '../run/gating.ts';
import { expiringTokens } from '../send/expiring-tokens.ts';
import { createBail } from './bail.ts';
import { waitForTarget, withTransport } from './connection.ts';
import type { CommandContext } from './context.ts';
import { type Executed, type Execution, execute } from './execute.ts';
import { type Io, say } from './io.ts';
import { serviceOf } from './look/presence.ts';
import type { OnceFlags } from './options.ts';
import { rateLimitListener } from './rate-limit-warning.ts';
import { rerunCommandOf } from './rerun-command.ts';

/** The flags, with the address of the argument as `--base-url`. Throws a UsageError if both are given. */
export function withUrl<T extends TargetFlags>(url: string | undefined, flags: T): T {
  if (url === undefined) return flags;
  if (flags.baseUrl !== undefined)
    throw new UsageError(`two addresses are given, ${url} and --base-url; give one of them.`);
  return { ...flags, baseUrl: url };
}

/** The action of a command whose argument is an address. */
export function onUrl<T extends TargetFlags>(
  work: (flags: T, context: CommandContext) => Promise<void>,
  context: CommandContext,
) {
  return (url: string | undefined, flags: T): Promise<void> => work(withUrl(url, flags), context);
}

export interface PreparedRun {
  readonly execution: Omit<Execution, 'transport'>;
  readonly tls: TlsFiles;
  /** Does it test the contract of this package? */
  readonly own: boolean;
}

/**
 * Reads everything that a run needs. Throws a UsageError if any of it is wrong, before a request is sent. With an earlier
 * report, it selects only what failed there.
 */
export async function prepareRun(
  flags: OnceFlags,
  context: CommandContext,
  before: Report | undefined,
): Promise<PreparedRun> {
  const { io } = context;
  if (flags.replay !== undefined && (flags.only === undefined || flags.seed === undefined))
    throw new UsageError('--replay needs --only with the clause, and --seed, of the finding that it repeats.');
  const contract = await context.contract();
  const { loaded, checks, suiteUnder, own } = contract;
  const { target, profile, depth, tls, known, remarks } = resolveTarget(flags, { ...loaded, env: io.env, cwd: io.cwd });
  for (const remark of [...remarks, ...readByVitestAlone(io.env)]) say(io.stderr, remark);
  const suite = suiteUnder(profile.branches);
  const selected = before === undefined ? (flags.only ?? []) : brokenIn(before, flags.failed, suite);
  const only = [...selected, ...exclusionsOf(flags.exclude)];
  selectClauses(suite, only);
  const gate = gateOf(flags, { suiteUnder, choices: profile.branches, known }, io);
  const execution = {
    ...flags,
    only,
    gate: before === undefined ? gate : (report: Report) => withChanges(before, gate?.(report) ?? report),
    command: rerunCommandOf(flags, contract, target.baseUrl, io),
    loaded,
    checks,
    suiteUnder,
    targetFile: flags.target,
    target,
    profile,
    depth,
  };
  return { own, tls, execution };
}

/** The report, with what changed since the run whose failures it tested again. */
function withChanges(before: Report, report: Report): Report {
  return { ...report, since: comparedWith(before, report) };
}

/** Runs it, and writes report and journal. Prints progress, but not the result. */
export function runOnce(prepared: PreparedRun, flags: OnceFlags, io: Io): Promise<Executed> {
  const { execution, tls } = prepared;
  const { target, profile, suiteUnder } = execution;
  const { quiet = false, verbose = false, bail = false } = flags;
  const stop = bail ? createBail(profile.branches, suiteUnder) : undefined;
  const work = (send: Transport): Promise<Executed> => {
    if (!quiet) say(io.stderr, `Testing ${target.baseUrl} with profile ${profile.name}.`);
    return execute(
      {
        ...execution,
        telling: quiet ? 'quiet' : verbose ? 'verbose' : 'usual',
        signal: stop?.signal,
        transport: retrying(send, flags.retries ?? 0),
        folder: flags.report ?? defaultFolder(target.baseUrl),
        async ready(signal) {
          await waitForTarget(flags, { ...serviceOf(target, send), io, signal });
          for (const text of expiringTokens(target, execution.depth, Date.now())) say(io.stderr, text);
        },
      },
      io,
      [...(stop === undefined ? [] : [stop.sink]), ...(prepared.own ? [rateLimitListener(execution, io)] : [])],
    );
  };
  return withTransport(work, flags, io, tls);
}

/** The report of the run that `--failed` names. */
export function earlierRun({ failed, only }: OnceFlags, cwd: string): Report | undefined {
  if (failed === undefined) return undefined;
  if (only !== undefined) throw new UsageError('--failed and --only are both given; give one of them.');
  return readReport(failed, cwd);
}

/**
 * The clauses that an earlier run found broken, with those that could not be judged because of it. Clauses that this suite
 * does not have are left out: that run may have judged the branch that the service follows instead of the profile's.
 */
function brokenIn(before: Report, run: string | undefined, suite: Suite): readonly string[] {
  const name = run === undefined ? 'the last round' : `--failed ${run}`;
  const ids = clausesToRerun(before);
  if (ids === undefined)
    throw new UsageError(
      `${name}: that run found nothing broken${before.run.complete ? '' : ', but it did not end; run all of it again'}.`,
    );
  const own = ids.filter((id) => suite.clauses.has(id) || matchesAnyClause(suite, id));
  if (own.length === 0) throw new UsageError(`${name}: the profile has none of the clauses that failed there.`);
  return own;
}
