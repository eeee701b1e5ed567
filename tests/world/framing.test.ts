import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { embeddedTarget } from '../../fixtures/reference/as-target.ts';
import { createReference } from '../../fixtures/reference/index.ts';
import { type Framing, framings, misframed } from '../../fixtures/world/framing.ts';
import { createTransport } from '../../src/http/client.ts';
import { buildReport } from '../../src/report/build.ts';
import { runSuite } from '../../src/run/run.ts';
import { allChecks } from '../../suites/index.ts';
import { loaded } from '../support/contract.ts';
import { suiteUnder } from '../support/whole-suite.ts';

/** A run over sockets against the reference service, which frames the answers at these paths so. */
async function runWith({ frame }: Framing, when: (path: string) => boolean, only: readonly string[]) {
  const reference = createReference();
  const server = misframed(reference.fetch, frame, when);
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { send, close } = createTransport();
  onTestFinished(async () => {
    await close();
    server.closeAllConnections();
    server.close();
  });
  const { record, conclusion } = await runSuite({
    loaded,
    checks: allChecks,
    suiteUnder,
    target: embeddedTarget(reference, `http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    profile: { name: 'any', branches: {} },
    transport: send,
    only,
    depth: 'smoke',
  });
  return { record, report: buildReport(record, conclusion) };
}

const isUsage = (path: string): boolean => path.startsWith('/api/v1/usage');

describe.each(framings)('$id', (framing) => {
  const { because, says, breaks } = framing;

  test(`is a fault of the operation, and all else is judged, where ${because}`, async () => {
    const { report } = await runWith(framing, isUsage, ['account']);
    const failed = report.clauses.filter(({ verdict }) => verdict === 'fail');
    expect(new Set(failed.map(({ operation }) => operation))).toEqual(new Set(['getUsage']));
    expect(failed.find(({ id }) => id === `getUsage/${breaks}`)?.violations[0]?.actual).toMatch(says);
    expect(report.clauses.filter(({ verdict }) => verdict === 'inconclusive')).toEqual([]);
    expect(report.outcome.exitStatus).toBe(1);
  });

  test(`is named where every answer is so: ${because}`, async () => {
    const { report } = await runWith(framing, () => true, []);
    expect([1, 3]).toContain(report.outcome.exitStatus);
    const violations = report.clauses.flatMap((clause) => clause.violations.map(({ actual }) => actual));
    expect([report.outcome.sentence, ...violations].join('\n')).toMatch(says);
  });
});
