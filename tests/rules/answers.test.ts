import { describe, expect, test } from 'vitest';
import { onEveryAnswer } from '../../src/check/check.ts';
import { at, enough, holds } from '../../src/check/judges.ts';
import { operationOf } from '../../src/contract/contract.ts';
import type { Answer, Exchange, Outcome } from '../../src/http/exchange.ts';
import { createAnswerJudge, createAnswerMemory, derive, looksAbsent } from '../../src/rules/index.ts';
import { contractUnder, fullReadings } from '../support/contract.ts';
import { bare, exchange, failure, INVALID_QUERY, json, problem, text } from '../support/exchanges.ts';
import { documentedAnswers } from '../support/samples.ts';

const contract = contractUnder();
const judge = createAnswerJudge(contract);

/** The first example of a documented answer. */
function example(operation: string, status: string): unknown {
  return documentedAnswers(contract).find((answer) => answer.operation === operation && answer.status === status)
    ?.bodies[0];
}

/** What an answer says of one clause: it holds, it is broken, or nothing. */
function says(clause: string, outcome: Outcome, intent: Exchange['intent'] = { kind: 'valid' }): string {
  const observation = judge(exchange({ operation: clause.split('/')[0] ?? '', intent, outcome })).find(
    (one) => one.clause === clause,
  );
  if (observation === undefined) return 'nothing';
  return observation.violation === undefined ? 'holds' : 'broken';
}

const PAPERS = json(200, example('listPapers', '200'));
const withBody = (answer: Answer, body: Partial<Answer['body']>): Answer => ({
  ...answer,
  body: { ...answer.body, ...body },
});

describe('each rule has an answer that keeps to it and one that breaks it', () => {
  test.each<readonly [string, Outcome, Outcome]>([
    ['listPapers/status', PAPERS, json(201, {})],
    ['listPapers/status', PAPERS, bare(302, { location: '/elsewhere' })],
    ['listPapers/server-errors', PAPERS, json(500, {})],
    ['listPapers/valid-requests-do-not-fail', PAPERS, json(502, {})],
    ['listPapers/200/media-type', PAPERS, text(200, 'papers', 'text/html')],
    ['listPapers/200/media-type', json(200, {}, { 'content-type': 'Application/JSON; charset=utf-8' }), bare(200)],
    ['listPapers/200/well-formed', PAPERS, text(200, '{"data": ', 'application/json')],
    ['listPapers/200/well-formed', PAPERS, withBody(PAPERS, { utf8: false })],
    ['searchPapers/400/problem-status', problem(400), problem(400, { status: 500 })],
    ['deleteApiKey/204/no-body', bare(204), text(204, 'gone')],
    ['deleteApiKey/204/no-body', bare(204, { 'content-length': '0' }), bare(204, { 'content-length': '4' })],
    ['listPapers/200/data/required', PAPERS, json(200, { error: null })],
    ['listPapers/200/data/papers/items/title/type', PAPERS, json(200, { data: { papers: [{ title: 7 }] } })],
    ['listPapers/200/data/papers/items/id/format', PAPERS, json(200, { data: { papers: [{ id: 'no uuid' }] } })],
  ])('%s', (clause, good, bad) => {
    expect(says(clause, good)).toBe('holds');
    expect(says(clause, bad)).toBe('broken');
  });
});

test.each([
  ['500', 500, 'holds'],
  ['5XX', 503, 'holds'],
  ['503', 500, 'broken'],
  ['4XX', 500, 'broken'],
  ['default', 500, 'broken'],
  ['default', 404, 'holds'],
])('where %s is documented for errors, %i leaves server-errors %s', (key, status, expected) => {
  const operation = operationOf(contract, 'listPapers');
  const responses = operation.responses.map((one) => (one.key === '400' ? { ...one, key } : one));
  const operations = new Map([['listPapers', { ...operation, responses }]]);
  const found = createAnswerJudge({ ...contract, operations })(
    exchange({ operation: 'listPapers', outcome: json(status, { error: 'x', message: 'y' }) }),
  );
  const verdicts = ['server-errors', 'valid-requests-do-not-fail'].flatMap((slug) =>
    found.filter(({ clause }) => clause === `listPapers/${slug}`).map(({ violation }) => violation !== undefined),
  );
  expect(verdicts).toEqual(expected === 'broken' ? [true, true] : [false]);
});

