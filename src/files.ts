import { mkdirSync, readFileSync, statSync, type WriteFileOptions, writeFileSync } from 'node:fs';
import { UsageError } from './errors.ts';

const LARGEST_BYTES = 1_000_000;

/**
 * The text of a file that a user named; `what` is what it is called, such as `target file`. Throws a UsageError where there
 * is none, or a folder, a pipe (which may be waited for without end), or more than `largest` bytes.
 */
export function readUserFile(path: string, what: string, largest = LARGEST_BYTES): string {
  try {
    const found = statSync(path);
    if (found.isDirectory()) throw new UsageError(`${what} ${path}: it is a folder; give the file itself.`);
    if (!found.isFile())
      throw new UsageError(`${what} ${path}: it is not a plain file; write it to one and give that.`);
    if (found.size > largest)
      throw new UsageError(`${what} ${path}: it is larger than ${largest / 1_000_000} MB; this is another file.`);
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const { code = 'unknown error' } = error as NodeJS.ErrnoException;
    throw new UsageError(
      `${what} ${path}: ${code === 'ENOENT' ? 'there is no such file' : `it cannot be read (${code})`}.`,
    );
  }
}

/**
 * Writes a file that a user named; `what` is what it is called, such as `--write profile.yaml`. Throws a UsageError where the
 * disk does not take it.
 */
export function writeUserFile(path: string, what: string, text: string, options: WriteFileOptions = {}): void {
  orRefused(what, () => writeFileSync(path, text, options));
}

/** The folder, made where it is not there. Throws a UsageError where it cannot be. */
export function madeFolder(path: string, what: string): string {
  orRefused(what, () => mkdirSync(path, { recursive: true }));
  return path;
}

/** Throws a UsageError where the disk does not take what is written; `what` is what it is called. */
export function orRefused(what: string, write: () => void): void {
  try {
    write();
  } catch (error) {
    throw new UsageError(
      `${what}: it cannot be written (${(error as NodeJS.ErrnoException).code ?? 'unknown error'}).`,
    );
  }
}
