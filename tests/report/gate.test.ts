import { describe, expect, test } from 'vitest';
import type { Expectation } from '../../src/check/expectation.ts';
import { applyGate, type GateOptions } from '../../src/report/gate.ts';
import type { ClauseResult, Report, VerdictKind } from '../../src/report/model.ts';
import { outcomeOf } from '../../src/report/outcome.ts';
import { requireComplete } from '../../src/report/require-complete.ts';
import { nastyReport } from './sample.ts';

type Verdicts = Readonly<Record<string, VerdictKind>>;

interface Setting {
  readonly complete?: boolean;
  readonly strict?: boolean;
  readonly leftBehind?: NonNullable<Report['leftBehind']>;
  readonly setup?: Report['setup'];
}

/** A report of clauses; those whose id begins with `should` are SHOULD. */
function reportOf(
  verdicts: Verdicts,
  { complete = true, strict = false, leftBehind = [], setup = [] }: Setting = {},
): Report {
  const clauses = Object.entries(verdicts).map(
    ([id, verdict]): ClauseResult => ({
      id,
      verdict,
      level: id.startsWith('should') ? 'SHOULD' : 'MUST',
      origin: 'stated',
      text: '',
      section: '',
      violations: [],
      ...(verdict === 'skip' ? { reason: 'no sample', remedy: 'give samples.doi in the target file' } : {}),
    }),
  );
  const run = { ...nastyReport.run, only: [], strict, complete };
  const first = setup[0]?.message.replace(/\.$/u, '');
  const outcome = outcomeOf({ strict, complete, isPart: false, leftBehind, setup: first }, clauses);
  return { ...nastyReport, run, clauses, outcome, setup, leftBehind, findings: [] };
}

const known = (clauses: string, more: Partial<Expectation> = {}): Expectation => ({
  clauses: clauses.split(' '),
  known: 'fail',
  reason: 'not built yet',
  ...more,
});

interface Row {
  readonly now: Verdicts;
  readonly setting?: Setting;
  readonly known?: readonly Expectation[];
  readonly before?: Verdicts;
  readonly failOn?: GateOptions['failOn'];
  readonly requireComplete?: true;
  readonly ends: number;
  readonly says: RegExp;
}