test('a query value may be the reason of a refusal, unless the request has a body', () => {
  const judged = (body: object) => {
    const request = { query: { hybrid: 'true' }, ...body };
    const found = judge(exchange({ operation: 'predict', request, outcome: problem(400) }));
    return found.filter(({ clause }) => clause === 'predict/valid-requests-are-not-refused');
  };
  expect(judged({ body: '{}' })).toHaveLength(1);
  expect(judged({})).toEqual([]);
});

describe('a rule says nothing', () => {
  test.each<readonly [string, string, Outcome]>([
    ['of an answer that did not come', 'listPapers/status', failure()],
    ['of a success about a refusal', 'listPapers/status', json(400, {})],
    ['of a body whose status is not documented', 'listPapers/200/data/required', json(418, {})],
    ['of JSON that does not call itself that', 'listPapers/200/well-formed', text(200, '{', 'text/html')],
    [
      'of a status member that is no number, which the schema tells',
      'searchPapers/400/problem-status',
      problem(400, { status: '400' }),
    ],
    [
      'of the route where the answer is a refusal, which whoever stands before it may give',
      'listPapers/route',
      json(404, { error: 'x', message: 'y' }),
    ],
    ['of a body that is no JSON', 'listPapers/200/data/required', text(200, 'x', 'application/json')],
    ['of a problem that is not documented', 'listPapers/400/problem-status', problem(400)],
  ])('%s', (_name, clause, outcome) => {
    expect(says(clause, outcome)).toBe('nothing');
  });

  test('of the route where the request was not valid', () => {
    expect(says('listPapers/route', text(404, 'x'), INVALID_QUERY)).toBe('nothing');
  });

  test('of a failure that is documented, of a refusal, or of a request that was not valid', () => {
    expect(says('chat/valid-requests-do-not-fail', problem(503))).toBe('nothing');
    expect(says('listPapers/valid-requests-do-not-fail', json(429, {}))).toBe('nothing');
    expect(says('getUsage/valid-requests-do-not-fail', json(403, {}))).toBe('nothing');
    expect(says('createApiKey/valid-requests-do-not-fail', json(409, {}))).toBe('nothing');
    expect(says('listPapers/valid-requests-do-not-fail', json(500, {}), INVALID_QUERY)).toBe('nothing');
    expect(says('listPapers/valid-requests-do-not-fail', json(500, {}), { kind: 'open', what: 'x' })).toBe('nothing');
  });

  test('of an exchange outside the document', () => {
    expect(judge(exchange({ outcome: json(200, {}) }))).toEqual([]);
  });

  test('of a documented 5xx, other than that it is none of the undocumented ones', () => {
    expect(says('chat/server-errors', problem(503))).toBe('holds');
    expect(says('predict/server-errors', problem(500))).toBe('holds');
    expect(says('predict/server-errors', problem(502))).toBe('broken');
  });
});

test.each([
  ['{"a":"NaN","b":NaN}', 'NaN for a value, as in {"a":"NaN","b":NaN}'],
  ['{"a":[1,-Infinity]}', '-Infinity for a value, as in {"a":[1,-Infinity]}'],
  ['{"a": None}', 'None for a value, as in {"a": None}'],
  ['\uFEFF{}', 'a byte order mark before the JSON'],
  ['{"None"', '7 bytes that do not parse: "{\\"None\\""'],
])('what is no JSON in an answer is named: %s', (body, actual) => {
  const found = judge(exchange({ operation: 'listPapers', outcome: text(200, body, 'application/json') }));
  expect(found.flatMap(({ violation }) => violation?.actual ?? [])).toContain(actual);
});

describe('an answer with the other of two media types', () => {
  test('is judged by the schema of its own', () => {
    expect(says('getPaperDetail/404/media-type', problem(404))).toBe('holds');
    expect(says('getPaperDetail/404/title/required', problem(404, { title: undefined }))).toBe('broken');
    expect(says('getPaperDetail/404/error/required', json(404, { data: null }))).toBe('broken');
    expect(says('getPaperDetail/404/error/required', problem(404))).toBe('nothing');
  });
});

