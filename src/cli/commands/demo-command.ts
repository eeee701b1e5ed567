import type { Command } from 'commander';
import { embeddedTarget } from '../../../fixtures/reference/as-target.ts';
import { createReference } from '../../../fixtures/reference/index.ts';
import { listen } from '../../../fixtures/reference/listen.ts';
import { createTransport } from '../../http/client.ts';
import { defaultFolder } from '../../report/read-report.ts';
import { refuseSharedFiles, refuseUnwritable } from '../../report/write-reports.ts';
import { type CommandContext, readingOf } from '../context.ts';
import { execute } from '../execute.ts';
import { say } from '../io.ts';
import { addFlags, type FlagsOf, RESULT, shared } from '../options.ts';
import { tell } from './run-command.ts';

const OWN = { ...shared('only', 'depth', 'seed', 'report'), ...RESULT };

type DemoFlags = FlagsOf<typeof OWN>;

/** `conform demo`: runs the whole suite against the reference service of this package, over real HTTP. */
export function addDemo(program: Command, context: CommandContext): void {
  const command = program
    .command('demo')
    .description('run the whole suite against the reference service that comes with it; nothing else is needed');
  addFlags(command, OWN).action((flags: DemoFlags) => demo(flags, context));
}

const REMARK = 'This was the reference service. For a service of your own: conform run --base-url <URL>.';

async function demo(
  { json, reporter, report, depth = 'standard', ...choices }: DemoFlags,
  context: CommandContext,
): Promise<void> {
  const { io } = context;
  context.refuseSpec('demo');
  refuseSharedFiles(reporter ?? [], json);
  refuseUnwritable(reporter ?? [], io);
  const { loaded, checks, suiteUnder } = await context.contract();
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
        suiteUnder,
        target,
        profile,
        depth,
        transport: transport.send,
        folder: report ?? defaultFolder(listening.url),
      },
      io,
    );
    tell({ ...done, remark: REMARK }, { json, reporter }, context);
  } finally {
    await transport.close();
    await listening.close();
  }
}
