import { expect, test } from 'vitest';
import { withoutResult } from '../../src/judge/causes/nothing-found.ts';
import type { Common } from '../../src/judge/causes/request-features.ts';
import { exchange, json } from '../support/exchanges.ts';

const failing = exchange({ operation: 'list', outcome: json(500, {}) });
const told: readonly Common[] = ['q', 'page'].map((name) => ({
  feature: { in: 'query', name },
  alternatives: [],
  exchanges: [failing],
}));

function served(...sizes: readonly number[]) {
  return sizes.map((size) =>
    exchange({ operation: 'list', outcome: json(200, { data: { items: Array.from({ length: size }, () => ({})) } }) }),
  );
}

test('what fails in several ways is one fault where no answer ever had an empty list', () => {
  expect(withoutResult(told, served(3, 1, 2, 4))).toEqual([
    {
      feature: { in: 'result', name: 'nothing' },
      alternatives: told.map(({ feature }) => feature),
      exchanges: [failing, failing],
    },
  ]);
});

test('it stays several where an empty list was answered, or where too few answers tell', () => {
  expect(withoutResult(told, served(3, 0, 2, 4))).toBe(told);
  expect(withoutResult(told, served(3, 1, 2))).toBe(told);
});