describe('every observation', () => {
  const clauses = new Set(derive(contract).clauses.map(({ id }) => id));
  const outcomes: readonly Outcome[] = [
    bare(200),
    json(200, {}),
    json(200, []),
    text(200, 'x'),
    json(400, {}),
    problem(404),
    bare(204),
    json(500, {}),
    bare(301),
    json(201, null),
  ];

  test.each([...contract.operations.keys()])('of %s is about a clause that there is', (operation) => {
    for (const outcome of outcomes) {
      const unknown = judge(exchange({ operation, outcome })).filter(({ clause }) => !clauses.has(clause));
      expect(unknown).toEqual([]);
    }
  });

  test('of one clause is one, and broken if any is', () => {
    const body = { data: { papers: [{ title: 'good' }, { title: 7 }, { title: 'good' }] } };
    const found = judge(exchange({ operation: 'listPapers', outcome: json(200, body) })).filter(
      ({ clause }) => clause === 'listPapers/200/data/papers/items/title/type',
    );
    expect(found).toMatchObject([{ violation: { at: '/data/papers/1/title', actual: '7' } }]);
  });

  test('is the same when asked twice', () => {
    const answer = exchange({ operation: 'listPapers', outcome: PAPERS });
    expect(judge(answer)).toBe(judge(answer));
  });
});

describe('a stated clause that every answer is asked about', () => {
  const clause = 'listPapers/made-up';
  const total = onEveryAnswer({
    clause,
    operation: 'listPapers',
    judge: (answer) => [
      holds(at(answer, '/data/pagination/total') === 1, answer, {
        expected: '1',
        actual: at(answer, '/data/pagination/total'),
      }),
    ],
  });
  const hidden = onEveryAnswer({
    clause: 'listPapers/hidden',
    operation: 'listPapers',
    judge: () => [enough(false, 'not here')],
  });
  const broken = onEveryAnswer({
    clause: 'listPapers/bug',
    operation: 'listPapers',
    judge: () => {
      throw new Error('a bug of ours');
    },
  });
  const asked = createAnswerJudge(contract, [total, hidden, broken]);
  const of = (id: string, parts: Parameters<typeof exchange>[0]) =>
    asked(exchange({ operation: 'listPapers', outcome: PAPERS, ...parts })).filter((one) => one.clause === id);

  test('is asked of a success that keeps to the document', () => {
    expect(of(clause, {})).toEqual([{ clause }]);
  });

  test('is not asked of a refusal, or of an answer to an invalid request; a malformed answer hides it', () => {
    expect(of(clause, { outcome: json(400, { error: 'x', message: 'y' }) })).toEqual([]);
    expect(of(clause, { outcome: json(200, {}) })).toEqual([{ clause, behind: 'listPapers/200/data/required' }]);
    expect(of(clause, { intent: INVALID_QUERY })).toEqual([]);
  });

  test('says nothing where it cannot be shown, and names its own bug', () => {
    expect(of('listPapers/hidden', {})).toEqual([]);
    expect(of('listPapers/bug', {})).toMatchObject([{ bug: expect.stringContaining('a bug of ours') }]);
  });
});

test('judges that share a memory say what each of them would say alone', () => {
  const readings = [contract, ...fullReadings().map((reading) => contractUnder(reading))];
  const answers = documentedAnswers(contract).flatMap(({ operation, status, bodies }) =>
    [...bodies, {}].map((body) => exchange({ operation, outcome: json(Number(status) || 400, body) })),
  );
  const memory = createAnswerMemory();
  for (const reading of readings) {
    const [sharing, alone] = [createAnswerJudge(reading, [], memory), createAnswerJudge(reading)];
    for (const answer of answers) expect(sharing(answer)).toEqual(alone(answer));
  }
});

test.each<readonly [string, Outcome, boolean]>([
  ['a page that nobody knows', text(404, '<h1>Not found</h1>', 'text/html'), true],
  ['an empty 404', bare(404), true],
  ['a method that the address does not know', json(405, {}), true],
  ['a 404 in the form that the operation declares', json(404, { error: 'not_found', message: 'No.' }), false],
  ['a 404 in the form of a framework', json(404, { detail: 'Not Found' }), true],
  ['a success', json(200, {}), false],
  ['no answer', failure(), false],
])('%s looks absent: %s', (_name, outcome, expected) => {
  expect(looksAbsent(exchange({ operation: 'getPaper', outcome }), contract)).toBe(expected);
});
