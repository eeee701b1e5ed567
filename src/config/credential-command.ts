import { type ExecSyncOptionsWithStringEncoding, exec, execSync } from 'node:child_process';
import { promisify } from 'node:util';
import type { Credential } from '../check/target.ts';
import { headersFor, type RoleScheme } from '../contract/roles.ts';
import { defined } from '../defined.ts';
import { UsageError } from '../errors.ts';
import type { Environment } from './environment.ts';
import { checkedHeaders, type PrintedCredential } from './target-file.ts';

/** A command that takes longer probably waits for input. */
const TIMEOUT_MS = 30_000;

/**
 * The credential that a user's command prints: only the value, as in an environment variable. Runs the command now; `renewal`
 * runs it again later. Throws a UsageError that names the command's place, but quotes nothing of its standard output.
 */
export function printedCredential(
  scheme: RoleScheme,
  { command, everySeconds }: PrintedCredential,
  { env, cwd }: { readonly env: Environment; readonly cwd: string },
): Pick<Credential, 'headers' | 'renewal'> {
  const place = `credentials.${scheme.role}.command`;
  const options: ExecSyncOptionsWithStringEncoding = {
    cwd,
    env: { ...env },
    encoding: 'utf8',
    timeout: TIMEOUT_MS,
    windowsHide: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  };
  const headersIn = (printed: string): Credential['headers'] => {
    const value = printed.trim();
    if (value === '') throw new UsageError(`${place} printed nothing; it has to print the credential alone.`);
    return checkedHeaders(headersFor(scheme, value), place);
  };
  const usageErrorOf = (error: unknown): UsageError => new UsageError(`${place} failed: ${reasonOf(error)}`);
  const run = promisify(exec);
  const renew = async (): Promise<Credential['headers']> => {
    const { stdout } = await run(command, options).catch((error: unknown) => Promise.reject(usageErrorOf(error)));
    return headersIn(stdout);
  };
  const askedAt = Date.now();
  const headers = headersIn(runNow(command, options, usageErrorOf));
  return { headers, renewal: { fetch: renew, askedAt, ...defined({ everySeconds }) } };
}

function runNow(
  command: string,
  options: ExecSyncOptionsWithStringEncoding,
  usageErrorOf: (error: unknown) => Error,
): string {
  try {
    return execSync(command, options);
  } catch (error) {
    throw usageErrorOf(error);
  }
}

/** How the command ended, and the last line of its standard error. */
function reasonOf(error: unknown): string {
  const { status, code, signal, stderr } = error as Record<string, unknown>;
  const ended = signal ? `it was ended after ${TIMEOUT_MS / 1000} s` : `it ended with ${status ?? code}`;
  const lastLine = typeof stderr === 'string' ? stderr.trim().split('\n').at(-1) : undefined;
  return lastLine ? `${ended}: ${lastLine}` : `${ended}.`;
}
