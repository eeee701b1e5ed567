import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AnyCheck } from '../../src/check/check.ts';
import type { ownContract } from '../../src/cli/context.ts';
import type { Io } from '../../src/cli/io.ts';
import { main } from '../../src/cli/program.ts';
import { suiteCache } from '../../src/rules/suite.ts';
import { allChecks } from '../../suites/index.ts';
import { loaded } from '../support/contract.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { suiteUnder } from '../support/whole-suite.ts';

/** A process that is only pretended: what it wrote, and its Ctrl-C. */
export interface Pretended {
  readonly io: Io;
  readonly out: () => string;
  readonly err: () => string;
  readonly interrupt: () => void;
  readonly exits: readonly number[];
  /** Presses a key, where somebody listens for one. */
  readonly press: (key: string) => void;
  readonly isListening: () => boolean;
}

export function pretend(
  options: { readonly env?: Io['env']; readonly cwd?: string; readonly tty?: boolean; readonly answers?: string } = {},
): Pretended {
  const written = { out: '', err: '' };
  const listeners = new Set<() => void>();
  const keys = new Set<(key: string) => void>();
  const exits: number[] = [];
  const io: Io = {
    stdout: { isTty: options.tty === true, write: (text) => void (written.out += text) },
    stderr: { isTty: options.tty === true, write: (text) => void (written.err += text) },
    env: options.env ?? {},
    cwd: options.cwd ?? temporaryFolder(),
    onInterrupt: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    exit: (status) => void exits.push(status),
    ...(options.tty === true
      ? {
          ask: () => Promise.resolve(options.answers ?? ''),
          onKey: (listener: (key: string) => void) => {
            keys.add(listener);
            return () => void keys.delete(listener);
          },
        }
      : {}),
  };
  return {
    io,
    out: () => written.out,
    err: () => written.err,
    interrupt: () => [...listeners].forEach((listener) => listener()),
    exits,
    press: (key) => [...keys].forEach((listener) => listener(key)),
    isListening: () => keys.size > 0,
  };
}

export function fileWith(name: string, text: string): string {
  const path = join(temporaryFolder(), name);
  writeFileSync(path, text);
  return path;
}

/** The contract with these stated checks, made once for all commands of a worker: making it takes longer than most of them. */
const known = new WeakMap<readonly AnyCheck[], ReturnType<typeof suiteCache>>([[allChecks, suiteUnder]]);

function contractKept(checks: readonly AnyCheck[]): ReturnType<typeof ownContract> {
  const suites = known.get(checks) ?? suiteCache(loaded, checks);
  known.set(checks, suites);
  return Promise.resolve({ loaded, checks, suiteUnder: suites, own: true });
}

const NO_CHECKS: readonly AnyCheck[] = [];

/** Gives a command within this process. */
export function command(argv: readonly string[], io: Io, checks: readonly AnyCheck[] = NO_CHECKS): Promise<number> {
  return main(argv, io, checks, contractKept);
}

/** Runs the command line within this process. */
export async function conform(
  argv: readonly string[],
  options: Parameters<typeof pretend>[0] = {},
  checks: readonly AnyCheck[] = NO_CHECKS,
): Promise<{ readonly status: number; readonly out: string; readonly err: string }> {
  const { io, out, err } = pretend(options);
  const status = await command(argv, io, checks);
  return { status, out: out(), err: err() };
}
