import { describe, expect, test } from 'vitest';
import type { Assertion } from '../../src/check/check.ts';
import {
  accepted,
  answeredWith,
  applicable,
  at,
  bodyOf,
  enough,
  holds,
  isSuccess,
  notServed,
  numberAt,
  objectsAt,
  refused,
  refusedSomehow,
  statusOf,
  tellsOf,
  textAt,
} from '../../src/check/judges.ts';
import { every } from '../../src/check/results.ts';
import { statusFits } from '../../src/contract/statuses.ts';
import type { Outcome } from '../../src/http/exchange.ts';
import { contractUnder } from '../support/contract.ts';
import { bare, exchange, failure, INVALID_QUERY, json, problem, text } from '../support/exchanges.ts';
import { documentedAnswers } from '../support/samples.ts';
import { judgingUnder } from '../support/suites.ts';

const judging = judgingUnder();
const PAPERS = documentedAnswers(contractUnder()).find(
  ({ operation, status }) => operation === 'listPapers' && status === '200',
)?.bodies[0];
const ERROR = { error: 'bad_request', message: 'No.' };

const papers = (outcome = json(200, PAPERS)) => exchange({ operation: 'listPapers', outcome });
const badQuery = (outcome = json(400, ERROR)) => exchange({ operation: 'listPapers', intent: INVALID_QUERY, outcome });

/** One word for what an assertion says. */
function ask(assertion: Assertion): string {
  const result = assertion(judging);
  if (result === undefined) return 'holds';
  return result.kind === 'violation' ? 'violated' : result.as;
}

describe('each judge has an answer that it lets pass and one that it does not', () => {
  test.each<readonly [string, Assertion, Assertion]>([
    ['accepted', accepted(papers()), accepted(papers(json(400, ERROR)))],
    [
      'accepted, under another success than the declared one: with what the success carries, and with something else',
      accepted(papers(json(201, PAPERS))),
      accepted(papers(json(201, { other: true }))),
    ],
    [
      'answeredWith another success',
      answeredWith(papers(json(201, PAPERS)), '200'),
      answeredWith(papers(bare(204)), '200'),
    ],
    ['refused', refused(badQuery()), refused(badQuery(json(200, PAPERS)))],
    ['refused, with another status than the declared one', refused(badQuery()), refused(badQuery(json(422, ERROR)))],
    [
      'refused, as a kind of its own',
      refused(papers(json(400, ERROR)), 'invalid-query'),
      refused(papers(), 'invalid-query'),
    ],
    ['refusedSomehow', refusedSomehow(badQuery(json(422, ERROR))), refusedSomehow(badQuery(bare(500)))],
    ['notServed', notServed(papers(bare(401))), notServed(papers())],
    ['notServed, by any success', notServed(papers(bare(500))), notServed(papers(bare(204)))],
    ['answeredWith', answeredWith(papers(bare(404)), '404'), answeredWith(papers(), '404')],
    [
      'answeredWith a range',
      answeredWith(papers(bare(418)), '4XX', '500'),
      answeredWith(papers(bare(503)), '4XX', '500'),
    ],
    [
      'holds',
      holds(true, papers(), { expected: 'a', actual: 'a' }),
      holds(false, papers(), { expected: 'a', actual: 'b' }),
    ],
    [
      'every',
      every([1, 2], 'number', () => accepted(papers())),
      every([1, 2], 'number', (one) => holds(one < 2, papers(), { expected: 'less', actual: one })),
    ],
  ])('%s', (_name, good, bad) => {
    expect(ask(good)).toBe('holds');
    expect(ask(bad)).toBe('violated');
  });
});

describe('what cannot be shown is never passed', () => {
  test.each<readonly [string, Assertion, string]>([
    ['every of nothing', every([], 'paper', () => accepted(papers())), 'inconclusive'],
    ['enough, where it is not', enough(false, 'too few papers'), 'inconclusive'],
    ['applicable, where it is not', applicable(false, 'the chat is disabled'), 'skip'],
    ['a dead connection', accepted(exchange({ operation: 'listPapers', outcome: failure() })), 'inconclusive'],
    [
      'a refusal after a dead connection',
      refused(exchange({ operation: 'listPapers', intent: INVALID_QUERY, outcome: failure() })),
      'inconclusive',
    ],
    [
      'no service after a dead connection',
      notServed(exchange({ operation: 'listPapers', outcome: failure() })),
      'inconclusive',
    ],
    [
      'a kind of refusal to which the contract gives no status',
      refused(exchange({ operation: 'getPredictManifest', intent: INVALID_QUERY, outcome: json(200, {}) })),
      'inconclusive',
    ],
    ['a refusal of a request that is valid', refused(papers()), 'inconclusive'],
    [
      'a condition of the target: no backing service',
      accepted(exchange({ operation: 'inferSensitivity', outcome: json(503, { error: 'x' }) })),
      'skip',
    ],
    [
      'a condition of the target: the chat is off',
      accepted(exchange({ operation: 'chat', outcome: problem(404) })),
      'skip',
    ],
  ])('%s: %s', (_name, assertion, expected) => {
    expect(ask(assertion)).toBe(expected);
  });

  test('and every with an item that cannot be shown is not shown either', () => {
    expect(ask(every([1], 'paper', () => enough(false, 'no')))).toBe('inconclusive');
  });
});

