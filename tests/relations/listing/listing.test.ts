import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { faultsOf } from '../../../src/relations/listing/faults.ts';
import type { Change } from '../../../src/relations/listing/service.ts';
import { contractWith, listing, type Manner, partsOf, tried } from './made-up.ts';

/** Faults that this listing cannot show, whatever is asked. */
const HIDDEN = /^search-.*(?:not-ascii|with-signs|very-long)$/u;

describe('asked about one clause', () => {
  const [parts, faults] = [partsOf(130), faultsOf(listing).filter(({ id }) => !HIDDEN.test(id))];
  const only = (slug: string) => `listParts/${slug}`;

  test('finds what the whole run finds, mostly with few requests', async () => {
    const lost: string[] = [];
    const costs: number[] = [];
    for (const { id, slug, change } of faults.filter((_, index) => index % 9 === 0)) {
      if (!(await tried(parts, { change })).slugs.includes(slug)) continue;
      const { slugs, sent } = await tried(parts, { change, only: only(slug) });
      if (!slugs.includes(slug)) lost.push(id);
      costs.push(sent.length);
    }
    expect(lost).toEqual([]);
    expect(costs.length).toBeGreaterThan(10);
    expect(costs.toSorted((a, b) => a - b)[Math.floor(costs.length / 2)]).toBeLessThan(16);
  });

  test('sends what the whole run sends where the clause holds', async () => {
    const whole = await tried(parts, {});
    const one = await tried(parts, { only: only('page-is-echoed') });
    expect(one.findings).toEqual([]);
    expect(one.sent.length).toBeGreaterThanOrEqual(whole.sent.length);
  });
});

describe('a right service', () => {
  test.each([0, 1, 2, 7, 20, 21, 50, 51, 130, 900])('of %i items is not complained of', async (count) => {
    for (const depth of ['smoke', 'standard'] as const)
      expect((await tried(partsOf(count), { depth })).findings).toEqual([]);
  });

  const manners: fc.Arbitrary<Manner> = fc.record(
    {
      ascending: fc.boolean(),
      findsMore: fc.constantFrom<Manner['findsMore']>(
        ({ values }, text) => text.split(' ').some((word) => String(values['name']).includes(word)),
        ({ values }, text) => String(values['note']).toLowerCase().includes(text.toLowerCase()),
      ),
      visible: fc.constantFrom(
        (requests: number) => 40 + requests,
        (requests: number) => 60 + Math.floor(requests / 9),
      ),
    },
    { requiredKeys: [] },
  );

  test('may order, find and grow as it likes', async () => {
    await fc.assert(
      fc.asyncProperty(
        manners,
        fc.integer({ min: 0, max: 160 }),
        fc.integer({ min: 1, max: 999 }),
        async (manner, count, seed) => {
          expect((await tried(partsOf(count, seed), { manner })).findings).toEqual([]);
        },
      ),
      { numRuns: 12 },
    );
  });

  test('may grow where the budget ends before anything can be asked twice', async () => {
    for (const budget of [3, 5, 6, 8, 9])
      for (const depth of ['smoke', 'standard'] as const) {
        const manner = { budget, visible: (requests: number) => 60 + requests };
        expect((await tried(partsOf(160), { manner, depth })).findings).toEqual([]);
      }
  });

  test('whose items are all alike is not complained of, and the clauses say why they were not exercised', async () => {
    const alike = partsOf(60).map((part) => ({
      ...part,
      shelf: 'A',
      weight: 3,
      day: 12,
      arrived: '2020-01-01T00:00:00.000Z',
    }));
    const { findings, evidence } = await tried(alike, {});
    expect(findings).toEqual([]);
    expect(evidence.unexercised['shelf-filters']?.reason).toContain('every item has the same shelf');
    expect(evidence.unexercised['sort-by-weight']?.reason).toContain('every item has the same weight');
  });
});

describe('faults are caught', () => {
  const faults = faultsOf(listing).filter(({ id }, index) => !HIDDEN.test(id) && index % 5 === 0);

  test('nearly all of them, by their own clauses', async () => {
    const missed: string[] = [];
    for (const fault of faults) {
      const { slugs } = await tried(partsOf(130), { change: fault.change, depth: 'standard' });
      if (!slugs.includes(fault.slug)) missed.push(`${fault.id} (${fault.slug}): ${slugs.join(', ')}`);
    }
    expect(missed.length / faults.length, missed.join('\n')).toBeLessThan(0.2);
  });
});

test('a budget that ends in the midst hides nothing that came before the first request was sent again', async () => {
  const change: Change = {
    reply: (reply, query) => ({ ...reply, total: (reply.total ?? 0) + (Number(query['p'] ?? 1) > 1 ? 1 : 0) }),
  };
  const { evidence, slugs } = await tried(partsOf(60), { change, manner: { budget: 9 }, depth: 'smoke' });
  expect(evidence.answers.length + evidence.learnt.length).toBe(9);
  expect(slugs).toContain('total-is-the-same-on-every-page');
});

describe('a declaration is checked when it is read', () => {
  test.each([
    ['an unknown key', { item: '/parts' }, 'unknown key item (did you mean items?)'],
    ['a place that is not there', { total: '/nowhere' }, 'the schema of its success has no /nowhere'],
    ['a parameter that is not there', { page: { parameter: 'page' } }, 'no query parameter page'],
    ['a member that is not there', { id: 'number' }, 'its items has no member number'],
    [
      'an unknown relation',
      { filters: [{ parameter: 'shelf', member: 'shelf', relation: 'like' }] },
      'it is equals, at-least or at-most',
    ],
    [
      'a sort without a meaning',
      { sort: { parameter: 'order', by: { weight: 'weight' } } },
      'is neither by a member nor free',
    ],
    [
      'an operation that is not there',
      { opens: { operation: 'getPart', path: 'no', same: [] } },
      'no operation getPart',
    ],
  ])('%s', (_what, change, message) => {
    expect(() => contractWith(change)).toThrow(message);
  });
});
