import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline/promises';
import { visible } from '../report/escape.ts';
import type { Outside } from '../report/write-reports.ts';

/** A text stream to the user. */
export interface Writer {
  write(text: string): void;
  readonly isTty: boolean;
  /** The current width of the terminal in columns; undefined without a terminal. */
  readonly columns?: () => number | undefined;
}

/** All that a command knows of the process around it. Tests supply their own. */
export interface Io extends Outside {
  /** For the result. */
  readonly stdout: Writer;
  /** For progress and errors. */
  readonly stderr: Writer;
  /** The file that the process was started with; '' if unknown. */
  readonly script?: string;
  /** Calls `listener` on each Ctrl-C; the returned function removes it. */
  onInterrupt(listener: () => void): () => void;
  /** Ends the process at once. */
  exit(status: number): void;
  /** Asks the user; undefined without a terminal. */
  readonly ask?: (question: string) => Promise<string>;
  /** Passes on each key, even Ctrl-C, until the returned function is called; undefined without a terminal. */
  readonly onKey?: (listener: (key: string) => void) => () => void;
  /** Opens an address in the user's browser; undefined without a terminal. */
  readonly openInBrowser?: (url: string) => void;
}

/** The same Io, with `change` applied to all output: it may remove the secrets of a target, for example. */
export function writingThrough(io: Io, change: (text: string) => string): Io {
  const changed = (to: Writer): Writer => ({ ...to, write: (text) => to.write(change(text)) });
  return { ...io, stdout: changed(io.stdout), stderr: changed(io.stderr) };
}

/** The Io of the current process. */
export function processIo(): Io {
  return {
    stdout: writer(process.stdout),
    stderr: writer(process.stderr),
    env: process.env,
    script: process.argv[1] ?? '',
    cwd: process.cwd(),
    onInterrupt: (listener) => {
      // On Windows, Ctrl-Break sends SIGBREAK.
      const signals = ['SIGINT', 'SIGTERM', 'SIGBREAK'] as const;
      for (const signal of signals) process.on(signal, listener);
      return () => signals.forEach((signal) => process.off(signal, listener));
    },
    exit: (status) => process.exit(status),
    ...(process.stdin.isTTY === true && process.stderr.isTTY === true ? { ask, onKey, openInBrowser } : {}),
  };
}

/** Ignores errors: every caller prints the address or path, too. */
function openInBrowser(url: string): void {
  const openers: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
    darwin: ['open'],
    win32: ['cmd', '/c', 'start', ''],
  };
  const [command, ...first] = openers[process.platform] ?? ['xdg-open'];
  spawn(command, [...first, url], { stdio: 'ignore', detached: true })
    .on('error', ignoreError)
    .unref();
}

function onKey(listener: (key: string) => void): () => void {
  const { stdin } = process;
  const onData = (keys: Buffer): void => listener(keys.toString());
  stdin.setRawMode(true);
  stdin.resume();
  stdin.on('data', onData);
  return () => {
    stdin.off('data', onData);
    stdin.setRawMode(false);
    stdin.pause();
  };
}

async function ask(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await terminal.question(question);
  } finally {
    terminal.close();
  }
}

const ignoreError = (): void => undefined;

/** Ignores write errors: a reader that closes early (`conform list | head`) or a full disk must not change a verdict. */
function writer(stream: NodeJS.WriteStream): Writer {
  if (!stream.listeners('error').includes(ignoreError)) stream.on('error', ignoreError);
  const write = (text: string): void => {
    try {
      stream.write(text);
    } catch {
      // A write to a file is synchronous, so it throws here.
    }
  };
  return { write, isTty: stream.isTTY === true, columns: () => stream.columns };
}

/** Writes a line, with control characters made visible. */
export function say(to: Pick<Writer, 'write'>, text: string): void {
  to.write(`${visible(text)}\n`);
}

/** Are colours wanted? Yes on a terminal, unless the flag or the environment says otherwise. */
export function wantsColour({ stdout, env }: Io, flag: boolean): boolean {
  if (!flag || (env['NO_COLOR'] ?? '') !== '') return false;
  const force = env['FORCE_COLOR'];
  if (force !== undefined) return force !== '0' && force !== 'false';
  return stdout.isTty && env['TERM'] !== 'dumb';
}

/** Resolves on the first Ctrl-C. */
export function interrupted(io: Io): Promise<void> {
  return new Promise((resolve) => {
    const off = io.onInterrupt(() => {
      off();
      resolve();
    });
  });
}
