import { connectionOf } from '../config/connection.ts';
import type { Environment } from '../config/environment.ts';
import type { ExpectationList } from '../config/expectations.ts';
import type { TlsFiles } from '../config/target-file.ts';
import { createTransport } from '../http/client.ts';
import type { Transport } from '../http/exchange.ts';
import { type FetchHandler, fetchTransport } from '../http/in-process.ts';
import type { GateChoices, Listener } from './choices.ts';
import { gateOf } from './gating.ts';
import { type Reported, type RunSpec, runAndReport } from './run-and-report.ts';

export interface Hosted extends Omit<RunSpec, 'gate' | 'folder' | 'transport'> {
  readonly gate: GateChoices;
  readonly known?: ExpectationList | undefined;
  readonly folder?: string | undefined;
  readonly fetch?: FetchHandler | undefined;
  /** Used instead of HTTP and of `fetch`. */
  readonly transport?: Transport | undefined;
  readonly tls?: TlsFiles | undefined;
  readonly env?: Environment | undefined;
}

const NOTHING = (): Promise<void> => Promise.resolve();

/** Runs without printing. Reads no `expectations.yaml` unless it is named, and throws if the suite itself fails. */
export async function runHosted(hosted: Hosted, ...listeners: readonly Listener[]): Promise<Reported> {
  const { suiteUnder, profile, known, folder, fetch, tls = {}, env = process.env } = hosted;
  const silent = { write: () => undefined };
  const outside = { stdout: silent, stderr: silent, env, cwd: process.cwd() };
  const gate = gateOf(hosted.gate, { suiteUnder, choices: profile.branches, known, unasked: false }, outside);
  const own = hosted.transport ?? (fetch && fetchTransport(fetch));
  const { send, close } = own === undefined ? createTransport(connectionOf(tls, env)) : { send: own, close: NOTHING };
  try {
    const done = await runAndReport(
      {
        ...hosted,
        gate,
        transport: send,
        folder: folder === undefined ? undefined : { path: folder, what: `folder ${folder}` },
      },
      outside,
      listeners,
    );
    if (done.failure !== undefined) throw done.failure;
    return done;
  } finally {
    await close();
  }
}
