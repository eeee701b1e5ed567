import { describe, expect, test } from 'vitest';
import type { Clause } from '../../src/contract/contract.ts';
import type { Symptom } from '../../src/judge/causes/index.ts';
import { separate } from '../../src/judge/causes/separate.ts';
import { isToldSimpler } from '../../src/judge/causes/simpler.ts';
import { bare, exchange, json } from '../support/exchanges.ts';

const CLAUSE: Clause = {
  id: 'listPapers/filters-hold-together',
  level: 'MUST',
  text: 'Filters hold.',
  section: 'a listing',
  origin: 'derived',
  operation: 'listPapers',
  pointer: '/paths',
  needs: [],
};

function symptom(query: Readonly<Record<string, string>>, at: string, status = 200): Symptom {
  const outcome = status === 200 ? json(200, {}) : bare(status);
  return {
    clause: CLAUSE,
    violation: { expected: 'MFC', actual: 'MEC', at },
    exchange: exchange({ operation: 'listPapers', request: { query, target: '/papers?' }, outcome }),
  };
}

const TYPE = '/papers/3/systemType';

describe('what breaks with fewer things in a request tells what breaks with more of them', () => {
  test.each<readonly [string, Symptom, Symptom, boolean]>([
    ['the same member, of answers', symptom({ a: '1', b: '2' }, TYPE), symptom({ a: '1' }, TYPE), false],
    ['the same number of things', symptom({ a: '1' }, '', 500), symptom({ b: '1' }, '', 500), false],
    ['nothing in it at all', symptom({ a: '1' }, '', 500), symptom({}, '', 500), false],
    ['the same failure', symptom({ a: '1', b: '2' }, '', 500), symptom({ a: '1' }, '', 500), true],
    ['a failure with another value', symptom({ a: '1', b: '2' }, '', 500), symptom({ a: '3' }, '', 500), false],
    ['another status', symptom({ a: '1', b: '2' }, '', 500), symptom({ a: '1' }, '', 503), false],
  ])('%s', (_name, one, by, expected) => {
    expect(isToldSimpler(one, by)).toBe(expected);
  });
});

describe('filters that do not hold together', () => {
  const [from, type] = ['listPapers/year-start-filters', 'listPapers/system-type-filters'];
  const naming = (at: string, clause: string): Symptom => {
    const one = symptom({ a: '1', b: '2' }, at);
    return { ...one, violation: { ...one.violation, fallsWith: [clause] } };
  };
  const alone = { ...symptom({ a: '1' }, '/papers/0/year'), clause: { ...CLAUSE, id: from } };
  const leads = (...open: readonly Symptom[]) => separate(open, []).map(({ hypothesis }) => hypothesis.lead);

  test('fall with the one that does not hold alone, if nothing else is wrong', () => {
    expect(leads(alone, naming('/papers/0/year', from))).toEqual([from]);
    expect(leads(naming('/papers/0/year', from))).toEqual([CLAUSE.id]);
    expect(leads(alone, naming('/papers/0/year', from), naming(TYPE, type))).toEqual([from, CLAUSE.id]);
  });
});
