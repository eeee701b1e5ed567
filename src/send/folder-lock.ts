import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from '../errors.ts';

const LOCK = 'run.lock';

/** The lock files that this process holds. */
const heldLocks = new Set<string>();

/**
 * Locks the folder of a run against other runs, and returns a function that unlocks it. A lock whose process no longer exists
 * is taken over. Throws a UsageError with the remedy if another run holds the lock.
 */
export function lockFolder(folder: string): () => void {
  const path = join(folder, LOCK);
  if (!createLock(path)) {
    const owner = ownerOf(path);
    if (owner !== undefined && isHeld(path, owner))
      throw new UsageError(
        `another run (process ${owner}) is writing to ${folder}; wait for its end, or give another folder with --report. If that process is no run of conform, delete ${path}.`,
      );
    rmSync(path, { force: true });
    if (!createLock(path)) throw new UsageError(`${path} cannot be written; give another folder with --report.`);
  }
  heldLocks.add(path);
  return () => {
    heldLocks.delete(path);
    rmSync(path, { force: true });
  };
}

/** Creates the lock file. False if it exists already or cannot be written. */
function createLock(path: string): boolean {
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

/** In a container every run may be process 1: a lock with our process id that we do not hold was left by an earlier run. */
function isHeld(path: string, owner: number): boolean {
  return owner === process.pid ? heldLocks.has(path) : isAlive(owner);
}

function isAlive(owner: number): boolean {
  try {
    process.kill(owner, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
