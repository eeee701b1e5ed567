import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline/promises';
import { visible } from '../report/escape.ts';
import type { Outside } from '../report/write-reports.ts';

/** A stream of text towards the user. */
export interface Writer {
  write(text: string): void;
  /** Someone may be watching. */
  readonly isTty: boolean;
  /** The width of the terminal now, in columns; it changes when the window does. Undefined where there is none. */
  readonly columns?: () => number | undefined;
}

/** All that a command knows of the process around it; a test makes its own. */
export interface Io extends Outside {
  /** The result. */
  readonly stdout: Writer;
  /** Progress and complaints. */
  readonly stderr: Writer;
  /** The file that the process was started with; '' where nobody knows. */
  readonly script?: string;
  /** Calls `listener` on each Ctrl-C; the answer takes it off again. */
  onInterrupt(listener: () => void): () => void;
  /** Ends the process at once. */
  exit(status: number): void;
  /** Asks the user; not there where nobody sits at the keyboard. */
  readonly ask?: (question: string) => Promise<string>;
  /** Hears each key at once, Ctrl-C among them, until the answer is called; not there where nobody sits at the keyboard. */
  readonly onKey?: (listener: (key: string) => void) => () => void;
  /** Opens an address in the browser of the user; not there where nobody sits at the keyboard. */
  readonly openInBrowser?: (url: string) => void;
}

/** The same, with each text changed before it is written: without the secrets of a target, say. */
export function writingThrough(io: Io, change: (text: string) => string): Io {
  const through = (to: Writer): Writer => ({ ...to, write: (text) => to.write(change(text)) });
  return { ...io, stdout: through(io.stdout), stderr: through(io.stderr) };
}

/** The process that this runs in. */
export function processIo(): Io {
  return {
    stdout: writer(process.stdout),
    stderr: writer(process.stderr),
    env: process.env,
    script: process.argv[1] ?? '',
    cwd: process.cwd(),
    onInterrupt: (listener) => {
      // Ctrl-Break is SIGBREAK on Windows, and nothing elsewhere.
      const signals = ['SIGINT', 'SIGTERM', 'SIGBREAK'] as const;
      for (const signal of signals) process.on(signal, listener);
      return () => signals.forEach((signal) => process.off(signal, listener));
    },
    exit: (status) => process.exit(status),
    ...(process.stdin.isTTY === true && process.stderr.isTTY === true ? { ask, onKey, openInBrowser } : {}),
  };
}

/** The address is told as well, so that a machine without a browser is no trouble. */
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
  const hear = (keys: Buffer): void => listener(keys.toString());
  stdin.setRawMode(true);
  stdin.resume();
  stdin.on('data', hear);
  return () => {
    stdin.off('data', hear);
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

/** A reader that leaves early (`conform list | head`) or a full disk behind it changes no verdict: what cannot be written is not. */
function writer(stream: NodeJS.WriteStream): Writer {
  if (!stream.listeners('error').includes(ignoreError)) stream.on('error', ignoreError);
  const write = (text: string): void => {
    try {
      stream.write(text);
    } catch {
      // Files are written at once, and throw at once.
    }
  };
  return { write, isTty: stream.isTTY === true, columns: () => stream.columns };
}

/** A line, made harmless for a terminal. */
export function say(to: Pick<Writer, 'write'>, text: string): void {
  to.write(`${visible(text)}\n`);
}

/** A value as JSON and nothing else. */
export function printJson(to: Pick<Writer, 'write'>, value: unknown): void {
  to.write(`${JSON.stringify(value, null, 2)}\n`);
}

/** Colours where somebody watches, unless the user says otherwise. */
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
