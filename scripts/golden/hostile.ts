import { allHostile, type Hostile } from '../../fixtures/hostile/index.ts';
import { serveHostile } from '../../fixtures/hostile/serve.ts';
import { createTransport } from '../../src/http/client.ts';
import type { Outcome, Transport } from '../../src/http/exchange.ts';
import { targetFor } from '../matrix/trial.ts';
import type { GoldenRun } from './groups.ts';

/** One or two of each group whose record is small, and the same each time. */
const CHOSEN: readonly string[] = [
  'items-10000',
  'nest-in-papers',
  'wire-cut-body',
  'wire-gzip-lie',
  'status-418',
  'status-429-at-once',
  'body-data-list',
  'body-proto',
  'limits-words',
  'limits-negative',
  'creates-dot-id',
  'creates-list-for-id',
  'says-line-break',
  'says-html',
];

export const hostileRuns: readonly GoldenRun[] = CHOSEN.map((id) => ({
  id,
  start: async () => {
    const hostile = allHostile.find((one) => one.id === id);
    if (hostile === undefined) throw new Error(`there is no hostile target ${id}`);
    const { url, service, close } = await serveHostile(hostile);
    const target = targetFor(service);
    const { send, close: disconnect } = createTransport();
    return {
      target,
      profile: { name: 'any', branches: {} },
      transport: redirected(send, target.baseUrl, url),
      depth: 'smoke',
      only: onlyOf(hostile),
      maxWaitMs: 0,
      close: async () => {
        await disconnect();
        await close();
      },
    };
  },
}));

/** What a run was given to ask for, in the flags of the command line. */
function onlyOf({ flags = [] }: Hostile): readonly string[] {
  const at = flags.indexOf('--only');
  return at < 0 ? [] : (flags[at + 1]?.split(',') ?? []);
}

/** The port is another one each time: nothing of a record knows it. */
function redirected(send: Transport, from: string, to: string): Transport {
  const [host, served] = [from, to].map((url) => new URL(url).host);
  const named = (outcome: Outcome): Outcome =>
    outcome.kind === 'failure'
      ? { ...outcome, message: outcome.message.replaceAll(served ?? to, host ?? from) }
      : outcome;
  return async (request, signal) => named(await send({ ...request, url: request.url.replace(from, to) }, signal));
}
