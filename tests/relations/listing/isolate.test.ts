import { describe, expect, test } from 'vitest';
import type { Answer } from '../../../src/relations/listing/answer.ts';
import { isolating, withoutExplained } from '../../../src/relations/listing/isolate.ts';
import { listing, partsOf, tried } from './made-up.ts';

const answer = (seq: number, query: Answer['query']): Answer => ({ seq, query, rows: [], summaries: [], payload: '' });
const difference = (seq: number, slug: string) => ({ seq, slug, expected: 'it', actual: 'no' });

describe('a request with two things in it', () => {
  const both = answer(1, { since: '15', until: '15' });
  const alone = answer(2, { until: '15' });

  test('is taken apart', () => {
    expect(isolating(listing, [difference(1, 'since-keeps-its-bound')], [both])).toEqual([
      [
        { since: '15', p: '1', n: '50' },
        { until: '15', p: '1', n: '50' },
      ],
    ]);
  });

  test('is not taken apart where it is known which of them it is, or where it has one alone', () => {
    const known = [difference(1, 'since-keeps-its-bound'), difference(2, 'until-keeps-its-bound')];
    expect(isolating(listing, known, [both, alone])).toEqual([]);
    expect(isolating(listing, [difference(2, 'until-keeps-its-bound')], [alone])).toEqual([]);
  });

  test('blames what breaks alone, and nothing beside it', () => {
    const differences = [difference(1, 'since-keeps-its-bound'), difference(2, 'until-keeps-its-bound')];
    expect(withoutExplained(listing, differences, [both, alone]).map(({ slug }) => slug)).toEqual([
      'until-keeps-its-bound',
    ]);
    const others = [difference(1, 'since-keeps-its-bound'), difference(2, 'pages-hold-total')];
    expect(withoutExplained(listing, others, [both, alone])).toEqual(others);
    const elsewhere = answer(2, { until: '16' });
    expect(withoutExplained(listing, differences, [both, elsewhere])).toEqual(differences);
  });
});

/** The bound `until` leaves its own value out. */
const EXCLUSIVE = {
  rewrite: (query: Answer['query']) =>
    'until' in query ? { ...query, until: String(Number(query['until']) - 1) } : query,
};

test('of two bounds the one that leaves its own out is named, and the other is not', async () => {
  const { slugs } = await tried(partsOf(130), { change: EXCLUSIVE });
  expect(slugs).toContain('until-keeps-its-bound');
  expect(slugs).not.toContain('since-keeps-its-bound');
});

test('what is lost on a bound beside a search is no fault of the search', async () => {
  const { slugs } = await tried(partsOf(186, 8), { change: EXCLUSIVE });
  expect(slugs).toContain('until-keeps-its-bound');
  expect(slugs.filter((slug) => slug.startsWith('search-'))).toEqual([]);
});
