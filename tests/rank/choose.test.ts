import { describe, expect, test } from 'vitest';
import { chooseInOrder } from '../../scripts/rank/choose.ts';
import type { Killers } from '../../scripts/rank/killers.ts';

const uses = (table: Readonly<Record<string, readonly string[]>>) =>
  new Map(
    Object.entries(table).map(([clause, alone]) => [clause, { alone, sends: alone, borrows: [] as readonly string[] }]),
  );
const byChecks = (mutant: string, clause: string): Killers => ({ mutant, clause, byChecks: true, requests: [] });
const byAnswer = (mutant: string, ...requests: readonly string[]): Killers => ({
  mutant,
  clause: 'none',
  byChecks: false,
  requests,
});
const clausesOf = (...input: Parameters<typeof chooseInOrder>) => chooseInOrder(...input).map(({ clause }) => clause);

describe('the order of smoke', () => {
  test('begins with what catches the most for each request', () => {
    const killers = [byChecks('1', 'dear'), byChecks('2', 'dear'), byChecks('3', 'cheap'), byAnswer('4', 'c')];
    expect(clausesOf(uses({ dear: ['a', 'b'], cheap: ['c'] }), killers, 9)).toEqual(['cheap', 'dear']);
  });

  test('weighs together what the same requests serve, and lets it follow at once', () => {
    const table = uses({ one: ['a', 'b'], two: ['b', 'a'], other: ['c'] });
    const killers = [byChecks('1', 'one'), byChecks('2', 'two'), byChecks('3', 'two'), byChecks('4', 'other')];
    expect(clausesOf(table, killers, 9)).toEqual(['one', 'two', 'other']);
  });

  test('lets a clause make do with what others sent, where they come first', () => {
    const borrower = { alone: ['d', 'e'], sends: ['e'], borrows: ['c'] };
    const killers = [byChecks('1', 'borrower'), byChecks('2', 'sender'), byChecks('3', 'sender')];
    const table = new Map([...uses({ sender: ['c'] }), ['borrower', borrower] as const]);
    expect(chooseInOrder(table, killers, 2).at(-1)).toEqual({ clause: 'borrower', requests: 2, catches: 3 });
    expect(clausesOf(new Map([['borrower', borrower]]), killers, 2)).toEqual(['borrower']);
    expect(clausesOf(new Map([['borrower', borrower]]), killers, 1)).toEqual([]);
  });

  test('keeps within the budget, and leaves out what catches nothing', () => {
    const killers = [byChecks('1', 'dear'), byChecks('2', 'cheap')];
    const order = chooseInOrder(uses({ dear: ['a', 'b'], cheap: ['c'], idle: ['d'] }), killers, 2);
    expect(order).toEqual([{ clause: 'cheap', requests: 1, catches: 1 }]);
  });
});
