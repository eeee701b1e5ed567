import { expect, test } from 'vitest';
import { createReference } from '../../fixtures/reference/index.ts';
import { targetFor } from '../../scripts/matrix/trial.ts';
import { missingFor } from '../../src/cli/look/needs.ts';
import { fetchTransport } from '../../src/http/in-process.ts';
import { runSuite } from '../../src/run/run.ts';
import { allChecks } from '../../suites/index.ts';
import { loaded } from '../support/contract.ts';
import { suiteUnder } from '../support/whole-suite.ts';

const reference = createReference();
const whole = targetFor(reference);
const { session: _, ...credentials } = whole.credentials;
const { paperCuid: __, ...samples } = whole.samples;

const missing = (target: typeof whole) =>
  new Map(missingFor(target, suiteUnder({})).map(({ need, clauses }) => [need, clauses.map(({ id }) => id)]));

test('doctor counts every clause that a run leaves out for want of a credential', async () => {
  const target = { ...whole, credentials };
  const { conclusion } = await runSuite({
    loaded,
    checks: allChecks,
    suiteUnder,
    target,
    profile: { name: 'any', branches: {} },
    transport: fetchTransport(reference.fetch),
    depth: 'smoke',
  });
  const left = conclusion.results.filter(
    ({ verdict }) => verdict.kind === 'skip' && verdict.reason === 'no session credential was given',
  );
  const counted = missing(target).get('credential:session') ?? [];
  expect(left.length).toBeGreaterThan(100);
  expect(left.map(({ clause }) => clause.id).filter((id) => !counted.includes(id))).toEqual([]);
});

test('what shows itself without a credential does not want it, nor does what another one opens', () => {
  const { apiKey: ____, ...others } = credentials;
  const found = missing({ ...whole, credentials: others });
  const session = found.get('credential:session') ?? [];
  expect(session).toContain('inferSensitivity/outcome-comes-back');
  expect(session.filter((id) => /\/401\/|nobody-refused$/u.test(id))).toEqual([]);
  const key = found.get('credential:apiKey') ?? [];
  expect(key.length).toBeGreaterThan(0);
  expect(key.filter((id) => id.startsWith('getUsage/200/'))).toEqual([]);
});

test('doctor counts what wants an id that only a sample is sure to give', () => {
  expect(missing({ ...whole, samples }).get('sample:paperCuid')).toContain('getPaperDetail/id-resolves');
  expect(missing(whole).has('sample:paperCuid')).toBe(false);
  const { priors: ___, ...none } = samples;
  const { logScale } = whole.samples.priors ?? {};
  const given = missing({ ...whole, samples: { ...none, priors: { logScale } } as typeof whole.samples });
  expect(given.get('sample:priors.populated') ?? []).not.toContain('getHierarchicalPrior/200/slug/type');
});