/** The run of the sample began on 1 January 2026. */
const ROWS: Readonly<Record<string, Row>> = {
  'all passes': { now: { a: 'pass' }, ends: 0, says: /^No MUST clause failed: all/u },
  'something was left behind': {
    now: { a: 'pass' },
    setting: { leftBehind: [{ operation: 'createKey', path: {}, removable: true }] },
    failOn: 'should',
    ends: 3,
    says: /left 1 thing behind/u,
  },
  'the set-up is wrong': {
    now: { a: 'pass' },
    setting: { setup: [{ id: 'a', message: 'The key is refused.', remedy: '', exchanges: [] }] },
    known: [known('b')],
    ends: 3,
    says: /^The set-up has to be fixed first: The key is refused\.$/u,
  },
  'a MUST is broken': { now: { a: 'fail', b: 'pass' }, ends: 1, says: /1 MUST clause failed\.$/u },
  'a SHOULD is not met': { now: { should: 'warn', b: 'pass' }, ends: 0, says: /1 SHOULD clause not met/u },
  'a SHOULD is not met, strict': {
    now: { should: 'warn', b: 'pass' },
    setting: { strict: true },
    ends: 1,
    says: /1 SHOULD clause not met/u,
  },
  'a SHOULD is not met, --fail-on should': {
    now: { should: 'warn', b: 'pass' },
    failOn: 'should',
    ends: 1,
    says: /1 SHOULD clause not met/u,
  },
  'a MUST is inconclusive': {
    now: { a: 'inconclusive', b: 'pass' },
    ends: 3,
    says: /1 MUST clause could not be tested/u,
  },
  'a SHOULD is inconclusive': { now: { should: 'inconclusive', b: 'pass' }, ends: 0, says: /^No MUST clause failed/u },
  'the suite failed': { now: { a: 'error', b: 'fail' }, ends: 4, says: /suite itself failed/u },
  'nothing passed': { now: { a: 'skip' }, ends: 3, says: /^Nothing could be tested: no clause passed\.$/u },
  'nothing but a conflict passed': {
    now: { 'conflicts/paging': 'pass', a: 'skip' },
    ends: 3,
    says: /^Nothing could be tested but 1 conflict of the contract: no other clause passed\.$/u,
  },
  'cut short': { now: { a: 'pass' }, setting: { complete: false }, ends: 3, says: /incomplete/u },
  'cut short, and broken': { now: { a: 'fail', b: 'pass' }, setting: { complete: false }, ends: 1, says: /failed/u },
  'a known failure fails': {
    now: { a: 'fail', b: 'pass' },
    known: [known('a')],
    ends: 0,
    says: /^No new failure: 1 clause passed; 1 known failure\.$/u,
  },
  'nothing but a known failure was asked about': {
    now: { a: 'fail' },
    known: [known('a')],
    ends: 0,
    says: /^No new failure: 0 clauses passed; 1 known failure\.$/u,
  },
  'a known failure passes': {
    now: { a: 'pass', b: 'pass' },
    known: [known('a')],
    ends: 5,
    says: /1 known failure passes now; remove from the list: a\.$/u,
  },
  'one known failure passes, another clause is broken': {
    now: { a: 'pass', b: 'fail', c: 'pass' },
    known: [known('a')],
    ends: 1,
    says: /1 MUST clause failed/u,
  },
  'one of two listed passes': { now: { a: 'pass', b: 'fail' }, known: [known('a b')], ends: 5, says: /: a\.$/u },
  'one known failure passes, and a MUST is inconclusive': {
    now: { a: 'pass', b: 'inconclusive' },
    known: [known('a')],
    ends: 3,
    says: /could not be tested/u,
  },
  'a pattern of which one still fails': {
    now: { 'op/a': 'fail', 'op/b': 'pass' },
    known: [known('op/*')],
    ends: 0,
    says: /known failure/u,
  },
  'a pattern of which nothing fails any more': {
    now: { 'op/a': 'pass', 'op/b': 'pass' },
    known: [known('op/*')],
    ends: 5,
    says: /: op\/\*\.$/u,
  },
  'a known failure was not looked at': {
    now: { a: 'skip', b: 'pass' },
    known: [known('a')],
    ends: 0,
    says: /^No MUST clause failed/u,
  },
  'a known failure could not be shown': {
    now: { a: 'inconclusive', b: 'pass' },
    known: [known('a')],
    ends: 3,
    says: /could not be tested/u,
  },
  'a known failure is until today': {
    now: { a: 'fail', b: 'pass' },
    known: [known('a', { until: '2026-01-01' })],
    ends: 0,
    says: /known failure/u,
  },
  'a known failure is expired': {
    now: { a: 'fail', b: 'pass' },
    known: [known('a', { until: '2025-12-31' })],
    ends: 1,
    says: /1 MUST clause failed; 1 known failure expired\.$/u,
  },
  'an expired one passes': {
    now: { a: 'pass', b: 'pass' },
    known: [known('a', { until: '2025-12-31' })],
    ends: 0,
    says: /1 known failure expired/u,
  },
  'a flaky one fails': {
    now: { a: 'fail', b: 'pass' },
    known: [known('a', { known: 'flaky' })],
    ends: 0,
    says: /known failure/u,
  },
  'a flaky one passes': {
    now: { a: 'pass', b: 'pass' },
    known: [known('a', { known: 'flaky' })],
    ends: 0,
    says: /^No MUST clause failed/u,
  },
  'one known not to be shown is not': {
    now: { a: 'inconclusive', b: 'pass' },
    known: [known('a', { known: 'skip' })],
    ends: 0,
    says: /^No new failure|^No MUST clause failed/u,
  },
  'one known not to be shown is broken': {
    now: { a: 'fail', b: 'pass' },
    known: [known('a', { known: 'skip' })],
    ends: 1,
    says: /failed/u,
  },
  'one known not to be shown passes': {
    now: { a: 'pass', b: 'pass' },
    known: [known('a', { known: 'skip' })],
    ends: 5,
    says: /remove from the list/u,
  },
  'broken before, too': {
    now: { a: 'fail', b: 'pass' },
    before: { a: 'fail', b: 'pass' },
    ends: 0,
    says: /^No new failure: 1 clause passed; 1 failed as before\.$/u,
  },
  'not met before, too': {
    now: { a: 'warn', b: 'pass' },
    before: { a: 'warn', b: 'pass' },
    ends: 0,
    says: /^No new failure: 1 clause passed; 1 SHOULD not met, as before\.$/u,
  },
  'broken before, beside a known failure': {
    now: { a: 'fail', b: 'fail', c: 'pass' },
    known: [known('a')],
    before: { a: 'fail', b: 'fail' },
    ends: 0,
    says: /; 1 known failure; 1 failed as before\.$/u,
  },
  'passed before': {
    now: { a: 'fail', b: 'fail', c: 'pass' },
    before: { a: 'pass', b: 'fail' },
    ends: 1,
    says: /1 MUST clause failed; 1 failed as before/u,
  },
  'unknown before': { now: { a: 'fail', b: 'pass' }, before: { b: 'pass' }, ends: 1, says: /1 MUST clause failed/u },
  'inconclusive before, too': {
    now: { a: 'inconclusive', b: 'pass' },
    before: { a: 'inconclusive', b: 'pass' },
    ends: 0,
    says: /^No new failure: 1 clause passed; 1 not tested, as before\.$/u,
  },
  'inconclusive, and passed before': {
    now: { a: 'inconclusive', b: 'pass' },
    before: { a: 'pass', b: 'pass' },
    ends: 3,
    says: /could not be tested/u,
  },
  'something was not given, --require-complete': {
    now: { a: 'skip', b: 'pass' },
    requireComplete: true,
    ends: 3,
    says: /permission, a credential or a sample/u,
  },
  'a known failure passes, --require-complete': {
    now: { a: 'pass', b: 'skip' },
    known: [known('a')],
    requireComplete: true,
    ends: 3,
    says: /permission, a credential or a sample/u,
  },
};

