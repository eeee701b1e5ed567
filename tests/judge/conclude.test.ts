import { describe, expect, test } from 'vitest';
import type { Choices } from '../../src/contract/resolve.ts';
import type { Exchange, Outcome } from '../../src/http/exchange.ts';
import { conclude } from '../../src/judge/conclude.ts';
import type { Concluded } from '../../src/judge/concluded.ts';
import { suiteCache } from '../../src/rules/suite.ts';
import { contractUnder, loaded } from '../support/contract.ts';
import { bare, exchange, json, problem, text } from '../support/exchanges.ts';
import { record } from '../support/records.ts';
import { documentedAnswers, exampleValue } from '../support/samples.ts';

const suiteUnder = suiteCache(loaded, []);

/** The search result of a branch, as the document shows it. */
function searchResult(seq: number, branch: 'bare' | 'wrapped'): Exchange {
  const media = contractUnder()
    .operations.get('searchPapers')
    ?.responses.find(({ key }) => key === '200')?.content?.['application/json'];
  const found = Object.values(media?.examples ?? {}).find((one) => one['x-branch'] === `search-envelope/${branch}`);
  return exchange({ seq, operation: 'searchPapers', outcome: json(200, exampleValue(contractUnder(), found)) });
}

function concluded(
  exchanges: readonly Exchange[],
  branches: Choices = {},
): {
  readonly results: readonly Concluded[];
  readonly roots: readonly string[];
  readonly contradicted: readonly string[];
} {
  const made = record({ exchanges, branches });
  const conclusion = conclude(made, branches, suiteUnder);
  const { results } = conclusion;
  const roots = results
    .filter(({ verdict, fallsWith }) => (verdict.kind === 'fail' || verdict.kind === 'warn') && fallsWith === undefined)
    .map(({ clause }) => clause.id);
  return { results, roots, contradicted: conclusion.contradicted };
}

function verdictOf(results: readonly Concluded[], id: string) {
  return results.find(({ clause }) => clause.id === id)?.verdict;
}

describe('a conflict', () => {
  test('that is open passes where every answer follows one branch', () => {
    const { results, roots } = concluded([searchResult(1, 'bare'), searchResult(2, 'bare')]);
    expect(verdictOf(results, 'conflicts/search-envelope')).toEqual({ kind: 'pass' });
    expect(roots).toEqual([]);
  });

  test('that is open and answered both ways is a warning that tells who did which', () => {
    const { results, roots } = concluded([searchResult(1, 'bare'), searchResult(2, 'wrapped')]);
    expect(verdictOf(results, 'conflicts/search-envelope')).toMatchObject({
      kind: 'warn',
      violations: [{ exchange: 1 }, { exchange: 2 }],
    });
    expect(roots).toEqual(['conflicts/search-envelope']);
  });

  test('that is decided and kept passes', () => {
    const { results, roots, contradicted } = concluded([searchResult(1, 'wrapped')], { 'search-envelope': 'wrapped' });
    expect(verdictOf(results, 'conflicts/search-envelope')).toEqual({ kind: 'pass' });
    expect([roots, contradicted]).toEqual([[], []]);
  });

  test('that is decided and contradicted is the one finding, and its dependants fall with it', () => {
    const { results, roots, contradicted } = concluded([searchResult(1, 'bare')], { 'search-envelope': 'wrapped' });
    expect(contradicted).toEqual(['search-envelope']);
    expect(roots).toEqual(['conflicts/search-envelope']);
    const fallen = results
      .filter(({ fallsWith }) => fallsWith === 'conflicts/search-envelope')
      .map(({ clause }) => clause.id);
    expect(fallen).toContain('searchPapers/200/data/required');
  });

  test('that is contradicted beside another one of its operation takes only what belongs to its own branches', () => {
    const detail = (seq: number, outcome: Outcome) =>
      exchange({ seq, operation: 'getPaperDetail', request: { target: `/api/papers/cl9ebqhxk0000${seq}` }, outcome });
    const { results, contradicted } = concluded(
      [
        detail(1, json(200, { data: { systemType: 'MFC' }, error: null })),
        detail(2, json(404, { data: null, error: { message: 'No.', code: 'NOT_FOUND' } })),
      ],
      { 'paper-miss-body': 'problem', 'paper-system-type': 'primarySystemType' },
    );
    expect(contradicted).toEqual(['paper-miss-body', 'paper-system-type']);
    const fallsWith = (id: string) => results.find(({ clause }) => clause.id === `getPaperDetail/${id}`)?.fallsWith;
    expect(fallsWith('404/title/required')).toBe('conflicts/paper-miss-body');
    expect(fallsWith('200/data/primarySystemType/required')).toBe('conflicts/paper-system-type');
  });

  test('that is contradicted does not hide what else is wrong', () => {
    const answer = searchResult(1, 'bare');
    const broken =
      answer.outcome.kind === 'response' ? { ...(answer.outcome.body.json?.value as object), totalCount: 'many' } : {};
    const { roots } = concluded([{ ...answer, outcome: json(200, broken) }], { 'search-envelope': 'wrapped' });
    expect(roots).toEqual(expect.arrayContaining(['conflicts/search-envelope', 'searchPapers/200/totalCount/type']));
  });

  test('that nothing was seen of is skipped', () => {
    expect(verdictOf(concluded([]).results, 'conflicts/search-envelope')).toMatchObject({ kind: 'skip' });
  });

  test('is not contradicted by a branch that satisfies the declared one', () => {
    const media = documentedAnswers(contractUnder()).find(({ name }) => name === 'getPaperDetail 200 application/json');
    const both = media?.bodies.find(
      (body) => JSON.stringify(body).includes('"systemType"') && JSON.stringify(body).includes('"primarySystemType"'),
    );
    const { roots } = concluded([exchange({ operation: 'getPaperDetail', outcome: json(200, both) })], {
      'paper-system-type': 'systemType',
    });
    expect(roots).toEqual([]);
  });
});

