import { describe, expect, test } from 'vitest';
import type { Exchange } from '../../src/http/exchange.ts';
import { branchesShownBy, detectBranches } from '../../src/judge/branches.ts';
import { contractUnder, everyBranch } from '../support/contract.ts';
import { bare, exchange, failure, json, problem, text } from '../support/exchanges.ts';
import { documentedAnswers } from '../support/samples.ts';

const contract = contractUnder();
const PAPER = { id: 'cl9ebqhxk00003b600tymydho' };
const flat = JSON.stringify({ systemType: 'MFC', temperature: 30, ph: 7 });
const chat = (mode: string) => JSON.stringify({ messages: [{ role: 'user', content: 'Hello.' }], mode });
const answerOf = (operation: string, outcome: Exchange['outcome'], body?: string) =>
  exchange({ operation, outcome, ...(body === undefined ? {} : { request: { body } }) });

const missing = (outcome: Exchange['outcome'], id = 'cl9ebqhxk00003b600tymydho') =>
  exchange({ operation: 'getPaperDetail', outcome, request: { target: `/api/papers/${id}` } });
const unknown = (slug: string, intent: Exchange['intent'] = { kind: 'open', what: 'an unknown slug' }) =>
  exchange({
    operation: 'getHierarchicalPrior',
    intent,
    outcome: problem(404),
    request: { target: `/api/parameters/${slug}/hierarchical-prior` },
  });

/** One exchange for each branch that an exchange can show. */
const SHOWS: Readonly<Record<string, Exchange>> = {
  'predict-body/nested': answerOf('predict', problem(400), flat),
  'predict-body/flat': answerOf('predict', json(200, { powerOutput: {} }), flat),
  'search-envelope/bare': answerOf('searchPapers', json(200, { papers: [] })),
  'search-envelope/wrapped': answerOf('searchPapers', json(200, { success: true, data: {} })),
  'chat-media/event-stream': answerOf('chat', text(200, 'data: x', 'text/event-stream')),
  'chat-media/plain': answerOf('chat', text(200, 'x', 'text/plain; charset=utf-8')),
  'chat-modes/general': answerOf('chat', problem(400), chat('lab-research')),
  'chat-modes/lab': answerOf('chat', text(200, 'x'), chat('lab-mutation')),
  'paper-miss-body/data-error': missing(json(404, { data: null, error: {} })),
  'paper-miss-body/problem': missing(problem(404)),
  'paper-system-type/systemType': answerOf('getPaperDetail', json(200, { data: { ...PAPER, systemType: 'MFC' } })),
  'paper-system-type/primarySystemType': answerOf(
    'getPaperDetail',
    json(200, { data: { ...PAPER, primarySystemType: 'MFC' } }),
  ),
  'paper-system-type/both': answerOf(
    'getPaperDetail',
    json(200, { data: { ...PAPER, systemType: 'MFC', primarySystemType: 'MFC' } }),
  ),
  'prior-subject/slug': answerOf('getHierarchicalPrior', json(200, { slug: 'x' })),
  'prior-subject/parameter': answerOf('getHierarchicalPrior', json(200, { parameter: 'x' })),
  'prior-strata/bySystemClass': answerOf('getHierarchicalPrior', json(200, { bySystemClass: {} })),
  'prior-strata/by_system_type': answerOf('getHierarchicalPrior', json(200, { by_system_type: {} })),
  'prior-unknown-slug/status-200': answerOf(
    'getHierarchicalPrior',
    json(200, { data_status: 'parameter_not_in_priors' }),
  ),
  'prior-unknown-slug/status-404': unknown('no_such_parameter'),
  'prior-source/db-json': answerOf('getHierarchicalPrior', json(200, { _source: 'db' })),
  'prior-source/db-json-unavailable': answerOf('getHierarchicalPrior', json(200, { _source: 'unavailable' })),
  'chat-gateway-ready/absent': answerOf('getChatCapabilities', json(200, { enabled: true })),
  'chat-gateway-ready/present': answerOf('getChatCapabilities', json(200, { enabled: true, gatewayReady: false })),
  'search-system-types/canonical': answerOf('searchPapers', json(200, { papers: [{ systemType: 'MERC' }] })),
  'search-system-types/five': answerOf('searchPapers', json(200, { papers: [{ systemType: 'MFC' }] })),
};

const marks = everyBranch().map(({ conflict, branch }) => `${conflict}/${branch}`);

