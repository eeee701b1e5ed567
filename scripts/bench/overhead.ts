import { Agent, request } from 'undici';
import type { LoadedDocument } from '../../src/contract/load.ts';
import { createTransport } from '../../src/http/client.ts';
import type { Transport, WireRequest } from '../../src/http/exchange.ts';
import { suiteCache } from '../../src/rules/suite.ts';
import { runSuite } from '../../src/run/run.ts';
import { allChecks } from '../../suites/index.ts';
import { median, serve } from './service.ts';

/** How long a standard run takes, and bare undici with the same requests at the same concurrency. */
export interface Overhead {
  readonly requests: number;
  readonly suiteMs: number;
  readonly bareMs: number;
  readonly ratio: number;
}

const ROUNDS = 15;

/** Until the compiler has seen the hot paths of both sides. */
const WARM_UP = 3;

export async function measureOverhead(loaded: LoadedDocument): Promise<Overhead> {
  const suiteUnder = suiteCache(loaded, allChecks);
  const serving = await serve();
  const transport = createTransport();
  const agent = new Agent();
  const sent: WireRequest[] = [];
  const run = async (send: Transport): Promise<number> => {
    await serving.renew();
    const started = performance.now();
    await runSuite({
      loaded,
      checks: allChecks,
      suiteUnder,
      target: serving.target,
      profile: { name: 'any', branches: {} },
      transport: send,
    });
    return performance.now() - started;
  };
  try {
    await run((wire, signal) => {
      sent.push(wire);
      return transport.send(wire, signal);
    });
    const runBare = async (): Promise<number> => {
      await serving.renew();
      return bare(sent, agent);
    };
    for (let round = 0; round < WARM_UP; round += 1) {
      await runBare();
      await run(transport.send);
    }
    const pairs: (readonly [number, number])[] = [];
    for (let round = 0; round < ROUNDS; round += 1) pairs.push([await run(transport.send), await runBare()]);
    return {
      requests: sent.length,
      suiteMs: median(pairs.map(([suite]) => suite)),
      bareMs: median(pairs.map(([, undici]) => undici)),
      ratio: median(pairs.map(([suite, undici]) => suite / undici)),
    };
  } finally {
    await transport.close();
    await agent.close();
    await serving.close();
  }
}

/** One request after the other, each body read to its end: what a run at concurrency 1 cannot do without. */
async function bare(sent: readonly WireRequest[], dispatcher: Agent): Promise<number> {
  const started = performance.now();
  for (const { url, method, headers, body } of sent) {
    const answer = await request(url, {
      method: method as 'GET',
      headers: { ...headers },
      dispatcher,
      ...(body === undefined ? {} : { body }),
    });
    await answer.body.text();
  }
  return performance.now() - started;
}
