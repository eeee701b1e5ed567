import { mkdirSync, readFileSync, rmSync, type Stats, statSync, type WriteFileOptions, writeFileSync } from 'node:fs';
import { dirname, isAbsolute, join, relative } from 'node:path';
import { errorCode, UsageError } from './errors.ts';

const LARGEST_BYTES = 1_000_000;

/**
 * The text of a file that a user named. `what` names it in messages, such as `target file`. Throws a UsageError if it does not
 * exist, is a folder or a pipe (reading that may never end), or has more than `largest` bytes.
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

/** Signs of files of a wrong kind, in their text as Latin-1, and the remedies. */
const OTHER_KINDS: readonly (readonly [sign: RegExp, words: string])[] = [
  [/^\u001f\u008b/u, 'it is compressed with gzip; unpack it first'],
  [/^PK\u0003\u0004/u, 'it is a zip archive; unpack it first'],
  [/^\s*<(?:!doctype|html)\b/iu, 'it is an HTML page; download the file that the page shows'],
  [/^version https:\/\/git-lfs/u, 'it is a pointer of Git LFS; fetch the file with git lfs pull'],
  [/^\$ANSIBLE_VAULT/u, 'it is encrypted with Ansible Vault; decrypt it first'],
  [/^(?:<{7}|>{7}) /mu, 'it has conflict marks of Git; resolve them'],
];

/** The wrong kind that a file is of, with the remedy; undefined if it may be a text for us. */
export function otherKindOf(bytes: Uint8Array): string | undefined {
  const text = Buffer.from(bytes).toString('latin1');
  return OTHER_KINDS.find(([sign]) => sign.test(text))?.[1];
}

/** Decodes UTF-8, or the UTF-16 of a Windows shell with or without a byte order mark. */
export function textOf(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const isLittle = (first === 0xff && second === 0xfe) || (first !== 0 && second === 0);
  const isBig = (first === 0xfe && second === 0xff) || (first === 0 && second !== 0);
  return new TextDecoder(isLittle ? 'utf-16le' : isBig ? 'utf-16be' : 'utf-8').decode(bytes);
}

/**
 * Writes a file that a user named. `what` names it in messages, such as `--write profile.yaml`. Throws a UsageError if it
 * cannot be written.
 */
export function writeUserFile(path: string, what: string, text: string, options: WriteFileOptions = {}): void {
  orRefused(what, () => writeFileSync(path, text, options));
}

/** Creates the folder if necessary and returns its path. Throws a UsageError if that fails. */
export function madeFolder(path: string, what: string): string {
  orRefused(what, () => makeFolder(path));
  return path;
}

/**
 * Creates the folder and its parents if necessary. Unlike Node's recursive `mkdirSync` it ends if a file system accepts no
 * folder, as below /proc.
 */
export function makeFolder(path: string): void {
  if (isFolder(path)) return;
  if (dirname(path) !== path) makeFolder(dirname(path));
  try {
    mkdirSync(path);
  } catch (error) {
    // Another process may have created it at the same time.
    if (!isFolder(path)) throw error;
  }
}

function isFolder(path: string): boolean {
  return statsOf(path)?.isDirectory() === true;
}

/** The file or folder at a path; undefined if there is none or it cannot be examined. */
function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/**
 * Throws a UsageError if a file, which need not exist yet, cannot be written later. `what` names it in messages. Writes and
 * removes a test file in the nearest existing folder.
 */
export function assertWritable(path: string, what: string): void {
  const found = statsOf(path);
  if (found?.isDirectory() === true) throw new UsageError(`${what}: it is a folder; give a file.`);
  if (found?.isFile() === false) throw new UsageError(`${what}: it is not a plain file; give one, or - to print it.`);
  const testFile = join(nearestFolder(dirname(path)), `.conform.${process.pid}.part`);
  orRefused(what, () => {
    writeFileSync(testFile, '');
    rmSync(testFile);
  });
}

/** The path, or its nearest parent that exists. If that is a file, writing below it fails. */
function nearestFolder(path: string): string {
  return statsOf(path) !== undefined || dirname(path) === path ? path : nearestFolder(dirname(path));
}

/** Calls `write`. Throws a UsageError if that fails; `what` names the file in the message. */
export function orRefused(what: string, write: () => void): void {
  try {
    write();
  } catch (error) {
    const code = errorCode(error);
    const isThere = code === 'EEXIST' && (error as NodeJS.ErrnoException).syscall === 'open';
    if (isThere) throw new UsageError(`${what}: it exists already; give another name, or remove it.`);
    const hint = code === 'EEXIST' || code === 'ENOTDIR' ? '; a file stands where a folder is needed' : '';
    throw new UsageError(`${what}: it cannot be written (${code})${hint}.`);
  }
}

/** Is a file in a folder, or below it? */
export function isWithin(folder: string, file: string): boolean {
  const fromFolder = relative(folder, file);
  return !fromFolder.startsWith('..') && !isAbsolute(fromFolder);
}

/** A path as a user in `cwd` would type it. */
export function asTyped(path: string, cwd: string): string {
  const short = relative(cwd, path) || '.';
  return short.startsWith('..') ? path : short;
}
