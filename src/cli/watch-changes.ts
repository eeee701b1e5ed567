import { createHash } from 'node:crypto';
import { statSync, watch } from 'node:fs';
import { resolve as resolvePath, sep } from 'node:path';
import type { Target } from '../check/target.ts';
import type { TlsFiles } from '../config/target-file.ts';
import { UsageError } from '../errors.ts';
import { type ConnectionFlags, openTransport } from './connection.ts';
import type { Io } from './io.ts';
import { type Pinged, ping, serviceOf } from './look/presence.ts';

/** Something that tells when it changes, until it is closed. */
export interface Changes {
  readonly close: () => void;
}

const POLL_MS = 2000;

interface Watched {
  readonly flags: ConnectionFlags & {
    readonly watch?: readonly string[] | undefined;
    readonly poll?: number | undefined;
  };
  readonly target: Target;
  readonly tls: TlsFiles;
  /** Where the runs write. */
  readonly written: string;
  readonly changed: (what: string) => void;
}

/** The folders that the flags name, or else the service itself. */
export function watchChanges({ flags, target, tls, written, changed }: Watched, io: Io): readonly Changes[] {
  if (flags.watch !== undefined)
    return flags.watch.map((folder) => watchFolder({ folder, cwd: io.cwd, written, changed }));
  const { send, close } = openTransport(flags, io, tls);
  const service = watchService({ ...serviceOf(target, send), everyMs: flags.poll ?? POLL_MS, changed });
  return [{ close: () => (service.close(), void close()) }];
}

/** What changes all the time without anybody having changed the service: what runs write, and what tools keep. */
const UNINTERESTING = /(?:^|[\\/])(?:\.git|node_modules|reports|__pycache__|\.venv)(?:[\\/]|$)/u;

interface FolderWatch {
  readonly folder: string;
  readonly cwd: string;
  /** Where the runs write, which changes nothing. */
  readonly written: string;
  readonly changed: (what: string) => void;
}

/** Tells each change of a file below a folder. Throws a UsageError where there is no such folder. */
function watchFolder({ folder, cwd, written, changed }: FolderWatch): Changes {
  const path = resolvePath(cwd, folder);
  if (statSync(path, { throwIfNoEntry: false }) === undefined)
    throw new UsageError(`--watch ${folder}: there is no such file or folder.`);
  const own = resolvePath(cwd, written);
  const isOwn = (file: string): boolean => file === own || file.startsWith(own + sep);
  const watcher = watch(path, { recursive: true }, (_, name) => {
    if (name === null || !(UNINTERESTING.test(name) || isOwn(resolvePath(path, name)))) changed(name ?? folder);
  });
  watcher.on('error', () => changed(folder));
  return watcher;
}

export interface ServiceWatch extends Pinged {
  readonly everyMs: number;
  readonly changed: (what: string) => void;
}

/**
 * Asks a service now and then, and tells when it came back or answers otherwise than before. What differs between its
 * first two answers, such as a page with the time on it, is not looked at.
 */
export function watchService({ everyMs, changed, ...service }: ServiceWatch): Changes {
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
    const other = state.steady.find((name) => answer.get(name) !== last.get(name));
    if (other !== undefined) changed(`the service answers otherwise (${other})`);
  };
  // A slow answer is waited for: two at once could come in the wrong order.
  const inTurn = (): void => {
    if (state.looking === true) return;
    state.looking = true;
    void look().finally(() => (state.looking = false));
  };
  const timer = setInterval(inTurn, everyMs);
  inTurn();
  return {
    close: () => {
      clearInterval(timer);
      stop.abort();
    },
  };
}

/** What there is to an answer; nothing where there was none. */
type Answer = ReadonlyMap<string, string>;

async function answerOf(service: Pinged, signal: AbortSignal): Promise<Answer> {
  const outcome = await ping(service, { signal });
  if (outcome.kind === 'failure') return new Map();
  return new Map([
    ['status', String(outcome.status)],
    ['body', createHash('sha256').update(outcome.body.text).digest('hex')],
  ]);
}
