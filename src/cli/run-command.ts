import type { Command } from 'commander';
import { UsageError } from '../errors.ts';
import { renderConsole, renderEnding } from '../report/console.ts';
import { paintIf } from '../report/console-text.ts';
import { renderJson } from '../report/json.ts';
import { visible } from '../report/escape.ts';
import { addConnection, addPace, type ConnectionFlags, openTransport, type PaceFlags, paceOf } from './connection.ts';
import { defaultFolder, type Executed, execute } from './execute.ts';
import { createBail } from './bail.ts';
import { addPatience, patient, type PatienceFlags, waitForTarget } from './patience.ts';
import { foretellWait } from './rate-limit-warning.ts';
import { addGate, type GateFlags, gateOf } from './gating.ts';
import { wantsColour } from './io.ts';
import { OPTIONS } from './options.ts';
import { readReport } from './read-report.ts';
import type { CommandContext } from './program.ts';
import { rehearse, renderRehearsal } from './dry-run.ts';
import { suiteCache } from '../rules/suite.ts';
import { resolveTarget, type TargetFlags } from '../config/target.ts';
import {
  type ChosenReporter,
  refuseSharedFiles,
  replacesSummary,
  reporterOption,
  usualReporters,
  writeReports,
} from './reporters.ts';

interface RunFlags extends TargetFlags, ConnectionFlags, PaceFlags, PatienceFlags, GateFlags {
  readonly failed?: string;
  readonly quiet?: boolean;
  readonly verbose?: boolean;
  readonly only?: readonly string[];
  readonly strict?: boolean;
  readonly requireComplete?: boolean;
  readonly seed?: number;
  readonly report?: string;
  readonly json?: boolean;
  readonly reporter?: readonly ChosenReporter[];
  readonly replay?: string;
  readonly plan?: boolean;
}

/** `conform run`: the suite against a target of the user's. */
export function addRun(program: Command, context: CommandContext): void {
  const command = program
    .command('run')
    .description('run the suite against a service')
    .argument('[url]', 'where the service is, the same as --base-url');
  addConnection(command);
  addPace(
    command
      .optionsGroup('Reading and choice:')
      .addOption(OPTIONS.profile())
      .addOption(OPTIONS.branch())
      .addOption(OPTIONS.only())
      .option('--failed <run>', 'only what that run found broken, and what was hidden behind it')
      .addOption(OPTIONS.depth())
      .addOption(OPTIONS.seed())
      .addOption(OPTIONS.replay())
      .addOption(OPTIONS.allow()),
  );
  addPatience(command);
  addGate(command.optionsGroup('What fails it:'));
  command
    .optionsGroup('Result:')
    .option(
      '--plan',
      'send nothing to the target: rehearse the run against the reference service and print what it would send',
    )
    .addOption(OPTIONS.strict())
    .addOption(OPTIONS.requireComplete())
    .addOption(OPTIONS.report())
    .addOption(OPTIONS.json())
    .addOption(reporterOption())
    .option('--quiet', 'print the last lines alone: the verdict and the exit status')
    .option('--verbose', 'print every request and answer as it happens, too')
    .action((url: string | undefined, flags: RunFlags) => run(withUrl(url, flags), context));
}

function withUrl(url: string | undefined, flags: RunFlags): RunFlags {
  if (url === undefined) return flags;
  if (flags.baseUrl !== undefined)
    throw new UsageError(`two addresses are given, ${url} and --base-url; give one of them.`);
  return { ...flags, baseUrl: url };
}

