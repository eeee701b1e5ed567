import { type Command, Option } from 'commander';
import type { Transport } from '../http/exchange.ts';
import { retrying } from '../http/retry.ts';
import { type Io, say } from './io.ts';
import { duration, type Pinged, waitForAnswer } from './look/presence.ts';
import { wholeNumber } from './options.ts';

/** What a pipeline says of a service that is still starting, or of a network that drops connections. */
export interface PipelineFlags {
  readonly wait?: number;
  readonly retries?: number;
  readonly bail?: boolean;
}

export function addPipelineOptions(command: Command): Command {
  return command
    .optionsGroup('Pipelines:')
    .addOption(
      new Option('--wait <duration>', 'wait up to this long for the service to answer first, such as 60s').argParser(
        duration,
      ),
    )
    .addOption(
      new Option(
        '--retries <number>',
        'try a request again where the network failed; never where an answer came (default: 0)',
      ).argParser(wholeNumber(0, 10)),
    )
    .option('--bail', 'stop at the first MUST failure, without repeating the request to see whether it is flaky');
}

/** The transport that the flags ask for. */
export function withRetries(send: Transport, { retries = 0 }: PipelineFlags): Transport {
  return retries === 0 ? send : retrying(send, retries);
}

/** Waits for the service. Where it does not come the run goes on all the same: it tells what is wrong, and writes its report. */
export async function waitForTarget(
  { wait }: PipelineFlags,
  { io, ...service }: Pinged & Readonly<{ io: Io; signal: AbortSignal }>,
): Promise<void> {
  if (wait === undefined) return;
  const heard = await waitForAnswer({ ...service, waitMs: wait });
  if (heard !== undefined && !service.signal.aborted)
    say(io.stderr, `Nothing was ready within ${wait / 1000} s (--wait): ${heard}.`);
}
