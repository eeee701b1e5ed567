import { describe, expect, test } from 'vitest';
import { allMutants } from '../../fixtures/mutants/index.ts';
import { embeddedTarget } from '../../fixtures/reference/as-target.ts';
import { createReference } from '../../fixtures/reference/index.ts';
import { createBench, runAgainst } from '../../scripts/matrix/trial.ts';
import { fetchTransport } from '../../src/http/in-process.ts';
import type { RunOptions } from '../../src/run/options.ts';
import { runSuite } from '../../src/run/run.ts';
import { allChecks } from '../../suites/index.ts';
import { loaded } from '../support/contract.ts';
import { suiteUnder } from '../support/whole-suite.ts';

const bench = createBench(loaded, suiteUnder);
const mutants = allMutants(loaded);

/** A run against a new reference service; what the service invents (ids and keys of new things) is left out of the requests. */
async function run(parts: Partial<RunOptions>) {
  const service = createReference({ chunkDelayMs: 0 });
  const { record, conclusion } = await runSuite({
    loaded,
    checks: allChecks,
    suiteUnder,
    target: embeddedTarget(service, 'http://reference.local'),
    profile: { name: 'any', branches: {} },
    transport: fetchTransport(service.fetch),
    mark: '00000001',
    ...parts,
  });
  const requests = record.exchanges.map(
    ({ request: { method, target, body = '', credentials } }) =>
      `${method} ${target.replace(/(api-keys\/)[\da-f-]+/u, '$1…')} ${body} ${credentials.join(' ')}`,
  );
  return { requests, verdicts: conclusion.results.map(({ clause, verdict }) => `${clause.id} ${verdict.kind}`) };
}

describe.each([
  ['smoke', {}],
  ['standard', {}],
  ['deep', { only: ['searchPapers'] }],
] as const)('at the depth %s', (depth, parts) => {
  test('one seed gives the same requests in the same order, and the same verdicts', async () => {
    const alone = { depth, seed: 7, concurrency: 1, ...parts } as const;
    const [first, second] = [await run(alone), await run(alone)];
    expect(second).toEqual(first);
    expect(first.requests.length).toBeGreaterThan(50);
  });
});

test('another seed draws other requests', async () => {
  const deep = { depth: 'deep', only: ['searchPapers/fuzz/accepted'] } as const;
  const [first, second] = [await run({ ...deep, seed: 1 }), await run({ ...deep, seed: 2 })];
  expect(second.requests).not.toEqual(first.requests);
});

test('whatever the concurrency, the same requests are sent, and they show the same', async () => {
  const sorted = async (parts: Partial<RunOptions>) => {
    const { requests, verdicts } = await run(parts);
    return { requests: requests.toSorted(), verdicts };
  };
  const alone = await sorted({ concurrency: 1 });
  for (const concurrency of [2, 8, 16]) expect(await sorted({ concurrency })).toEqual(alone);
});

test.each(['createApiKey/each-key-is-new', 'listPapers/pages-do-not-overlap'])(
  'a service that breaks %s gets the same verdicts side by side',
  async (clause) => {
    const mutant = mutants.find(({ violates }) => violates === clause);
    if (mutant === undefined) throw new Error(`there is no mutant of ${clause}`);
    const [alone, beside] = await Promise.all(
      [1, 8].map(async (concurrency) => {
        const { conclusion } = await runAgainst(bench, mutant, { concurrency });
        return conclusion.results.map(({ clause: { id }, verdict }) => `${id} ${verdict.kind}`);
      }),
    );
    expect(beside).toEqual(alone);
  },
);
