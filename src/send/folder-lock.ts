import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from '../errors.ts';

const LOCK = 'run.lock';

/** The locks of this process. */
const held = new Set<string>();

/**
 * Keeps the folder of a run from another run that is still under way; the answer lets it go. The lock of a process that
 * is no more is taken over. Throws a UsageError with the remedy.
 */
export function lockFolder(folder: string): () => void {
  const path = join(folder, LOCK);
  if (!taken(path)) {
    const owner = ownerOf(path);
    if (owner !== undefined && isHeld(path, owner))
      throw new UsageError(
        `another run (process ${owner}) is writing to ${folder}; wait for its end, or give another folder with --report. If that process is no run of conform, delete ${path}.`,
      );
    rmSync(path, { force: true });
    if (!taken(path)) throw new UsageError(`${path} cannot be written; give another folder with --report.`);
  }
  held.add(path);
  return () => {
    held.delete(path);
    rmSync(path, { force: true });
  };
}

/** Made by us, and by nobody before. */
function taken(path: string): boolean {
  try {
    writeFileSync(path, String(process.pid), { flag: 'wx', mode: 0o600 });
    return true;
  } catch {
    return false;
  }
}

function ownerOf(path: string): number | undefined {
  try {
    const owner = Number(readFileSync(path, 'utf8'));
    return Number.isSafeInteger(owner) && owner > 0 ? owner : undefined;
  } catch {
    return undefined;
  }
}

/** In a container every run may be process 1: a lock of our own number that is not ours was left by one before. */
function isHeld(path: string, owner: number): boolean {
  return owner === process.pid ? held.has(path) : isAlive(owner);
}

function isAlive(owner: number): boolean {
  try {
    process.kill(owner, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
