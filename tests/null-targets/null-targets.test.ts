import { describe, expect, test } from 'vitest';
import { allNullTargets, isEarned, type NullTarget } from '../../fixtures/null-targets/index.ts';
import { createReference } from '../../fixtures/reference/index.ts';
import type { Target } from '../../src/check/target.ts';
import { fetchTransport } from '../../src/http/in-process.ts';
import { buildReport } from '../../src/report/build.ts';
import type { Report } from '../../src/report/model.ts';
import { runSuite } from '../../src/run/run.ts';
import { allChecks } from '../../suites/index.ts';
import { loaded } from '../support/contract.ts';
import { suiteUnder } from '../support/whole-suite.ts';

const { contract } = suiteUnder({});
const { credentials, samples } = createReference({ papers: 3 });

// Everything given and everything allowed: nothing is left out for want of a need.
const everything: Target = {
  baseUrl: 'http://null.local',
  credentials: {
    apiKey: { headers: { 'X-API-Key': credentials.apiKey } },
    bearer: { headers: { Authorization: `Bearer ${credentials.bearer}` } },
    session: { headers: { Cookie: credentials.session } },
  },
  samples,
  allow: { writes: true, chat: true, exhaustRateLimit: false },
  headers: {},
};

const SECONDS = 30;

async function reportOn(target: NullTarget): Promise<Report> {
  const { record, conclusion } = await runSuite({
    loaded,
    checks: allChecks,
    target: everything,
    profile: { name: 'any', branches: {} },
    transport: fetchTransport(target.make(contract)),
    suiteUnder,
    maxWaitMs: 0,
  });
  return buildReport(record, conclusion);
}

describe.each(allNullTargets)('$id: $answers', (target) => {
  test(
    'conforms to nothing that it did not earn',
    async () => {
      const started = performance.now();
      const { outcome, clauses } = await reportOn(target);
      const passed = clauses.filter(({ verdict }) => verdict === 'pass');
      const count = (level: string) => passed.filter((clause) => clause.level === level).length;
      expect(clauses.filter(({ verdict }) => verdict === 'error').map(({ id, reason }) => `${id}: ${reason}`)).toEqual(
        [],
      );
      expect(outcome.verdict).not.toBe('conforms');
      expect([1, 3]).toContain(outcome.exitStatus);
      expect(passed.map(({ id }) => id).filter((id) => !isEarned(target, id))).toEqual([]);
      expect(count('MUST')).toBeLessThanOrEqual(target.ceiling.MUST);
      expect(count('SHOULD')).toBeLessThanOrEqual(target.ceiling.SHOULD);
      expect(performance.now() - started).toBeLessThan(SECONDS * 1000);
    },
    SECONDS * 2000,
  );
});
