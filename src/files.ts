import { mkdirSync, readFileSync, rmSync, type Stats, statSync, type WriteFileOptions, writeFileSync } from 'node:fs';
import { dirname, isAbsolute, join, relative } from 'node:path';
import { errorCode, UsageError } from './errors.ts';

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
    const bytes = readFileSync(path);
    const kind = otherKindOf(bytes);
    if (kind !== undefined) throw new UsageError(`${what} ${path}: ${kind}.`);
    return textOf(bytes);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const code = errorCode(error);
    throw new UsageError(
      `${what} ${path}: ${code === 'ENOENT' ? 'there is no such file' : `it cannot be read (${code})`}.`,
    );
  }
}

/** Files of another kind than was meant, by their text as Latin-1, and what to do about each. */
const OTHER_KINDS: readonly (readonly [sign: RegExp, words: string])[] = [
  [/^\u001f\u008b/u, 'it is compressed with gzip; unpack it first'],
  [/^PK\u0003\u0004/u, 'it is a zip archive; unpack it first'],
  [/^\s*<(?:!doctype|html)\b/iu, 'it is an HTML page; download the file that the page shows'],
  [/^version https:\/\/git-lfs/u, 'it is a pointer of Git LFS; fetch the file with git lfs pull'],
  [/^\$ANSIBLE_VAULT/u, 'it is encrypted with Ansible Vault; decrypt it first'],
  [/^(?:<{7}|>{7}) /mu, 'it has conflict marks of Git; resolve them'],
];

/** What a file is in place of a text that somebody wrote for us, with the remedy; undefined where it may be one. */
export function otherKindOf(bytes: Uint8Array): string | undefined {
  const text = Buffer.from(bytes).toString('latin1');
  return OTHER_KINDS.find(([sign]) => sign.test(text))?.[1];
}

/** The text that bytes spell: UTF-8, or the UTF-16 of a Windows shell, with its byte order mark or without. */
export function textOf(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const isLittle = (first === 0xff && second === 0xfe) || (first !== 0 && second === 0);
  const isBig = (first === 0xfe && second === 0xff) || (first === 0 && second !== 0);
  return new TextDecoder(isLittle ? 'utf-16le' : isBig ? 'utf-16be' : 'utf-8').decode(bytes);
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
  orRefused(what, () => makeFolder(path));
  return path;
}

/**
 * The folder, with those above it, made where it is not there. Unlike the recursive way of Node it comes to an end where a
 * file system takes no folder, as below /proc.
 */
export function makeFolder(path: string): void {
  if (isFolder(path)) return;
  if (dirname(path) !== path) makeFolder(dirname(path));
  try {
    mkdirSync(path);
  } catch (error) {
    // Somebody else may have made it meanwhile.
    if (!isFolder(path)) throw error;
  }
}

function isFolder(path: string): boolean {
  return thereAt(path)?.isDirectory() === true;
}

/** What is at a path, if anything can be. */
function thereAt(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/**
 * Throws a UsageError where a file, which need not be there, cannot be written later; `what` is what it is called. Tries it
 * in the nearest folder that is there, and leaves nothing behind.
 */
export function assertWritable(path: string, what: string): void {
  const found = thereAt(path);
  if (found?.isDirectory() === true) throw new UsageError(`${what}: it is a folder; give a file.`);
  if (found?.isFile() === false) throw new UsageError(`${what}: it is not a plain file; give one, or - to print it.`);
  const attempt = join(nearestFolder(dirname(path)), `.conform.${process.pid}.part`);
  orRefused(what, () => {
    writeFileSync(attempt, '');
    rmSync(attempt);
  });
}

/** The folder itself, or the first above it that is there; a file in its place makes writing fail. */
function nearestFolder(path: string): string {
  return thereAt(path) !== undefined || dirname(path) === path ? path : nearestFolder(dirname(path));
}

/** Throws a UsageError where the disk does not take what is written; `what` is what it is called. */
export function orRefused(what: string, write: () => void): void {
  try {
    write();
  } catch (error) {
    const code = errorCode(error);
    const hint = code === 'EEXIST' || code === 'ENOTDIR' ? '; a file stands where a folder is needed' : '';
    throw new UsageError(`${what}: it cannot be written (${code})${hint}.`);
  }
}

/** Does a file lie in a folder, or below it? */
export function isWithin(folder: string, file: string): boolean {
  const way = relative(folder, file);
  return !way.startsWith('..') && !isAbsolute(way);
}

/** A path as somebody in `cwd` would type it. */
export function asTyped(path: string, cwd: string): string {
  const short = relative(cwd, path) || '.';
  return short.startsWith('..') ? path : short;
}
