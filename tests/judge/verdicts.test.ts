import { describe, expect, test } from 'vitest';
import { type Check, check } from '../../src/check/check.ts';
import { holds } from '../../src/check/judges.ts';
import type { Exchange } from '../../src/http/exchange.ts';
import type { Act } from '../../src/send/journal.ts';
import { contractUnder } from '../support/contract.ts';
import { bare, exchange, failure, json } from '../support/exchanges.ts';
import { judgedRecord, record } from '../support/records.ts';
import { documentedAnswers } from '../support/samples.ts';
import { suiteOf } from '../support/suites.ts';

const CLAUSE =
  [...contractUnder().stated.values()].find(
    (clause) => clause.level === 'MUST' && clause.operation === 'listPapers' && clause.branch === undefined,
  )?.id ?? '';
const isOk: Check = check({
  clause: CLAUSE,
  act: () => Promise.reject(new Error('not sent here')),
  judge: ({ answer }: { readonly answer: Exchange }) => [
    holds(answer.outcome.kind === 'response' && answer.outcome.status === 200, answer, {
      expected: 'ok',
      actual: 'not ok',
    }),
  ],
});
const suite = suiteOf([isOk]);

function act(status: number, again = false): Act {
  return {
    check: CLAUSE,
    clause: CLAUSE,
    again,
    outcome: { kind: 'evidence', evidence: { answer: exchange({ operation: 'listPapers', outcome: bare(status) }) } },
  };
}

describe('a check that was acted twice', () => {
  test.each([
    ['broken both times', [act(500), act(500, true)], { kind: 'fail', flaky: false }],
    ['broken, then well', [act(500), act(200, true)], { kind: 'fail', flaky: true }],
    ['well', [act(200)], { kind: 'pass' }],
  ])('%s', (_name, acts, expected) => {
    expect(judgedRecord(suite, record({ acts })).get(CLAUSE)).toMatchObject(expected);
  });
});

describe('a clause about answers', () => {
  const id = 'listPapers/server-errors';
  const title = 'listPapers/200/data/papers/items/title/type';
  const of = (seq: number, status: number) => exchange({ seq, operation: 'listPapers', outcome: bare(status) });

  test.each([
    ['held in every answer', [of(1, 200), of(2, 400)], { kind: 'pass' }],
    ['broken in one of many', [of(1, 200), of(2, 500)], { kind: 'warn', flaky: false, violations: [{ exchange: 2 }] }],
    ['broken, and again when asked again', [of(1, 500), [of(2, 500), 1] as const], { kind: 'warn', flaky: false }],
    ['broken, and well when asked again', [of(1, 500), [of(2, 200), 1] as const], { kind: 'warn', flaky: true }],
  ])('%s', (_name, exchanges, expected) => {
    expect(judgedRecord(suite, record({ exchanges })).get(id)).toMatchObject(expected);
  });

  test('that a MUST states fails', () => {
    const body = { data: { papers: [{ title: 7 }] } };
    const verdict = judgedRecord(
      suite,
      record({ exchanges: [exchange({ operation: 'listPapers', outcome: json(200, body) })] }),
    ).get(title);
    expect(verdict).toMatchObject({ kind: 'fail', violations: [{ at: '/data/papers/0/title' }] });
  });

  test('keeps a few violations, of different answers', () => {
    const exchanges = [1, 2, 3, 4, 5, 6].map((seq) => of(seq, 500));
    const verdict = judgedRecord(suite, record({ exchanges })).get(id);
    expect(verdict).toMatchObject({ violations: [{ exchange: 1 }, { exchange: 2 }, { exchange: 3 }] });
  });
});

describe('what was not seen', () => {
  test('is skipped, with the reason', () => {
    expect(judgedRecord(suite, record()).get('listPapers/status')).toEqual({
      kind: 'skip',
      reason: 'the operation gave no answer',
    });
  });

  test('is told from what was sent and did not occur', () => {
    const exchanges = [exchange({ operation: 'listPapers', outcome: json(400, {}) })];
    const verdicts = judgedRecord(suite, record({ exchanges }));
    expect(verdicts.get('listPapers/200/data/required')).toMatchObject({
      kind: 'skip',
      reason: 'no response had this status',
    });
    expect(verdicts.get('listPapers/400/details/type')).toMatchObject({
      kind: 'skip',
      reason: 'no response contained what the clause is about',
    });
  });

  test('is never a pass: without an exchange nothing passes', () => {
    const verdicts = [...judgedRecord(suite, record()).values()];
    expect(new Set(verdicts.map(({ kind }) => kind))).toEqual(new Set(['skip']));
  });

  test('names why a client cannot see it', () => {
    const hidden = [...suite.clauses.values()].find(({ unobservable }) => unobservable !== undefined);
    expect(judgedRecord(suite, record()).get(hidden?.id ?? '')).toMatchObject({
      kind: 'skip',
      reason: expect.stringContaining('cannot be tested from outside'),
    });
  });
});

test('every documented example passes wherever it is asked about', () => {
  const contract = contractUnder();
  const exchanges = documentedAnswers(contract).flatMap(({ operation, status, mediaType, bodies }, index) =>
    bodies.map((body, nth) =>
      exchange({
        seq: index * 10 + nth + 1,
        operation,
        intent: { kind: 'open', what: 'an example' },
        outcome: json(Number(status) || 422, body, { 'content-type': mediaType }),
      }),
    ),
  );
  const verdicts = judgedRecord(suiteOf(), record({ exchanges }));
  expect([...verdicts].filter(([, { kind }]) => kind !== 'pass' && kind !== 'skip')).toEqual([]);
});

describe('answers that begin and do not come whole', () => {
  const id = 'listPapers/whole-answers';
  const cut = { ...failure(), status: 200 };
  const of = (seq: number, outcome: Exchange['outcome'], target = '/cut') =>
    exchange({ seq, operation: 'listPapers', outcome, request: { target } });
  const other = exchange({ seq: 9, operation: 'getPaper', request: { target: '/other' }, outcome: json(200, {}) });

  test.each([
    ['each time are a finding of their operation', [of(1, cut), of(2, cut), other], 'fail'],
    ['once, and wrongly compressed, are one as well', [of(1, { ...cut, reason: 'protocol' }), other], 'fail'],
    ['once may be the fault of the network', [of(1, cut), other], 'skip'],
    ['and then do show nothing', [of(1, cut), of(2, cut), of(3, json(200, {})), other], 'pass'],
    ['of one request alone are one as well', [of(1, cut), of(2, cut), of(3, json(200, {}), '/well')], 'fail'],
    ['where nothing else came either, are no answers at all', [of(1, cut), of(2, cut)], 'skip'],
    ['are no failures without an answer', [of(1, failure()), of(2, failure()), other], 'skip'],
  ])('%s', (_name, exchanges, kind) => {
    expect(judgedRecord(suite, record({ exchanges })).get(id)?.kind).toBe(kind);
  });
});
