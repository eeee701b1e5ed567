import { type Command, Option } from 'commander';
import type { Transport } from '../http/exchange.ts';
import { retrying } from '../http/retry.ts';
import { visible } from '../report/escape.ts';
import type { Io } from './io.ts';
import { wholeNumber } from './options.ts';
import { duration, type Pinged, waitForAnswer } from './wait.ts';

/** What a pipeline says of a service that is still starting, or of a network that drops connections. */
export interface PatienceFlags {
  readonly wait?: number;
  readonly retries?: number;
  readonly bail?: boolean;
}

export function addPatience(command: Command): Command {
  return command
    .optionsGroup('Pipelines:')
    .addOption(
      new Option('--wait <duration>', 'before the run, wait so long for the service to answer, such as 60s').argParser(
        duration,
      ),
    )
    .addOption(
      new Option(
        '--retries <number>',
        'try a request again where the network failed; never where an answer came (default: 0)',
      ).argParser(wholeNumber(0, 10)),
    )
    .option('--bail', 'stop at the first MUST that looks broken, without a second look at it');
}

/** The transport that the flags ask for. */
export function patient(send: Transport, { retries = 0 }: PatienceFlags): Transport {
  return retries === 0 ? send : retrying(send, retries);
}

/** Waits for the service. Where it does not come the run goes on all the same: it tells what is wrong, and writes its report. */
export async function waitForTarget(
  { wait }: PatienceFlags,
  { io, ...service }: Pinged & Readonly<{ io: Io; signal: AbortSignal }>,
): Promise<void> {
  if (wait === undefined) return;
  const heard = await waitForAnswer({ ...service, waitMs: wait });
  if (heard !== undefined && !service.signal.aborted)
    io.stderr.write(`${visible(`Nothing was ready within ${wait / 1000} s (--wait): ${heard}.`)}\n`);
}
