import type { ForeignFault } from '../../fixtures/foreign-listing-faults.ts';
import { wrap } from '../../fixtures/middleware.ts';
import { createReference } from '../../fixtures/reference/index.ts';
import { fetchTransport } from '../../src/http/in-process.ts';
import { runSuite } from '../../src/run/run.ts';
import { allChecks } from '../../suites/index.ts';
import { type Bench, targetFor } from '../matrix/trial.ts';
import type { Figures } from './figures.ts';

/** What the suite finds of a fault that nobody told it of: any finding of its operation names it, and one of another is surplus. */
export async function tryForeign(
  { loaded, suiteUnder }: Bench,
  { id, operation, patch }: ForeignFault,
  only: readonly string[] = [],
): Promise<Figures> {
  const reference = createReference();
  const { record, conclusion } = await runSuite({
    loaded,
    checks: allChecks,
    suiteUnder,
    target: targetFor(reference),
    profile: { name: 'foreign', branches: {} },
    transport: fetchTransport(wrap(reference.fetch, patch())),
    only,
  });
  const { causes } = conclusion;
  return {
    faults: 1,
    findings: causes.length,
    requests: record.exchanges.length,
    missed: causes.some(({ operations }) => operations.includes(operation)) ? [] : [id],
    misnamed: [],
    surplus: causes.filter(({ operations }) => !operations.includes(operation)).map((cause) => cause.id),
  };
}
