import { type Benign, serve } from '../../fixtures/benign/index.ts';
import { embeddedTarget } from '../../fixtures/reference/as-target.ts';
import { createClock, type World } from '../../fixtures/world/index.ts';
import type { Depth } from '../../src/check/target.ts';
import type { Transport } from '../../src/http/exchange.ts';
import { fetchTransport } from '../../src/http/in-process.ts';
import { buildReport } from '../../src/report/build.ts';
import { runSuite } from '../../src/run/run.ts';
import { allChecks } from '../../suites/index.ts';
import { loaded } from '../support/contract.ts';
import { suiteUnder } from '../support/whole-suite.ts';

const MORNING = Date.UTC(2026, 7, 1, 9, 3);
/** What a request takes. */
const REQUEST_MS = 15;

/** A run against the reference service in such a world. */
export async function runIn(
  { around, variants = [] }: Pick<World, 'around' | 'variants'>,
  {
    only = [],
    depth = 'standard',
    faults = [],
  }: { only?: readonly string[]; depth?: Depth; faults?: readonly Benign[] } = {},
) {
  const clock = createClock(MORNING);
  const { fetch, reference, samples } = serve([...variants, ...faults], { now: clock.now });
  const service = fetchTransport(fetch);
  const timed: Transport = (request, signal) => {
    clock.pass(REQUEST_MS);
    return service(request, signal);
  };
  const { record, conclusion } = await runSuite({
    loaded,
    checks: allChecks,
    suiteUnder,
    target: { ...embeddedTarget(reference, 'http://reference.local'), samples },
    profile: { name: 'any', branches: {} },
    transport: around(timed, clock),
    clock,
    now: clock.now,
    only,
    depth,
  });
  return { record, report: buildReport(record, conclusion) };
}
