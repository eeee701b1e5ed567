import { describe, expect, test } from 'vitest';
import type { Exchange } from '../../src/http/exchange.ts';
import { commonFeatures, featureKey } from '../../src/judge/causes/request-features.ts';
import { exchange, json } from '../support/exchanges.ts';

function posted(body: unknown, answer: unknown = {}, headers: Readonly<Record<string, string>> = {}): Exchange {
  const made = exchange({ operation: 'create', outcome: json(400, answer) });
  return { ...made, request: { ...made.request, headers, body: JSON.stringify(body) } };
}

/** Each feature with what else it may be. */
function told(failing: readonly Exchange[], others: readonly Exchange[]): readonly (readonly string[])[] {
  return commonFeatures(failing, others).map(({ feature, alternatives }) => [feature, ...alternatives].map(featureKey));
}

describe('what refused requests have in common', () => {
  const served = [posted({ size: 1.5, weight: 2.5, note: 'x' }), posted({ size: 1.5, weight: 3.5, note: 'y' })];

  test('is one thing where one alone tells them apart', () => {
    expect(told([posted({ size: 1.5, weight: 2.5, note: 'x', more: true })], served)).toEqual([['body /more']]);
  });

  test('may be any of several that always came together, and all are named', () => {
    const failing = [posted({ size: 1, weight: 2 }), posted({ size: 1, weight: 2 })];
    expect(told(failing, served)).toEqual([['no body /note', 'body /size=1', 'body /weight=2']]);
  });

  test('may be a header', () => {
    const failing = [posted({ size: 1.5, weight: 2.5, note: 'x' }, {}, { 'x-mode': 'fast' })];
    expect(told(failing, served)).toEqual([['header x-mode']]);
  });

  test('is nothing where none of them has anything of its own', () => {
    expect(told([posted({ size: 1.5, weight: 2.5, note: 'x' })], served)).toEqual([]);
  });
});
