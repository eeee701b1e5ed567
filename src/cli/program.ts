import { Command, CommanderError } from 'commander';
import { allChecks } from '../../suites/index.ts';
import type { AnyCheck } from '../check/check.ts';
import { SpecError, UsageError } from '../errors.ts';
import { packageVersion } from '../package.ts';
import { paintIf } from '../report/console-text.ts';
import { EXIT_STATUS, WRONG_USAGE } from '../report/outcome.ts';
import { refuseEmptyValues, refuseNothing, refuseTwice, usageMessage, withDefaultCommand } from './arguments.ts';
import { addAnnotate } from './commands/annotate-command.ts';
import { addClean } from './commands/clean-command.ts';
import { addCompare } from './commands/compare-command.ts';
import { addCompletion } from './commands/completion-command.ts';
import { addDemo } from './commands/demo-command.ts';
import { addDetect } from './commands/detect-command.ts';
import { addDoctor } from './commands/doctor-command.ts';
import { addExpect } from './commands/expect-command.ts';
import { addExplain } from './commands/explain-command.ts';
import { addInit } from './commands/init-command.ts';
import { addJudge } from './commands/judge-command.ts';
import { addList } from './commands/list-command.ts';
import { addOpen } from './commands/open-command.ts';
import { addReport } from './commands/report-command.ts';
import { addRun } from './commands/run-command.ts';
import { addServe } from './commands/serve-command.ts';
import { addShow } from './commands/show-command.ts';
import { addSpec } from './commands/spec-command.ts';
import { addWatch } from './commands/watch-command.ts';
import { type CommandContext, contractOf, ownContract } from './context.ts';
import { addHelp, VISIBLE } from './help.ts';
import { type Io, say, wantsColour } from './io.ts';
import { advisingAs, startedAs } from './started-as.ts';

const COMMANDS: readonly ((program: Command, context: CommandContext) => void)[] = [
  addInit,
  addDoctor,
  addRun,
  addWatch,
  addDemo,
  addDetect,
  addReport,
  addOpen,
  addShow,
  addExpect,
  addJudge,
  addClean,
  addCompare,
  addServe,
  addSpec,
  addAnnotate,
  addList,
  addExplain,
  addCompletion,
  addHelp,
];

/** The options of every command, given before its name. */
interface Globals {
  readonly spec?: string;
  readonly overlay?: string;
  readonly color: boolean;
}

/** The command line. Returns the exit status and never throws. With `own`, several calls can share one loaded contract. */
export async function main(
  argv: readonly string[],
  given: Io,
  checks: readonly AnyCheck[] = allChecks,
  own: typeof ownContract = ownContract,
): Promise<number> {
  let status = 0;
  const io = advisingAs(startedAs(given), VISIBLE, given);
  const program = createProgram(io);
  const context: CommandContext = {
    io,
    contract: () => {
      const { spec, overlay } = program.opts<Globals>();
      if (spec !== undefined) return contractOf(spec, overlay, io);
      if (overlay !== undefined) throw new UsageError('--overlay changes what --spec names; give --spec, too.');
      return own(checks);
    },
    refuseSpec: (command) => {
      if (program.opts<Globals>().spec !== undefined)
        throw new UsageError(
          `conform ${command} is about the reference service of this package, which knows its own contract alone; leave --spec out.`,
        );
    },
    paint: () => paintIf(wantsColour(io, program.opts<Globals>().color)),
    finish: (exitStatus) => void (status = exitStatus),
  };
  program.hook('preAction', (_, command) => refuseEmptyValues(command));
  for (const add of COMMANDS) add(program, context);
  for (const command of [program, ...program.commands]) refuseTwice(command);
  try {
    refuseNothing(argv, io);
    await program.parseAsync(withDefaultCommand(program, argv), { from: 'user' });
    return status;
  } catch (error) {
    return statusOfError(error, io, program.opts<Globals>().spec);
  }
}

function createProgram(io: Io): Command {
  return new Command('conform')
    .description(
      'Tests a running service against its contract and says what failed, what passed and what was not tested.',
    )
    .version(packageVersion())
    .option('--spec <file>', 'another contract: an OpenAPI document, with the files beside it that it names')
    .option('--overlay <file>', 'an OpenAPI Overlay to apply to it, such as conform annotate writes')
    .option('--no-color', 'no colours; NO_COLOR and FORCE_COLOR are honoured too')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      writeErr: (text) => io.stderr.write(text),
      outputError: (text, write) => write(usageMessage(text)),
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    })
    .showHelpAfterError('(--help lists the options)')
    .addHelpText('after', EXIT_STATUSES);
}

const EXIT_STATUSES = `
Exit status (the last line of a run says why):
  0  no MUST clause failed
  1  the target breaks the contract
  2  wrong usage or configuration
  3  incomplete: unreachable, stopped, or a MUST that could not be tested
  4  the suite itself failed
  5  a known failure passes now

To see a run without a target of your own: conform demo`;

/** The exit status of an error. Errors of commander are already printed: help and version give 0, others wrong usage. */
function statusOfError(error: unknown, io: Io, spec?: string): number {
  // An error in the user's own document is wrong usage, not a failure of the suite.
  if (error instanceof SpecError && spec !== undefined)
    return statusOfError(new UsageError(`--spec ${spec}: ${error.message}`), io);
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : WRONG_USAGE;
  if (error instanceof UsageError) {
    for (const line of error.message.split('\n')) say(io.stderr, `conform: ${line}`);
    return WRONG_USAGE;
  }
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
  io.stderr.write(
    `conform: the suite itself failed${error instanceof SpecError ? ', for its contract document is at fault' : ''}. This says nothing about the target.\n${message}\n`,
  );
  return EXIT_STATUS['suite-error'];
}
