import { createHash } from 'node:crypto';
import { statSync, watch } from 'node:fs';
import { resolve as resolvePath, sep } from 'node:path';
import type { Target } from '../check/target.ts';
import type { TlsFiles } from '../config/target-file.ts';
import { UsageError } from '../errors.ts';
import { type ConnectionFlags, openTransport } from './connection.ts';
import type { Io } from './io.ts';
import { type Pinged, ping, serviceOf } from './look/presence.ts';

/** Ends a watch for changes. */
type Close = () => void;

const POLL_MS = 2000;

interface Watched {
  readonly flags: ConnectionFlags & {
    readonly watch?: readonly string[] | undefined;
    readonly poll?: number | undefined;
  };
  readonly target: Target;
  readonly tls: TlsFiles;
  /** The folder that the runs write to. */
  readonly written: string;
  readonly changed: (what: string) => void;
}

/** Watches the folders that the flags name, or else the service itself. */
export function watchChanges({ flags, target, tls, written, changed }: Watched, io: Io): readonly Close[] {
  if (flags.watch !== undefined) return flags.watch.map((folder) => watchFolder(folder, io.cwd, { written, changed }));
  const { send, close } = openTransport(flags, io, tls);
  const endWatch = watchService(serviceOf(target, send), flags.poll ?? POLL_MS, changed);
  return [() => (endWatch(), void close())];
}

/** Folders that change without a change of the service: tools or runs write to them. */
const IGNORED_FOLDERS = /(?:^|[\\/])(?:\.git|node_modules|reports|__pycache__|\.venv)(?:[\\/]|$)/u;

/** Reports each change of a file in a folder, but not of what the runs write. Throws a UsageError if there is no such folder. */
function watchFolder(folder: string, cwd: string, { written, changed }: Pick<Watched, 'written' | 'changed'>): Close {
  const path = resolvePath(cwd, folder);
  if (statSync(path, { throwIfNoEntry: false }) === undefined)
    throw new UsageError(`--watch ${folder}: there is no such file or folder.`);
  const own = resolvePath(cwd, written);
  const isOwn = (file: string): boolean => file === own || file.startsWith(own + sep);
  const watcher = watch(path, { recursive: true }, (_, name) => {
    if (name === null || !(IGNORED_FOLDERS.test(name) || isOwn(resolvePath(path, name)))) changed(name ?? folder);
  });
  watcher.on('error', () => changed(folder));
  return () => watcher.close();
}

/**
 * Pings a service regularly, and reports when it is back or answers differently. A part (status or body) that differs between
 * its first two answers, such as a page with the time on it, is ignored.
 */
export function watchService(service: Pinged, everyMs: number, changed: Watched['changed']): Close {
  const stop = new AbortController();
  const state: { last?: Answer; steady?: readonly string[]; looking?: boolean } = {};
  const look = async (): Promise<void> => {
    const answer = await answerOf(service, stop.signal);
    if (stop.signal.aborted) return;
    const { last } = state;
    state.last = answer;
    if (last === undefined) return;
    if (answer.size === 0 || last.size === 0)
      return last.size < answer.size ? changed('the service is back') : undefined;
    state.steady ??= [...answer.keys()].filter((name) => answer.get(name) === last.get(name));
    const different = state.steady.find((name) => answer.get(name) !== last.get(name));
    if (different !== undefined) changed(`the service answers otherwise (${different})`);
  };
  // One ping at a time: two answers could arrive in the wrong order.
  const lookAlone = (): void => {
    if (state.looking === true) return;
    state.looking = true;
    void look().finally(() => (state.looking = false));
  };
  const timer = setInterval(lookAlone, everyMs);
  lookAlone();
  return () => {
    clearInterval(timer);
    stop.abort();
  };
}

/** The parts of an answer that are compared; empty if there was no answer. */
type Answer = ReadonlyMap<string, string>;

async function answerOf(service: Pinged, signal: AbortSignal): Promise<Answer> {
  const outcome = await ping(service, { signal });
  if (outcome.kind === 'failure') return new Map();
  return new Map([
    ['status', String(outcome.status)],
    ['body', createHash('sha256').update(outcome.body.text).digest('hex')],
  ]);
}
