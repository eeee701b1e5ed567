import type { Command } from 'commander';
import { embeddedTarget } from '../../fixtures/reference/as-target.ts';
import { createReference } from '../../fixtures/reference/index.ts';
import { listen } from '../../fixtures/reference/listen.ts';
import type { Depth } from '../check/target.ts';
import { loadProfile } from '../config/profile.ts';
import { loadDocument } from '../contract/load.ts';
import { createTransport } from '../http/client.ts';
import { defaultFolder, execute } from './execute.ts';
import { OPTIONS } from './options.ts';
import type { CommandContext } from './program.ts';
import { type ChosenReporter, reporterOption } from './reporters.ts';
import { tell } from './run-command.ts';

interface DemoFlags {
  readonly only?: readonly string[];
  readonly depth?: Depth;
  readonly seed?: number;
  readonly report?: string;
  readonly json?: boolean;
  readonly reporter?: readonly ChosenReporter[];
}

/** `conform demo`: the whole suite against the reference service that comes with it, over real HTTP. */
export function addDemo(program: Command, context: CommandContext): void {
  program
    .command('demo')
    .description('run the whole suite against the reference service that comes with it; nothing else is needed')
    .addOption(OPTIONS.only())
    .addOption(OPTIONS.depth())
    .addOption(OPTIONS.seed())
    .addOption(OPTIONS.report())
    .addOption(OPTIONS.json())
    .addOption(reporterOption())
    .action((flags: DemoFlags) => demo(flags, context));
}

async function demo(
  { json, reporter, report, depth = 'standard', ...choices }: DemoFlags,
  context: CommandContext,
): Promise<void> {
  const { io, checks } = context;
  context.refuseSpec('demo');
  const loaded = await loadDocument();
  const profile = loadProfile('reference-pages', { document: loaded.document, folder: io.cwd });
  const service = createReference({ branches: profile.branches });
  const listening = await listen(service.fetch);
  const transport = createTransport();
  io.stderr.write(`The reference service listens on ${listening.url} for as long as this takes.\n`);
  try {
    const target = embeddedTarget(service, listening.url);
    const done = await execute(
      {
        ...choices,
        loaded,
        checks,
        target,
        profile,
        depth,
        transport: transport.send,
        folder: report ?? defaultFolder(listening.url),
      },
      io,
    );
    tell(done, { ...(json === undefined ? {} : { json }), ...(reporter === undefined ? {} : { reporter }) }, context);
    io.stderr.write('This was the reference service. For a service of your own: conform run --base-url <URL>.\n');
  } finally {
    await transport.close();
    await listening.close();
  }
}