describe('the exit status', () => {
  test.each(Object.entries(ROWS))('%s', (_name, row) => {
    const { now, setting, before, failOn = 'must', ends, says } = row;
    const gated = applyGate(reportOf(now, setting), {
      expectations: row.known ?? [],
      failOn,
      ...(before === undefined ? {} : { baseline: reportOf(before) }),
    });
    const { outcome } = row.requireComplete === true ? requireComplete(gated) : gated;
    expect([outcome.exitStatus, outcome.sentence]).toEqual([ends, expect.stringMatching(says)]);
  });
});

describe('what is let through', () => {
  test('keeps its verdict, and says why it does not count', () => {
    const report = reportOf({ a: 'fail', b: 'pass' });
    const [sample] = nastyReport.findings;
    if (sample === undefined) throw new Error('the sample has findings');
    const findings = [
      { ...sample, id: 'one', clause: 'a', clauses: ['a'] },
      { ...sample, id: 'two', clause: 'c', clauses: ['c', 'a'] },
    ];
    const gated = applyGate(
      { ...report, clauses: [...report.clauses, { ...(report.clauses[0] as ClauseResult), id: 'c' }], findings },
      { expectations: [known('a')], failOn: 'must' },
    );
    expect(gated.clauses.map(({ id, verdict, excused }) => [id, verdict, excused])).toEqual([
      ['a', 'fail', 'known: not built yet'],
      ['b', 'pass', undefined],
      ['c', 'fail', undefined],
    ]);
    expect(gated.findings.map(({ id, excused }) => [id, excused])).toEqual([
      ['one', 'known: not built yet'],
      ['two', undefined],
    ]);
  });

  test('is told by its state', () => {
    const gated = applyGate(reportOf({ a: 'fail', b: 'pass', c: 'skip', d: 'fail' }), {
      expectations: [known('a'), known('b'), known('c'), known('d', { until: '2025-01-01' })],
      failOn: 'must',
    });
    expect(gated.gate?.known.map(({ state }) => state)).toEqual(['holds', 'passes', 'not seen', 'expired']);
  });

  test('compares only what both runs looked at', () => {
    const gated = applyGate(reportOf({ a: 'fail', b: 'pass', c: 'skip', d: 'fail' }), {
      expectations: [],
      baseline: reportOf({ a: 'fail', b: 'fail', c: 'pass', e: 'fail' }),
      failOn: 'must',
    });
    expect(gated.gate?.baseline).toMatchObject({ new: ['d'], fixed: ['b'], still: ['a'] });
  });
});
