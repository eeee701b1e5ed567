import { readFileSync } from 'node:fs';
import { resolve as resolvePath } from 'node:path';
import type { Command } from 'commander';
import { UsageError } from '../contract/errors.ts';
import { loadDocument } from '../contract/load.ts';
import { createTransport, type TransportOptions } from '../http/client.ts';
import { renderConsole } from '../report/console.ts';
import { paintIf } from '../report/console-text.ts';
import { renderJson } from '../report/json.ts';
import { visible } from '../report/visible.ts';
import { defaultFolder, execute, type Executed } from './execute.ts';
import { wantsColour } from './io.ts';
import { OPTIONS } from './options.ts';
import type { CommandContext } from './program.ts';
import { resolveTarget, type TargetFlags } from './target.ts';

interface RunFlags extends TargetFlags {
  readonly only?: readonly string[];
  readonly strict?: boolean;
  readonly requireComplete?: boolean;
  readonly seed?: number;
  readonly report?: string;
  readonly json?: boolean;
  readonly timeout?: number;
  readonly insecure?: boolean;
  readonly ca?: string;
}

/** `conform run`: the suite against a target of the user's. */
export function addRun(program: Command, context: CommandContext): void {
  program
    .command('run')
    .description('run the suite against a service')
    .optionsGroup('Target:')
    .option('--base-url <url>', 'where the service is; the environment gives the credentials: CONFORM_API_KEY, CONFORM_TOKEN, CONFORM_SESSION')
    .option('--target <file>', 'a target file, which describes the service (conform serve prints one)')
    .addOption(OPTIONS.header())
    .option('--insecure', 'accept any TLS certificate')
    .option('--ca <file>', 'PEM certificates to trust')
    .optionsGroup('Reading and choice:')
    .addOption(OPTIONS.profile())
    .addOption(OPTIONS.branch())
    .addOption(OPTIONS.only())
    .addOption(OPTIONS.depth())
    .addOption(OPTIONS.seed())
    .addOption(OPTIONS.allow())
    .addOption(OPTIONS.timeout())
    .optionsGroup('Result:')
    .addOption(OPTIONS.strict())
    .addOption(OPTIONS.requireComplete())
    .addOption(OPTIONS.report())
    .addOption(OPTIONS.json())
    .action((flags: RunFlags) => run(flags, context));
}

async function run(flags: RunFlags, context: CommandContext): Promise<void> {
  const { io, checks } = context;
  const loaded = await loadDocument();
  const resolved = resolveTarget(flags, { env: io.env, cwd: io.cwd, document: loaded.document });
  const { target, profile, depth } = resolved;
  for (const remark of resolved.remarks) io.stderr.write(`${visible(remark)}\n`);
  if (flags.insecure === true) io.stderr.write('TLS certificates are not checked (--insecure).\n');
  const transport = createTransport(transportOptions(flags, io.cwd));
  try {
    io.stderr.write(`Running against ${visible(target.baseUrl)} under the profile ${visible(profile.name)}.\n`);
    const done = await execute({ ...choices(flags), loaded, checks, target, profile, depth, transport: transport.send, folder: flags.report ?? defaultFolder(target.baseUrl) }, io);
    tell(done, flags.json === true, context);
  } finally {
    await transport.close();
  }
}

function choices({ seed, strict, requireComplete, only, timeout }: RunFlags) {
  return {
    ...(seed === undefined ? {} : { seed }),
    ...(strict === undefined ? {} : { strict }),
    ...(requireComplete === undefined ? {} : { requireComplete }),
    ...(only === undefined ? {} : { only }),
    ...(timeout === undefined ? {} : { timeoutMs: timeout * 1000 }),
  };
}

/** Prints the result: the report as text, or as JSON and nothing else. */
export function tell({ report, reportPath }: Executed, json: boolean, { io, coloured, finish }: CommandContext): void {
  const paint = paintIf(wantsColour(io, coloured()));
  io.stdout.write(json ? renderJson(report) : renderConsole(report, { paint, reportPath }));
  if (json) io.stderr.write(`${visible(report.outcome.sentence)}\n`);
  finish(report.outcome.exitStatus);
}

function transportOptions({ insecure, ca }: RunFlags, cwd: string): TransportOptions {
  return { ...(insecure === true ? { allowInsecureTls: true } : {}), ...(ca === undefined ? {} : { ca: certificates(resolvePath(cwd, ca)) }) };
}

function certificates(path: string): string {
  try {
    const pem = readFileSync(path, 'utf8');
    if (pem.includes('-----BEGIN CERTIFICATE-----')) return pem;
  } catch (error) {
    throw new UsageError(`--ca ${path}: it cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown error'}).`);
  }
  throw new UsageError(`--ca ${path}: it holds no PEM certificate (-----BEGIN CERTIFICATE-----).`);
}
