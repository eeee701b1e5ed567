import { existsSync } from 'node:fs';
import { resolve as resolvePath } from 'node:path';
import { Command, CommanderError } from 'commander';
import { allChecks } from '../../suites/index.ts';
import type { AnyCheck } from '../check/check.ts';
import { targetFileIn } from '../config/target.ts';
import { type LoadedDocument, loadDocument } from '../contract/load.ts';
import { SpecError, UsageError } from '../errors.ts';
import { packageVersion } from '../package.ts';
import { visible } from '../report/escape.ts';
import { addClean } from './clean-command.ts';
import { addCompare } from './compare-command.ts';
import { addCompletion } from './completion-command.ts';
import { addDemo } from './demo-command.ts';
import { addDetect } from './detect-command.ts';
import { addDoctor } from './doctor-command.ts';
import { refuseEmptyValues } from './empty-values.ts';
import { addExpect } from './expect-command.ts';
import { addExplain } from './explain-command.ts';
import { addHelp } from './help.ts';
import { addInit } from './init-command.ts';
import type { Io } from './io.ts';
import { addJudge } from './judge-command.ts';
import { addList } from './list-command.ts';
import { addReport } from './report-command.ts';
import { addRun } from './run-command.ts';
import { addServe } from './serve-command.ts';
import { addShow } from './show-command.ts';
import { addSpec } from './spec-command.ts';
import { addWatch } from './watch-command.ts';

/** What a command gets: the process around it, the stated checks, and a way to say how it ended. */
export interface CommandContext {
  readonly io: Io;
  readonly checks: readonly AnyCheck[];
  /** The contract of this package, or the one that `--spec` names: then there are no stated checks but derived ones alone. */
  readonly contract: () => Promise<ContractInUse>;
  /** Throws a UsageError where `--spec` is given: this command is about the contract of this package alone. */
  readonly refuseSpec: (command: string) => void;
  readonly coloured: () => boolean;
  /** The exit status, once the command is through; 0 unless told. */
  readonly finish: (status: number) => void;
}

export interface ContractInUse {
  readonly loaded: LoadedDocument;
  readonly checks: readonly AnyCheck[];
  /** It is the one that this package is about: it has a reference service, samples and profiles. */
  readonly own: boolean;
  /** What `--spec` named. */
  readonly spec?: string;
}

async function contractInUse(spec: unknown, io: Io, checks: readonly AnyCheck[]): Promise<ContractInUse> {
  if (typeof spec !== 'string') return { loaded: await loadDocument(), checks, own: true };
  const path = resolvePath(io.cwd, spec);
  if (!existsSync(path)) throw new UsageError(`--spec ${spec}: there is no such file.`);
  return { loaded: await loadDocument(path), checks: [], own: false, spec };
}

const COMMANDS: readonly ((program: Command, context: CommandContext) => void)[] = [
  addInit,
  addDoctor,
  addRun,
  addWatch,
  addDemo,
  addDetect,
  addReport,
  addShow,
  addExpect,
  addJudge,
  addClean,
  addCompare,
  addServe,
  addSpec,
  addList,
  addExplain,
  addCompletion,
  addHelp,
];

/** The command line. Resolves to the exit status and never throws. */
export async function main(argv: readonly string[], io: Io, checks: readonly AnyCheck[] = allChecks): Promise<number> {
  let status = 0;
  const program = createProgram(io);
  const context: CommandContext = {
    io,
    checks,
    contract: () => contractInUse(program.opts()['spec'], io, checks),
    refuseSpec: (command) => {
      if (program.opts()['spec'] !== undefined)
        throw new UsageError(
          `conform ${command} is about the reference service of this package, which knows its own contract alone; leave --spec out.`,
        );
    },
    coloured: () => program.opts()['color'] !== false,
    finish: (ended) => void (status = ended),
  };
  program.hook('preAction', (_, command) => refuseEmptyValues(command));
  for (const add of COMMANDS) add(program, context);
  try {
    await program.parseAsync(withDefaultCommand(argv, io.cwd), { from: 'user' });
    return status;
  } catch (error) {
    return statusOfError(error, io);
  }
}

/** A bare `conform` where a target file lies runs it. */
function withDefaultCommand(argv: readonly string[], cwd: string): readonly string[] {
  return argv.length === 0 && targetFileIn(cwd) !== undefined ? ['run'] : argv;
}

function createProgram(io: Io): Command {
  return new Command('conform')
    .description(
      'Shows whether a running service conforms to its contract, where it does not, and how much of the contract was really seen.',
    )
    .version(packageVersion())
    .option('--spec <file>', 'another contract: an OpenAPI document, with the files beside it that it names')
    .option('--no-color', 'no colours; NO_COLOR and FORCE_COLOR are honoured too')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      writeErr: (text) => io.stderr.write(text),
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    })
    .showHelpAfterError('(--help lists the options)')
    .addHelpText('after', EXIT_STATUSES);
}

const EXIT_STATUSES = `
Exit status: 0 conforms, 1 violations, 2 wrong usage or configuration, 3 incomplete (unreachable, stopped, or a MUST that
could not be shown), 4 the suite itself failed, 5 a known failure passes now. The last line of a run says why.

To see a run without a target of your own: conform demo`;

/** Help and version end a run well; everything else that commander throws is wrong usage, and was already told. */
function statusOfError(error: unknown, io: Io): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  if (error instanceof UsageError) {
    io.stderr.write(
      `${error.message
        .split('\n')
        .map((line) => `conform: ${visible(line)}`)
        .join('\n')}\n`,
    );
    return 2;
  }
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
  io.stderr.write(
    `conform: the suite itself failed${error instanceof SpecError ? ', for its contract document is at fault' : ''}. This says nothing about the target.\n${message}\n`,
  );
  return 4;
}
