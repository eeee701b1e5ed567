import { describe, expect, test } from 'vitest';
import { guarded, replaceExchanges } from '../../src/check/guard.ts';
import { accepted, at, holds, objectsAt } from '../../src/check/judges.ts';
import { every, resultOf } from '../../src/check/results.ts';
import { Hidden, identity, readable, unlessHidden, untrapped } from '../../src/schema/traps.ts';
import { contractUnder } from '../support/contract.ts';
import { exchange, json } from '../support/exchanges.ts';

const BODY = {
  total: 3,
  items: [
    { id: 'a', n: 1 },
    { id: 'b', n: 'two' },
    { id: 'c', n: 3 },
  ],
};
const WRONG_TYPE = { clause: 'op/200/items/items/n/type', at: '/items/1/n' };
const judging = { contract: contractUnder() };

const seen = (...broken: readonly { clause: string; at: string }[]) =>
  guarded(exchange({ outcome: json(200, BODY) }), broken);
const hiding = (work: () => unknown) => {
  const result = unlessHidden(work);
  return result instanceof Hidden ? result.clause : 'nothing';
};

describe('an answer that is broken at a place', () => {
  test('is itself where nothing is broken', () => {
    const answer = exchange({ outcome: json(200, BODY) });
    expect(guarded(answer, [])).toBe(answer);
  });

  test.each([
    ['the place itself', '/items/1/n', WRONG_TYPE.clause],
    ['its neighbour', '/items/1/id', 'nothing'],
    ['another item', '/items/0/n', 'nothing'],
    ['another member', '/total', 'nothing'],
    ['what is above it', '/items', 'nothing'],
  ])('hides %s or not', (_, pointer, expected) => {
    expect(hiding(() => at(seen(WRONG_TYPE), pointer))).toBe(expected);
  });

  test('hides what lies below', () => {
    expect(hiding(() => at(seen({ clause: 'op/200/items/type', at: '/items' }), '/items/0/id'))).toBe(
      'op/200/items/type',
    );
  });

  test('hides a member that is missing, and not its absence from a walk over what is there', () => {
    const answer = seen({ clause: 'op/200/pages/required', at: '/pages' });
    expect(hiding(() => at(answer, '/pages'))).toBe('op/200/pages/required');
    expect(Object.keys(at(answer, '') as object)).toEqual(['total', 'items']);
  });

  test('hides all of a body that is none of the operation', () => {
    expect(hiding(() => at(seen({ clause: 'op/200/well-formed', at: '' }), '/total'))).toBe('op/200/well-formed');
  });

  test('hides what a destructured item is asked for, whoever asks', () => {
    const items = objectsAt(seen(WRONG_TYPE), '/items');
    expect(items).toHaveLength(3);
    expect(hiding(() => items.map(({ n }) => n))).toBe(WRONG_TYPE.clause);
    expect(readable(items, ({ n }) => n)).toEqual([1, 3]);
    expect(items.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
  });

  test('leaves out an item that is none', () => {
    expect(objectsAt(seen({ clause: 'op/200/items/items/type', at: '/items/1' }), '/items')).toHaveLength(2);
  });

  test('keeps a name of the wrong format or type, not one that is no id', () => {
    const [, second = {}] = objectsAt(seen({ clause: 'op/200/id/format', at: '/items/1/id' }, WRONG_TYPE), '/items');
    expect(hiding(() => second['id'])).toBe('op/200/id/format');
    expect(identity(second, 'id')).toBe('b');
    const [numbered = {}] = objectsAt(seen({ clause: 'op/200/n/type', at: '/items/0/n' }), '/items');
    expect(identity(numbered, 'n')).toBe('1');
    const [nameless = {}] = objectsAt(seen({ clause: 'op/200/m/required', at: '/items/0/m' }), '/items');
    expect(hiding(() => identity(nameless, 'm'))).toBe('op/200/m/required');
  });

  test('is shown to the eye as it is', () => {
    expect(untrapped(at(seen(WRONG_TYPE), ''))).toEqual(BODY);
  });
});

describe('an assertion', () => {
  const below = (limit: number) =>
    every(objectsAt(seen(WRONG_TYPE), '/items'), 'item', ({ n }) =>
      holds((n as number) < limit, seen(), { expected: `below ${limit}`, actual: n }),
    );

  test('about many items is hidden where the others hold', () => {
    expect(resultOf(below(5), judging)).toMatchObject({ kind: 'not-shown', behind: WRONG_TYPE.clause });
  });

  test('about many items tells what breaks beside the hidden one', () => {
    expect(resultOf(below(2), judging)).toMatchObject({ kind: 'violation', actual: '3' });
  });

  test('that a request was accepted needs a body that can be read as the operation’s own', () => {
    const answer = exchange({ operation: 'listPapers', outcome: json(200, BODY) });
    const ask = (place: string) => resultOf(accepted(guarded(answer, [{ clause: 'c', at: place }])), judging);
    expect(ask('/total')).toBeUndefined();
    expect(ask('')).toMatchObject({ kind: 'not-shown', behind: 'c' });
  });
});

test('evidence without exchanges stays the same value', () => {
  const evidence = { ids: ['a'], answer: exchange({ seq: 4 }) };
  const other = exchange({ seq: 5 });
  const replaced = replaceExchanges(evidence, () => other);
  expect(replaced.answer).toBe(other);
  expect(replaced.ids).toBe(evidence.ids);
  expect(replaceExchanges(evidence, (one) => one)).toBe(evidence);
});