describe('one cause is one finding', () => {
  test('a route that is absent takes everything of its operation with it', () => {
    const { roots } = concluded([
      exchange({ seq: 1, operation: 'listPapers', outcome: text(404, '<h1>Not found</h1>', 'text/html') }),
      exchange({ seq: 2, operation: 'listPapers', outcome: json(404, { detail: 'Not Found' }) }),
    ]);
    expect(roots).toEqual(['listPapers/route']);
  });

  test('a route that answers anything else than an unknown page does is there', () => {
    const { roots } = concluded([
      exchange({ seq: 1, operation: 'listPapers', outcome: text(404, '<h1>Not found</h1>', 'text/html') }),
      exchange({ seq: 2, operation: 'listPapers', outcome: json(400, { error: 'bad', message: 'No.' }) }),
    ]);
    expect(roots).not.toContain('listPapers/route');
  });

  test('what cannot be asked in earnest is absent where it answers as another address does that is not there', () => {
    const unknown = { detail: 'Not Found' };
    const { roots } = concluded([
      exchange({ seq: 1, operation: 'listApiKeys', outcome: json(404, unknown) }),
      exchange({ seq: 2, operation: 'deleteApiKey', intent: { kind: 'open', what: 'x' }, outcome: json(404, unknown) }),
    ]);
    expect(roots).toEqual(['listApiKeys/route', 'deleteApiKey/route']);
  });

  test('a keyword of a shared schema that is broken in two operations is told once', () => {
    const error = { error: 7, message: 'No.' };
    const invalid = { kind: 'invalid', reject: 'invalid-body', what: 'x' } as const;
    const { results, roots } = concluded([
      exchange({ seq: 1, operation: 'listPapers', intent: invalid, outcome: json(400, error) }),
      exchange({ seq: 2, operation: 'createApiKey', intent: invalid, outcome: json(400, error) }),
    ]);
    expect(roots).toHaveLength(1);
    expect(results.filter(({ fallsWith }) => fallsWith === roots[0]).map(({ clause }) => clause.id)).toEqual([
      'createApiKey/400/error/type',
    ]);
  });

  test('two causes are two findings', () => {
    const { roots } = concluded([
      exchange({ seq: 1, operation: 'listPapers', outcome: bare(302) }),
      exchange({ seq: 2, operation: 'predict', outcome: problem(500, { title: 7 }) }),
    ]);
    expect(roots).toEqual(expect.arrayContaining(['listPapers/status', 'predict/500/title/type']));
  });

  test('nothing falls with itself, nor with something that is no finding', () => {
    const { results } = concluded(
      [
        exchange({ seq: 1, operation: 'listPapers', outcome: text(404, 'x') }),
        exchange({ seq: 2, operation: 'getPaper', outcome: json(201, {}) }),
        searchResult(3, 'bare'),
      ],
      { 'search-envelope': 'wrapped' },
    );
    const byId = new Map(results.map((result) => [result.clause.id, result]));
    for (const { clause, fallsWith } of results) {
      if (fallsWith === undefined) continue;
      expect(fallsWith).not.toBe(clause.id);
      expect(['fail', 'warn']).toContain(byId.get(fallsWith)?.verdict.kind);
      expect(byId.get(fallsWith)?.fallsWith).toBeUndefined();
    }
  });
});

test('a record is judged the same however often', () => {
  const made = record({ exchanges: [searchResult(1, 'bare'), searchResult(2, 'wrapped')] });
  expect(conclude(made, {}, suiteUnder).results).toEqual(conclude(made, {}, suiteUnder).results);
});

test('a record can be judged again under another reading', () => {
  const made = record({ exchanges: [searchResult(1, 'bare')], branches: { 'search-envelope': 'wrapped' } });
  const again = conclude(made, { 'search-envelope': 'bare' }, suiteUnder);
  expect(again.contradicted).toEqual([]);
  expect(again.results.filter(({ verdict }) => verdict.kind === 'fail')).toEqual([]);
});
