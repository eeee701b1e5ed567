import { describe, expect, test } from 'vitest';
import type { Clause } from '../../src/contract/contract.ts';
import type { Exchange } from '../../src/http/exchange.ts';
import type { Cause } from '../../src/judge/causes/index.ts';
import { type Lead, titleOf } from '../../src/report/titles.ts';
import { exchange, json } from '../support/exchanges.ts';

const LONG = 'x'.repeat(2200);
const cause = (nature: Cause['nature'], parts: Partial<Cause> = {}): Cause => ({
  id: 'i',
  nature,
  scope: 'place',
  lead: 'getPaper/route',
  clauses: ['getPaper/route'],
  operations: ['getPaper'],
  exchanges: [],
  hides: [],
  ...parts,
});
const clause = (parts: Partial<Clause> = {}): Clause => ({
  id: 'getPaper/slug',
  level: 'MUST',
  text: 'A sentence.',
  section: 'Limits',
  origin: 'stated',
  operation: 'getPaper',
  pointer: '',
  needs: [],
  ...parts,
});
const lead: Lead = { clause: clause(), route: 'GET /papers/{id}' };

/** An exchange of a bad request, and what it was answered with. */
const answered = (
  status: number,
  what: string,
  query: Record<string, string> = {},
  reject = 'invalid-query',
): Exchange => ({
  seq: 1,
  operation: 'getPaper',
  intent: { kind: 'invalid', reject, what },
  request: { method: 'GET', target: '/papers', query, headers: {}, credentials: [] },
  outcome: { kind: 'response', status, headers: {}, body: { size: 0, text: '', utf8: true }, durationMs: 1 },
});

describe('the title of a finding about one clause says what is wrong', () => {
  const answer = (keyword: string, expected: unknown, place: readonly string[] = ['data', 'items', 'items', 'unit']) =>
    clause({ origin: 'derived', subject: { kind: 'answer', status: '200', place, keyword, expected } });
  const parameter = (keyword: string, expected: unknown) =>
    clause({ origin: 'derived', subject: { kind: 'parameter', in: 'query', name: 'limit', keyword, expected } });
  const status = (expected: readonly string[], actual: number) => ({
    expected: 'e',
    actual: 'a',
    status: { expected, actual },
  });
  const at = '/data/items/0/unit';

  test.each<[string, Lead]>([
    // The first `items` is a member, as the pointer shows, and the second the elements of an array.
    [
      'data.items[].unit is missing from a 200 answer',
      { ...lead, clause: answer('required', 'unit'), told: { expected: '', actual: '', at: '/data/items/0' } },
    ],
    [
      'data.items[].unit is "50", not a number',
      { ...lead, clause: answer('type', 'number'), told: { expected: 'number', actual: '"50"', at } },
    ],
    [
      'data.items[].unit is "mfc", not one of MFC, BES',
      { ...lead, clause: answer('enum', ['MFC', 'BES']), told: { expected: '', actual: '"mfc"', at } },
    ],
    [
      'data.items[].unit is -1; expected at least 0',
      { ...lead, clause: answer('minimum', 0), told: { expected: 'at least 0', actual: '-1', at } },
    ],
    [
      'limit=101 was accepted, 100 is the maximum',
      {
        ...lead,
        clause: parameter('maximum', 100),
        told: status(['400'], 200),
        exchange: answered(200, 'limit=101', { limit: '101' }),
      },
    ],
    [
      'limit=101 gets 422, not 400',
      {
        ...lead,
        clause: parameter('maximum', 100),
        told: status(['400'], 422),
        exchange: answered(422, 'limit=101', { limit: '101' }),
      },
    ],
    [
      'a body without name was accepted (201)',
      {
        ...lead,
        clause: clause({
          origin: 'derived',
          subject: { kind: 'request-body', place: 'name', keyword: 'required', expected: 'name' },
        }),
        told: status(['400'], 201),
        exchange: answered(201, 'name is missing', {}, 'invalid-body'),
      },
    ],
    [
      'a request without a credential is accepted (200), but should be refused',
      {
        ...lead,
        told: status(['3XX', '4XX', '5XX'], 200),
        exchange: answered(200, 'no credential', {}, 'missing-credential'),
      },
    ],
    [
      'an unknown id gets 200, not 404',
      { ...lead, told: status(['404'], 200), exchange: answered(200, 'an unknown id', {}, 'unknown-id') },
    ],
    [
      'a 400 answer is text/html, not application/problem+json',
      {
        ...lead,
        clause: clause({ subject: { kind: 'media-type', status: '400', types: ['application/problem+json'] } }),
        told: { expected: 'application/problem+json', actual: 'text/html' },
      },
    ],
    [
      'status 405 in the body; expected status 404',
      { ...lead, told: { expected: 'status 404', actual: 'status 405', at: '/status' } },
    ],
    [
      'error is 0, not null',
      {
        ...lead,
        clause: clause({
          subject: { kind: 'answer', status: '200', place: ['error'], keyword: 'type', expected: ['null'] },
        }),
        told: { expected: 'null', actual: '0', at: '/error' },
      },
    ],
    ['4 at data.pages; expected 3 pages', { ...lead, told: { expected: '3 pages', actual: '4', at: '/data/pages' } }],
    [
      `used 286 + remaining 715 = 1001, limit 1000; expected ${'x'.repeat(60)}`,
      {
        ...lead,
        clause: clause({ invariant: {} }),
        told: { expected: 'x'.repeat(60), actual: 'used 286 + remaining 715 = 1001, limit 1000' },
      },
    ],
  ])('%s', (title, one) => {
    expect(titleOf(cause({ kind: 'clause' }), one)).toBe(`GET /papers/{id}: ${title}`);
  });

  test('however many words that takes, what came stands first', () => {
    const told = { expected: LONG, actual: `y${LONG}` };
    expect(titleOf(cause({ kind: 'clause' }), { ...lead, told })).toMatch(
      /^GET \/papers\/\{id\}: yx+…; expected x+…$/u,
    );
  });

  test('it has at most 140 characters, with the number of clauses', () => {
    const told = { expected: LONG, actual: LONG };
    const many = { clauses: ['getPaper/a', 'getPaper/b'], operations: ['getPaper', 'listPapers'] };
    const title = titleOf(cause({ kind: 'clause' }, many), { ...lead, told });
    expect(title).toHaveLength(140);
    expect(title).toMatch(/… \(2 clauses in getPaper, listPapers\)$/u);
  });

  test('a body that lacks something is not quoted', () => {
    const told = { expected: 'an API version', actual: '{"blocks":{"powerOutput":"Power per area"}}' };
    const shown = { ...lead, told, exchange: answered(200, '') };
    expect(titleOf(cause({ kind: 'clause' }), shown)).toBe('GET /papers/{id}: a 200 answer without an API version');
  });
});