async function run(flags: RunFlags, context: CommandContext): Promise<void> {
  const { io } = context;
  refuseSharedFiles(flags.reporter ?? []);
  if (flags.replay !== undefined && (flags.only?.length !== 1 || flags.seed === undefined))
    throw new UsageError('--replay needs --only with the one clause, and --seed, of the finding that it repeats.');
  const { loaded, checks, own } = await context.contract();
  if (flags.plan === true && !own)
    throw new UsageError('--plan rehearses against the reference service of this package; another contract has none.');
  const resolved = resolveTarget(flags, { env: io.env, cwd: io.cwd, document: loaded.document, path: loaded.path });
  const { target, profile, depth } = resolved;
  for (const remark of resolved.remarks) io.stderr.write(`${visible(remark)}\n`);
  const only = flags.failed === undefined ? flags.only : brokenIn(flags.failed, flags, io.cwd);
  const gate = gateOf(flags, suiteCache(loaded, checks), profile.branches, io);
  const execution = {
    ...(gate === undefined ? {} : { gate }),
    ...choices({ ...flags, ...(only === undefined ? {} : { only }) }),
    ...paceOf(flags),
    loaded,
    checks,
    target,
    profile,
    depth,
  };
  if (flags.plan === true) {
    const rehearsal = await rehearse(execution);
    return io.stdout.write(
      flags.json === true ? `${JSON.stringify(rehearsal, null, 2)}\n` : renderRehearsal(rehearsal, target.baseUrl),
    );
  }
  const transport = openTransport(flags, io, resolved.tls);
  try {
    if (flags.quiet !== true)
      io.stderr.write(`Running against ${visible(target.baseUrl)} under the profile ${visible(profile.name)}.\n`);
    const send = patient(transport.send, flags);
    await waitForTarget(flags, { send: transport.send, url: target.baseUrl, io });
    const done = await execute(
      {
        ...execution,
        telling: flags.quiet === true ? 'quiet' : flags.verbose === true ? 'verbose' : 'usual',
        ...(flags.bail === true ? { bail: createBail(profile.branches) } : {}),
        transport: send,
        folder: flags.report ?? defaultFolder(target.baseUrl),
        onLimits: (seen) =>
          own &&
          void foretellWait(execution, seen).then(
            (warning) =>
              warning === undefined
                ? undefined
                : io.stderr.write(`${warning}
`),
            // A rehearsal that fails takes nothing from the run.
            () => undefined,
          ),
      },
      io,
    );
    tell(done, flags, context);
  } finally {
    await transport.close();
  }
}

/** What an earlier run found broken, with what could not be judged because of it. */
function brokenIn(run: string, { only }: RunFlags, cwd: string): readonly string[] {
  if (only !== undefined) throw new UsageError('--failed and --only are both given; give one of them.');
  const { findings } = readReport(run, cwd);
  const ids = [...new Set(findings.flatMap(({ clauses, hides }) => [...clauses, ...hides]))];
  if (ids.length === 0) throw new UsageError(`--failed ${run}: that run found nothing broken.`);
  return ids;
}

function choices({ seed, strict, requireComplete, only, replay }: RunFlags) {
  return {
    ...(seed === undefined ? {} : { seed }),
    ...(strict === undefined ? {} : { strict }),
    ...(requireComplete === undefined ? {} : { requireComplete }),
    ...(only === undefined ? {} : { only }),
    ...(replay === undefined ? {} : { replay }),
  };
}

/** What a command may be told about its result. */
export interface ResultFlags {
  readonly quiet?: boolean;
  readonly json?: boolean;
  readonly reporter?: readonly ChosenReporter[];
}

/** Prints the result: the report as text, or as JSON and nothing else; and writes it in the formats asked for. */
export function tell(
  { report, reportPath, folder, placeOf }: Executed,
  { json = false, quiet = false, reporter }: ResultFlags,
  { io, coloured, finish }: CommandContext,
): void {
  const chosen = reporter ?? (json ? [] : usualReporters(io.env));
  if (json) {
    io.stdout.write(renderJson(report));
    io.stderr.write(`${visible(report.outcome.sentence)}\n`);
  } else if (!replacesSummary(chosen))
    io.stdout.write(
      (quiet ? renderEnding : renderConsole)(report, { paint: paintIf(wantsColour(io, coloured())), reportPath }),
    );
  writeReports(report, chosen, { folder, io, placeOf });
  finish(report.outcome.exitStatus);
}
