import { setTimeout as wait } from 'node:timers/promises';
import { wrap } from '../../fixtures/middleware.ts';
import { allMutants, type Mutant } from '../../fixtures/mutants/index.ts';
import { createReference } from '../../fixtures/reference/index.ts';
import { loadDocument } from '../../src/contract/load.ts';
import { fetchTransport } from '../../src/http/in-process.ts';
import { runSuite } from '../../src/run/run.ts';
import { allChecks } from '../../suites/index.ts';
import { createBench, runAgainst, targetFor } from '../matrix/trial.ts';

/**
 * `node dist/scripts/bench/concurrency.js [mutants]`: are the verdicts the same at 1, 4, 8 and 16 requests under way, on the
 * reference service and on so many mutants (30 unless told), and how long does a run take at 100 ms of latency?
 */
const CONCURRENCIES = [1, 4, 8, 16] as const;
const LATENCY_MS = 100;

const count = Number(process.argv[2] ?? 30);
const loaded = await loadDocument();
const bench = createBench(loaded);
const mutants = allMutants(loaded);
const drawn = Array.from({ length: count }, (_, index) => mutants[Math.floor((index * mutants.length) / count)]);
const differing: string[] = [];
for (const mutant of drawn) if (mutant !== undefined && !(await isTheSame(mutant))) differing.push(mutant.id);
process.stdout.write(`${drawn.length} mutants, ${differing.length} with other verdicts: ${differing.join(', ')}\n`);
for (const concurrency of CONCURRENCIES) await measure(concurrency);
process.exitCode = differing.length === 0 ? 0 : 1;

async function isTheSame(mutant: Mutant): Promise<boolean> {
  const verdicts: string[] = [];
  for (const concurrency of CONCURRENCIES) {
    const { conclusion } = await runAgainst(bench, mutant, { concurrency });
    verdicts.push(conclusion.results.map(({ clause, verdict }) => `${clause.id} ${verdict.kind}`).join('\n'));
  }
  return new Set(verdicts).size === 1;
}

/** A run against the reference service, each of whose answers takes its time. */
async function measure(concurrency: number): Promise<void> {
  const reference = createReference({ chunkDelayMs: 0 });
  const sent = { count: 0 };
  const slow = async (request: Request): Promise<Response> => {
    sent.count += 1;
    await wait(LATENCY_MS);
    return wrap(reference.fetch)(request);
  };
  const started = performance.now();
  await runSuite({
    loaded,
    checks: allChecks,
    suiteUnder: bench.suiteUnder,
    target: targetFor(reference),
    profile: { name: 'any', branches: {} },
    transport: fetchTransport(slow),
    concurrency,
  });
  const seconds = (performance.now() - started) / 1000;
  const ideal = (sent.count * LATENCY_MS) / 1000 / concurrency;
  process.stdout.write(
    `${concurrency} at a time: ${sent.count} requests of ${LATENCY_MS} ms in ${seconds.toFixed(1)} s, ideal ${ideal.toFixed(1)} s, bound ${(1.5 * ideal + 1).toFixed(1)} s\n`,
  );
}
