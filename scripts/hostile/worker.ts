import { main } from '../../src/cli/program.ts';
import type { Environment } from '../../src/config/environment.ts';

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
  readonly out: string;
  readonly err: string;
}

process.on('message', ({ argv, env, cwd }: Job) => {
  const [out, err]: [string[], string[]] = [[], []];
  const before = process.cpuUsage();
  const io = {
    stdout: { write: (text: string) => void out.push(text), isTty: false },
    stderr: { write: (text: string) => void err.push(text), isTty: false },
    env,
    cwd,
    onInterrupt: () => () => undefined,
    exit: (status: number) => process.exit(status),
  };
  void main(argv, io).then((status) => {
    const { user, system } = process.cpuUsage(before);
    const done: JobDone = {
      status,
      peakMb: process.resourceUsage().maxRSS / 1024,
      cpuSeconds: (user + system) / 1e6,
      out: out.join(''),
      err: err.join(''),
    };
    process.send?.(done);
  });
});