describe('a condition of the target', () => {
  test('excuses no breach of an operation that does not document it', () => {
    expect(ask(accepted(exchange({ operation: 'predict', outcome: problem(503) })))).toBe('violated');
  });

  test('does not turn a right answer into none', () => {
    expect(ask(answeredWith(exchange({ operation: 'chat', outcome: problem(404) }), '404'))).toBe('holds');
  });

  test('is told in words, with its status', () => {
    expect(accepted(exchange({ operation: 'chat', outcome: problem(404) }))(judging)).toMatchObject({
      kind: 'not-shown',
      reason: 'the chat is disabled (status 404)',
    });
  });
});

describe('an answer', () => {
  const chat = (outcome: Outcome = problem(404)) => exchange({ operation: 'chat', outcome });

  test.each([
    ['with the status of the condition', chat(), true],
    ['with the status of another condition', chat(problem(503)), false],
    ['with a success', chat(json(200, {})), false],
    ['that never came', chat(failure()), false],
    ['from outside of the document', exchange({ outcome: problem(404) }), false],
  ])('%s', (_name, answer, expected) => {
    expect(tellsOf(judging, answer, 'disabled')).toBe(expected);
  });

  test('is not asked for a condition that the document does not name', () => {
    expect(() => tellsOf(judging, chat(), 'disable')).toThrow(
      'chat has no response with an x-condition named disable (did you mean disabled?).',
    );
  });
});

describe('a violation', () => {
  test('names what was expected, what came, and the exchange', () => {
    const answer = exchange({ seq: 7, operation: 'listPapers', intent: INVALID_QUERY, outcome: json(200, PAPERS) });
    expect(refused(answer)(judging)).toEqual({
      kind: 'violation',
      expected: 'status 400 for limit=0',
      actual: 'status 200 (application/json)',
      exchange: 7,
      status: { expected: ['400'], actual: 200 },
    });
  });

  test.each([
    ['name has 2 characters', 'status 400 where name has 2 characters'],
    ['the body has a null', 'status 400 where the body has a null'],
    ['id=no-uuid (text that is no uuid)', 'status 400 for id=no-uuid (text that is no uuid)'],
    ['no credential', 'status 400 without a credential'],
  ])('says what is wrong with the request: %s', (what, expected) => {
    const intent = { ...INVALID_QUERY, what };
    const answer = exchange({ operation: 'listPapers', intent, outcome: json(200, PAPERS) });
    expect(refused(answer)(judging)).toMatchObject({ expected });
  });

  test('shows values as JSON, cut short', () => {
    const result = holds(false, papers(), { expected: 'less', actual: { long: 'x'.repeat(500) } })(judging);
    const actual = result?.kind === 'violation' ? result.actual : '';
    expect(actual).toMatch(/^\{"long":"x+…$/u);
    expect(actual.length).toBeLessThan(210);
  });
});

describe('a look into an answer', () => {
  const answer = exchange({ outcome: json(200, { count: 3, name: 'n', list: [{ a: 1 }, 'text', null, [1]] }) });

  test('finds what is there, of the type that is asked for', () => {
    expect(bodyOf(answer)).toMatchObject({ count: 3 });
    expect(at(answer, '/list/0/a')).toBe(1);
    expect(numberAt(answer, '/count')).toBe(3);
    expect(textAt(answer, '/name')).toBe('n');
    expect(objectsAt(answer, '/list')).toEqual([{ a: 1 }]);
    expect(statusOf(answer)).toBe(200);
    expect(isSuccess(answer)).toBe(true);
  });

  test.each([
    ['a dead connection', exchange({ outcome: failure() })],
    ['a text', exchange({ outcome: text(404, 'nothing here') })],
  ])('finds nothing in %s', (_name, other) => {
    expect([bodyOf(other), at(other, '/a'), numberAt(other, '/count'), textAt(other, '/name')]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect(objectsAt(other, '/list')).toEqual([]);
    expect(isSuccess(other)).toBe(false);
  });

  test('takes no value for one of another type', () => {
    expect(numberAt(answer, '/name')).toBeUndefined();
    expect(textAt(answer, '/count')).toBeUndefined();
    expect(objectsAt(answer, '/name')).toEqual([]);
  });
});

test.each([
  [200, '200', true],
  [404, '4XX', true],
  [404, '4xx', true],
  [500, '4XX', false],
  [404, '400', false],
])('status %i fits %s: %s', (status, key, expected) => {
  expect(statusFits(status, key)).toBe(expected);
});