describe('the title of a finding', () => {
  test('names a route by method and path', () => {
    expect(titleOf(cause({ kind: 'absent-route' }), lead)).toBe('GET /papers/{id} does not exist');
  });

  test('names the branch that the service uses, and that of the profile', () => {
    const branches = { declared: 'bare', seen: ['wrapped'] };
    expect(titleOf(cause({ kind: 'conflict', conflict: 'envelope' }), { ...lead, branches })).toBe(
      'The service uses envelope=wrapped; the profile says bare',
    );
  });

  test('quotes a value that is written in another way', () => {
    const nature = { kind: 'spelling', keyword: 'type', expected: 'boolean', actual: 'a', example: '"yes"' } as const;
    expect(titleOf(cause(nature), lead)).toBe(
      'GET /papers/{id}: values of type boolean are written like "yes", wherever they occur',
    );
  });

  test('says how much it explains, and which members are missing', () => {
    const clauses = ['getPaper/404/error/required', 'getPaper/404/message/required'];
    expect(titleOf(cause({ kind: 'another-shape', place: '', members: ['detail'] }, { clauses }), lead)).toBe(
      'GET /papers/{id}: the body has other members (detail); error, message are missing (2 clauses)',
    );
  });

  test.each<Cause['nature']>([
    { kind: 'clause' },
    { kind: 'shared-schema', pointer: '/x' },
    { kind: 'another-shape', place: LONG, members: [LONG, LONG] },
    { kind: 'media-type', expected: 'application/json', actual: LONG },
    { kind: 'spelling', keyword: 'format', expected: 'date-time', actual: LONG },
    { kind: 'valid-refused', status: 400, feature: { in: 'query', name: 'q', value: LONG } },
    { kind: 'valid-refused', status: 400, feature: { in: 'path', name: 'id', value: LONG } },
  ])('is a line or two, however long a value is: $kind', (nature) => {
    const title = titleOf(cause(nature), { ...lead, told: { expected: LONG, actual: LONG } });
    expect([...title].length).toBeLessThan(300);
    expect(title).toContain('…');
    expect(title).not.toContain('x'.repeat(250));
  });
});

