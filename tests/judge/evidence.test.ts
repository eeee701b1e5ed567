import { describe, expect, test } from 'vitest';
import { type Assertion, type Check, check, type Evidence } from '../../src/check/check.ts';
import { accepted, applicable, at, enough, holds } from '../../src/check/judges.ts';
import { every } from '../../src/check/results.ts';
import type { Verdict } from '../../src/check/verdict.ts';
import type { Exchange } from '../../src/http/exchange.ts';
import { judgeEvidence } from '../../src/judge/evidence.ts';
import type { Level } from '../../src/schema/schema.ts';
import { contractUnder } from '../support/contract.ts';
import { exchange, failure, json, problem } from '../support/exchanges.ts';
import { suiteOf } from '../support/suites.ts';

const clauseOf = (level: Level) =>
  [...contractUnder().stated.values()].find(
    (clause) => clause.level === level && clause.operation !== undefined && clause.branch === undefined,
  )?.id ?? '';
const broken = (answer: Exchange) => holds(false, answer, { expected: 'more', actual: 'less' });

interface Parts {
  readonly level?: Level;
  readonly answer?: Exchange;
  readonly given?: readonly Assertion[];
  readonly judge?: (evidence: { readonly answer: Exchange }) => readonly Assertion[];
  readonly aboutLimits?: boolean;
}

function verdictOf({
  level = 'MUST',
  answer = exchange({ operation: 'getPredictManifest' }),
  given = [],
  judge = ({ answer: one }) => [accepted(one)],
  aboutLimits = false,
}: Parts): Verdict {
  const made: Check = check({
    clause: clauseOf(level),
    aboutLimits,
    act: () => Promise.resolve({ answer }),
    given: () => given,
    judge: (evidence: Evidence & { answer: Exchange }) => judge(evidence),
  });
  return judgeEvidence(suiteOf([made]), made, { answer });
}

describe('a verdict', () => {
  test('is a pass where everything that is asked holds', () => {
    expect(verdictOf({})).toEqual({ kind: 'pass' });
  });

  test.each([
    ['MUST', 'fail'],
    ['SHOULD', 'warn'],
  ] as const)('on a broken %s is a %s', (level, kind) => {
    expect(verdictOf({ level, judge: ({ answer }) => [broken(answer)] })).toMatchObject({
      kind,
      flaky: false,
      violations: [{ expected: 'more', exchange: 1 }],
    });
  });

  test('is flaky if every violation is, whatever else could not be shown', () => {
    const passing =
      (answer: Exchange): Assertion =>
      (judging) => {
        const result = broken(answer)(judging);
        return result?.kind === 'violation' ? { ...result, flaky: true } : result;
      };
    const judge = ({ answer }: { readonly answer: Exchange }) => [passing(answer), enough(false, 'too few items')];
    expect(verdictOf({ judge })).toMatchObject({ kind: 'fail', flaky: true });
  });

  test('tells every violation, not the first alone', () => {
    expect(verdictOf({ judge: ({ answer }) => [broken(answer), broken(answer)] })).toMatchObject({
      violations: [{}, {}],
    });
  });

  test.each<readonly [string, Parts, string]>([
    ['nothing is asked', { judge: () => [] }, 'inconclusive'],
    [
      'every item of none is asked',
      { judge: ({ answer }) => [every([], 'paper', () => accepted(answer))] },
      'inconclusive',
    ],
    [
      'the connection is dead',
      { answer: exchange({ operation: 'predict', outcome: failure() }), judge: ({ answer }) => [broken(answer)] },
      'inconclusive',
    ],
    [
      'the rate limit was hit',
      { answer: exchange({ operation: 'predict', outcome: json(429, {}) }), judge: ({ answer }) => [broken(answer)] },
      'inconclusive',
    ],
    [
      'what was given does not hold',
      {
        given: [accepted(exchange({ operation: 'predict', outcome: json(500, {}) }))],
        judge: ({ answer }) => [broken(answer)],
      },
      'inconclusive',
    ],
    ['the evidence is not enough', { judge: () => [enough(false, 'one page only')] }, 'inconclusive'],
    ['the clause does not apply', { given: [applicable(false, 'no chat')] }, 'skip'],
    [
      'the target is in a condition that excuses it',
      { answer: exchange({ operation: 'chat', outcome: problem(503) }) },
      'skip',
    ],
    [
      'one question holds and the other cannot be shown',
      { judge: ({ answer }) => [accepted(answer), enough(false, 'too few')] },
      'inconclusive',
    ],
    [
      'our own judge throws',
      {
        judge: () => {
          throw new Error('a bug of ours');
        },
      },
      'error',
    ],
  ])('is no pass and no finding where %s: %s', (_name, parts, kind) => {
    expect(verdictOf(parts).kind).toBe(kind);
  });

  test('is a finding where one question is broken, whatever cannot be shown beside it', () => {
    expect(verdictOf({ judge: ({ answer }) => [enough(false, 'too few'), broken(answer)] }).kind).toBe('fail');
  });

  describe('beside a place that breaks the document', () => {
    const prior = (pooled: unknown) =>
      exchange({ operation: 'getHierarchicalPrior', outcome: json(200, { slug: 's', data_status: 7, pooled }) });
    const reads = (pointer: string) => (evidence: { readonly answer: Exchange }) => [
      holds(at(evidence.answer, pointer) === undefined, evidence.answer, { expected: 'nothing', actual: 'something' }),
    ];
    const answer = prior(null);

    test('is hidden behind the clause that is broken there', () => {
      expect(verdictOf({ answer, judge: reads('/data_status') })).toMatchObject({
        kind: 'inconclusive',
        behind: expect.stringMatching(/^getHierarchicalPrior\/200\/data_status\//u),
      });
    });

    test('is given where another place is read', () => {
      expect(verdictOf({ answer, judge: reads('/slug') }).kind).toBe('fail');
      expect(verdictOf({ answer, judge: reads('/unknown') }).kind).toBe('pass');
    });

    test('is a finding where another comparison is broken', () => {
      const judge = (evidence: { readonly answer: Exchange }) => [
        ...reads('/slug')(evidence),
        every([1], 'item', () => reads('/data_status')(evidence)[0] as Assertion),
      ];
      expect(verdictOf({ answer, judge }).kind).toBe('fail');
    });
  });

  test('is about a 429 where the check is about limits', () => {
    const answer = exchange({ operation: 'predict', outcome: json(429, {}) });
    expect(verdictOf({ answer, aboutLimits: true, judge: ({ answer: one }) => [broken(one)] }).kind).toBe('fail');
  });

  test('finds exchanges wherever they stand in the evidence', () => {
    const made = check({ clause: clauseOf('MUST'), act: () => Promise.resolve({}), judge: () => [enough(true, '')] });
    const evidence = { list: [{ deep: exchange({ seq: 9, outcome: failure() }) }] };
    expect(judgeEvidence(suiteOf([made]), made, evidence).kind).toBe('inconclusive');
  });
});
