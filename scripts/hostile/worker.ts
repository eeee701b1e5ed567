import { ownContract } from '../../src/cli/context.ts';
import type { Io } from '../../src/cli/io.ts';
import { main } from '../../src/cli/program.ts';
import type { Environment } from '../../src/config/environment.ts';
import { memoize } from '../../src/memoize.ts';
import { allChecks } from '../../suites/index.ts';

/** A process that runs the command line for one job after the other, so that the many small ones cost no start each. */
export interface Job {
  readonly argv: readonly string[];
  readonly env: Environment;
  readonly cwd: string;
}

export interface JobDone {
  readonly status: number;
  readonly peakMb: number;
  readonly cpuSeconds: number;
  /** How long it waited, for the target or for a moment. */
  readonly idleSeconds: number;
  readonly out: string;
  readonly err: string;
}

/** The contract with its compiled schemas, made once for all the jobs. */
const contract = memoize(() => ownContract(allChecks));

async function work({ argv, env, cwd }: Job): Promise<JobDone> {
  const [out, err]: [string[], string[]] = [[], []];
  const [before, loop] = [process.cpuUsage(), performance.eventLoopUtilization()];
  const io: Io = {
    stdout: { write: (text) => void out.push(text), isTty: false },
    stderr: { write: (text) => void err.push(text), isTty: false },
    env,
    cwd,
    onInterrupt: () => () => undefined,
    exit: (ended) => process.exit(ended),
  };
  const status = await main(argv, io, allChecks, contract);
  const { user, system } = process.cpuUsage(before);
  const idleSeconds = performance.eventLoopUtilization(loop).idle / 1000;
  const peakMb = process.resourceUsage().maxRSS / 1024;
  return { status, peakMb, cpuSeconds: (user + system) / 1e6, idleSeconds, out: out.join(''), err: err.join('') };
}

async function answer(job: Job): Promise<void> {
  process.send?.(await work(job));
}

process.on('message', (job: Job) => void answer(job));
// Nobody is left to answer to.
process.on('disconnect', () => process.exit());
