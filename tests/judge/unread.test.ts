import { describe, expect, test } from 'vitest';
import { BOUNDS } from '../../src/bounds.ts';
import { check, type Evidence } from '../../src/check/check.ts';
import { holds } from '../../src/check/judges.ts';
import { bodyOf, withoutText } from '../../src/http/body.ts';
import type { Answer, Exchange } from '../../src/http/exchange.ts';
import { branchesShownBy } from '../../src/judge/branches.ts';
import { judgeEvidence } from '../../src/judge/evidence.ts';
import { looksAbsent } from '../../src/rules/status.ts';
import { contractUnder } from '../support/contract.ts';
import { exchange, json } from '../support/exchanges.ts';
import { judgedRecord, record } from '../support/records.ts';
import { suiteOf } from '../support/suites.ts';

const suite = suiteOf();
const items = '/200/items';

function answered(value: unknown, status = 200): Answer {
  const answer = json(status, value);
  return { ...answer, body: bodyOf(Buffer.from(answer.body.text)) };
}

/** An operation of which the answer is a list: that of the keys. */
function listed(value: unknown): Exchange {
  return exchange({ operation: 'listApiKeys', outcome: answered(value) });
}

const verdictsFor = (one: Exchange) => judgedRecord(suite, record({ exchanges: [one] }));
const kinds = (one: Exchange, prefix: string) =>
  new Set([...verdictsFor(one)].filter(([id]) => id.startsWith(prefix)).map(([, verdict]) => verdict.kind));

const key = {
  id: '3b241101-e2bb-4255-8caf-4136c566a962',
  key: 'k',
  name: 'a name',
  tier: 'free',
  createdAt: '2026-01-01T00:00:00Z',
  lastUsedAt: null,
  expiresAt: null,
  permissions: ['read'],
  rateLimit: { requests: 1, window: '1h' },
};
const many = Array.from({ length: BOUNDS.items + 1 }, () => key);
const deep = JSON.parse(`${'['.repeat(BOUNDS.depth + 2)}${']'.repeat(BOUNDS.depth + 2)}`) as unknown;

describe('an answer that is too large to be looked at whole', () => {
  test('keeps to nothing, as far as is known, though a smaller one of the kind does', () => {
    expect(kinds(listed(many.slice(1)), `listApiKeys${items}`)).toEqual(new Set(['pass', 'skip']));
    expect(kinds(listed(many), `listApiKeys${items}`)).toEqual(new Set(['skip']));
    expect(verdictsFor(listed(many)).get('listApiKeys/200/type')?.kind).toBe('skip');
  });

  test('breaks what its beginning breaks', () => {
    const id = `listApiKeys${items}/name/type`;
    expect(verdictsFor(listed([{ ...key, name: 7 }, ...many])).get(id)?.kind).toBe('fail');
    expect(verdictsFor(listed([...many, { ...key, name: 7 }])).get(id)?.kind).toBe('skip');
  });

  test.each([
    ['a long list', listed(many)],
    ['a deep nest', listed(deep)],
    ['one that was not kept', exchange({ operation: 'listApiKeys', outcome: withoutText(answered([]), 'enough') })],
  ])('is evidence of nothing, nor of a branch, nor of broken JSON: %s', (_, one) => {
    const made = check({
      clause: 'listApiKeys/route',
      act: async () => ({ one }),
      judge: (evidence: Evidence & { one: Exchange }) => [holds(true, evidence.one, { expected: 'a', actual: 'b' })],
    });
    expect(judgeEvidence(suite, made, { one })).toMatchObject({
      kind: 'inconclusive',
      reason: expect.stringMatching(/^the answer of exchange 1 is too large to be judged whole: /u),
    });
    expect(branchesShownBy(contractUnder(), one)).toEqual([]);
    expect(verdictsFor(one).get('listApiKeys/200/well-formed')?.kind).not.toBe('fail');
  });

  test('is no unknown page, as a short text without JSON is', () => {
    const page = (body: Answer['body']) =>
      looksAbsent(exchange({ operation: 'getPaper', outcome: { ...json(404, ''), body } }), contractUnder());
    expect(page(bodyOf(Buffer.from('<h1>Not found</h1>')))).toBe(true);
    expect(page(answered(deep, 404).body)).toBe(false);
  });
});
