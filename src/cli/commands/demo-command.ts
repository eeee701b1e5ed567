import type { Command } from 'commander';
import { embeddedTarget } from '../../../fixtures/reference/as-target.ts';
import { createReference } from '../../../fixtures/reference/index.ts';
import { listen } from '../../../fixtures/reference/listen.ts';
import type { Depth } from '../../check/target.ts';
import { defined } from '../../defined.ts';
import { createTransport } from '../../http/client.ts';
import { type CommandContext, readingOf } from '../context.ts';
import { defaultFolder, execute } from '../execute.ts';
import { say } from '../io.ts';
import { OPTIONS } from '../options.ts';
import { refuseSharedFiles, refuseUnwritable, reporterOption } from '../reporters.ts';
import { type ResultFlags, tell } from './run-command.ts';

interface DemoFlags extends Omit<ResultFlags, 'quiet'> {
  readonly only?: readonly string[];
  readonly depth?: Depth;
  readonly seed?: number;
  readonly report?: string;
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

const REMARK = 'This was the reference service. For a service of your own: conform run --base-url <URL>.';

async function demo(
  { json, reporter, report, depth = 'standard', ...choices }: DemoFlags,
  context: CommandContext,
): Promise<void> {
  const { io } = context;
  context.refuseSpec('demo');
  refuseSharedFiles(reporter ?? [], defined({ json }));
  refuseUnwritable(reporter ?? [], io);
  const { loaded, checks } = await context.contract();
  const profile = readingOf({ profile: 'reference-pages' }, loaded, io);
  const service = createReference({ branches: profile.branches });
  const listening = await listen(service.fetch);
  const transport = createTransport();
  say(io.stderr, `Reference service: ${listening.url} (stops when the run ends).`);
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
    tell({ ...done, remark: REMARK }, defined({ json, reporter }), context);
  } finally {
    await transport.close();
    await listening.close();
  }
}
