import { expect, test } from 'vitest';
import type { Clause } from '../../src/contract/contract.ts';
import type { Explained } from '../../src/judge/causes/separate.ts';
import { joinTwins } from '../../src/judge/causes/twin-listings.ts';
import type { Concluded } from '../../src/judge/concluded.ts';
import { exchange, json } from '../support/exchanges.ts';

const clauseOf = (operation: string, slug: string, pointer = `/paths/${operation}/x-listing`): Clause => ({
  id: `${operation}/${slug}`,
  level: 'MUST',
  text: slug,
  section: '',
  origin: 'derived',
  operation,
  pointer,
  needs: [],
});

function broken(clause: Clause, seq: number): Explained {
  const shown = exchange({ seq, operation: clause.operation ?? '', outcome: json(200, {}) });
  return {
    hypothesis: { id: clause.id, nature: { kind: 'clause' }, scope: 'place', lead: clause.id, explains: () => false },
    symptoms: [{ clause, violation: { expected: 'all', actual: 'some' }, exchange: shown }],
    joined: [],
  };
}

const concluded = (clause: Clause, isBroken: boolean): Concluded => ({
  clause,
  verdict: isBroken ? { kind: 'fail', violations: [], flaky: false } : { kind: 'pass' },
});

const clausesIn = (all: readonly Explained[]) => all.map(({ symptoms }) => symptoms.map(({ clause: { id } }) => id));

const orders = clauseOf('listOrders', 'pages-hold-total');
const accounts = clauseOf('listAccounts', 'pages-hold-total');
const sorted = clauseOf('listAccounts', 'sort-by-name');

test('the same clause of two listings is one finding, and another clause another', () => {
  const all = [orders, accounts, sorted].map(broken);
  const results = [orders, accounts, sorted].map((clause) => concluded(clause, true));
  const joined = joinTwins(all, results);
  expect(clausesIn(joined)).toEqual([['listOrders/pages-hold-total', 'listAccounts/pages-hold-total'], [sorted.id]]);
  expect(joined[0]?.hypothesis).toMatchObject({ id: orders.id, lead: orders.id, scope: 'service' });
});

test('is two where a third listing keeps it', () => {
  const kept = clauseOf('listInvoices', 'pages-hold-total');
  const results = [concluded(orders, true), concluded(accounts, true), concluded(kept, false)];
  expect(joinTwins([orders, accounts].map(broken), results)).toHaveLength(2);
});

test('is two where it is no clause of a listing', () => {
  const others = ['readOrder', 'readAccount'].map((operation) =>
    clauseOf(operation, 'name', '/components/schemas/Name'),
  );
  const results = others.map((clause) => concluded(clause, true));
  expect(joinTwins(others.map(broken), results)).toHaveLength(2);
});