describe('a branch', () => {
  test('has an exchange that shows it here, unless a clause of its own shows it', () => {
    const signless = Object.entries(contract.document['x-conflicts']).filter(([, { branches }]) =>
      Object.values(branches).every(({ sign, default: fallback }) => sign === undefined && fallback === undefined),
    );
    const shownByClause = signless.flatMap(([id, { branches }]) =>
      Object.keys(branches).map((branch) => `${id}/${branch}`),
    );
    expect([...Object.keys(SHOWS), ...shownByClause].sort()).toEqual([...marks].sort());
    for (const mark of shownByClause)
      expect([...contract.everyStated.values()].some(({ branch }) => branch === mark)).toBe(true);
  });

  test.each(Object.entries(SHOWS))('%s shows itself, and no other of its conflict', (mark, shown) => {
    const [conflict = ''] = mark.split('/');
    const seen = branchesShownBy(contract, shown).filter((observation) => observation.conflict === conflict);
    const signs = seen.filter(({ kind }) => kind === 'sign');
    expect((signs.length > 0 ? signs : seen).map(({ branch }) => `${conflict}/${branch}`)).toEqual([mark]);
  });

  test.each([
    ['a dead connection', failure()],
    ['an empty answer', bare(200)],
    ['a page of HTML', text(404, '<h1>Not found</h1>', 'text/html')],
    ['a failure', text(500, 'oops')],
  ])('is shown by %s only where the media type alone tells', (_name, outcome) => {
    for (const operation of contract.operations.keys())
      expect(branchesShownBy(contract, exchange({ operation, outcome }))).toEqual([]);
  });
});

describe('what is odd about a request', () => {
  test('hides its branch: a bad request is refused in either', () => {
    const odd = JSON.stringify({ systemType: 7, temperature: 30, ph: 7 });
    expect(branchesShownBy(contract, answerOf('predict', problem(400), odd))).toEqual([]);
    expect(branchesShownBy(contract, answerOf('chat', problem(400), chat('no-such-mode')))).toEqual([]);
    expect(branchesShownBy(contract, answerOf('predict', problem(400), '{"systemType": '))).toEqual([]);
    expect(branchesShownBy(contract, unknown('tr%C3%A8s%20long%20slug'))).toEqual([]);
    expect(branchesShownBy(contract, unknown('x'.repeat(300)))).toEqual([]);
    // A sample of the target file is known, so its 404 is not that of an unknown slug.
    expect(branchesShownBy(contract, unknown('no_such_parameter', { kind: 'valid' }))).toEqual([]);
    expect(branchesShownBy(contract, missing(problem(404), '%zz'))).toEqual([]);
  });
});

describe('all observations together', () => {
  test('tell the one branch, or that there are several, or none', () => {
    const observation = (branch: string, seq: number) => ({
      conflict: 'search-envelope',
      branch,
      kind: 'sign' as const,
      exchange: seq,
    });
    const of = (...observations: readonly ReturnType<typeof observation>[]) =>
      detectBranches(contract, observations).find(({ conflict }) => conflict === 'search-envelope');
    expect(of(observation('bare', 1), observation('bare', 2))).toMatchObject({ branch: 'bare', consistent: 'yes' });
    expect(of(observation('bare', 1), observation('wrapped', 2))).toMatchObject({ consistent: 'no' });
    expect(of()).toMatchObject({ consistent: 'not seen' });
  });

  test('let a sign outweigh what merely does not speak against it', () => {
    const made = ['MFC', 'MERC'].map((systemType, index) =>
      exchange({ seq: index + 1, operation: 'searchPapers', outcome: json(200, { papers: [{ systemType }] }) }),
    );
    const seen = detectBranches(
      contract,
      made.flatMap((one) => branchesShownBy(contract, one)),
    ).find(({ conflict }) => conflict === 'search-system-types');
    expect(seen).toMatchObject({ branch: 'canonical', consistent: 'yes' });
  });
});

test('the examples of a branch show that branch', () => {
  for (const { operation, status, mediaType, bodies } of documentedAnswers(contract)) {
    for (const body of bodies) {
      const seen = detectBranches(
        contract,
        branchesShownBy(
          contract,
          exchange({ operation, outcome: json(Number(status) || 422, body, { 'content-type': mediaType }) }),
        ),
      );
      expect(seen.filter(({ consistent }) => consistent === 'no')).toEqual([]);
    }
  }
});