test.each([
  [200, [], 'a request without a credential is accepted (200), but should be refused'],
  [200, ['apiKey', 'session'], 'the apiKey and the session are accepted (200), but should be refused'],
  [400, [], 'a request without a credential gets 400, not 401: something else was checked first'],
  [422, ['apiKey', 'wrong bearer'], 'the apiKey and a wrong bearer get 422, not 401: something else was checked first'],
])('says what came and what was expected of who is let in: %i, %j', (came, presented, words) => {
  const exchange = answered(came, 'no credential', {}, 'missing-credential');
  const told = { expected: 'e', actual: 'a', status: { expected: ['401'], actual: came } };
  expect(titleOf(cause({ kind: 'credential-accepted', presented }), { ...lead, exchange, told })).toBe(
    `GET /papers/{id}: ${words}`,
  );
});

test('says whole how an answer broke off', () => {
  const actual =
    'status 200, and then papers.example:443: the connection broke before the answer was whole, after 893 bytes of the body (HTTPParserError).';
  const told = { expected: 'an HTTP answer as long and compressed as its headers say', actual };
  const title = titleOf(cause({ kind: 'clause' }), { ...lead, clause: clause({ subject: { kind: 'message' } }), told });
  expect(title).toBe(
    'GET /papers/{id}: status 200, and then the connection broke before the answer was whole, after 893 bytes of the body',
  );
});

test('says of who is refused whether a credential is needed', () => {
  const told = (presented: readonly string[]) =>
    titleOf(cause({ kind: 'credential-refused', presented, always: true }), { ...lead, exchange: answered(401, '') });
  expect(told([])).toContain('a request without a credential is refused (401), but none is needed');
  expect(told(['bearer'])).toContain('the bearer is refused (401), but should give access');
});

describe('the title of bad values that are accepted names them and their places', () => {
  type Parts = Omit<Extract<Cause['nature'], { kind: 'not-validated' }>, 'kind'>;
  const titled = (parts: Parts, clauses: readonly string[], operations = ['createPaper']) =>
    titleOf(cause({ kind: 'not-validated', ...parts }, { clauses, operations }), lead);

  test.each<readonly [string, Parts, readonly string[]]>([
    [
      'values of another type are accepted in year, title (2 clauses)',
      { part: 'body', keyword: 'type' },
      ['createPaper/body/year/type', 'createPaper/body/title/type'],
    ],
    [
      'unknown members are accepted in request bodies',
      { part: 'body', name: '', keyword: 'additionalProperties' },
      ['createPaper/body/additionalProperties'],
    ],
    [
      'requests without title are accepted',
      { part: 'body', name: 'title', keyword: 'required' },
      ['createPaper/body/title/required'],
    ],
    [
      'a body that is no JSON object is accepted (2 clauses)',
      { part: 'body', name: '' },
      ['createPaper/body/malformed', 'createPaper/body/array'],
    ],
    [
      'the request body is not validated: every bad value tried was accepted (2 clauses)',
      { part: 'body', name: '' },
      ['createPaper/body/malformed', 'createPaper/body/minProperties'],
    ],
    ['bad values of query parameters are accepted', { part: 'query' }, ['listPapers/limit/type']],
  ])('%s', (title, parts, clauses) => {
    expect(titled(parts, clauses)).toBe(`GET /papers/{id}: ${title}`);
  });

  test('not the places, if these are in several operations', () => {
    const clauses = ['createPaper/body/year/type', 'updatePaper/body/title/type'];
    expect(titled({ part: 'body', keyword: 'type' }, clauses, ['createPaper', 'updatePaper'])).toBe(
      'GET /papers/{id}: values of another type are accepted in request bodies (2 clauses in createPaper, updatePaper)',
    );
  });
});

test('a failure of a request that may be refused says what the request was about', () => {
  const intent = { kind: 'open' as const, what: 'an action that was done already' };
  const of = exchange({ operation: 'cancel', intent, outcome: json(500, {}) });
  const feature = { in: 'path' as const, name: 'path', value: '/papers/7/close' };
  for (const nature of [{ status: 500 }, { status: 500, feature }])
    expect(titleOf(cause({ kind: 'valid-refused', ...nature }), { ...lead, exchange: of })).toBe(
      'GET /papers/{id}: requests fail with 500, such as an action that was done already',
    );
});

test('a refused request is told by what the user knows before what the run made up', () => {
  const value = (name: string, text: string) => ({
    in: 'body' as const,
    name: `/${name}`,
    value: JSON.stringify(text),
  });
  const nature = {
    kind: 'valid-refused' as const,
    status: 400,
    feature: value('name', 'conform key 7'),
    alternatives: [value('tier', 'enterprise')],
  };
  expect(titleOf(cause(nature), lead)).toBe(
    'GET /papers/{id}: valid requests are refused with 400 when they have tier = "enterprise" in the body, or name = "conform key 7" in the body',
  );
});
