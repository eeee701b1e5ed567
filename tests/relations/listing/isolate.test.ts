import { describe, expect, test } from 'vitest';
import type { Listed } from '../../../src/relations/listing/answer.ts';
import { isolating, toldSimplest } from '../../../src/relations/listing/isolate.ts';
import { listing, partsOf, tried } from './made-up.ts';

const answer = (seq: number, ask: Listed['ask']): Listed => ({ seq, ask, rows: [], summaries: [], payload: '' });
const complaint = (seq: number, slug: string) => ({ seq, slug, expected: 'it', actual: 'no' });

describe('a request with two things in it', () => {
  const both = answer(1, { since: '15', until: '15' });
  const alone = answer(2, { until: '15' });

  test('is taken apart', () => {
    expect(isolating(listing, [complaint(1, 'since-keeps-its-bound')], [both])).toEqual([
      [
        { since: '15', p: '1', n: '50' },
        { until: '15', p: '1', n: '50' },
      ],
    ]);
  });

  test('is not taken apart where it is known which of them it is, or where it has one alone', () => {
    const known = [complaint(1, 'since-keeps-its-bound'), complaint(2, 'until-keeps-its-bound')];
    expect(isolating(listing, known, [both, alone])).toEqual([]);
    expect(isolating(listing, [complaint(2, 'until-keeps-its-bound')], [alone])).toEqual([]);
  });

  test('blames what breaks alone, and nothing beside it', () => {
    const complaints = [complaint(1, 'since-keeps-its-bound'), complaint(2, 'until-keeps-its-bound')];
    expect(toldSimplest(listing, complaints, [both, alone]).map(({ slug }) => slug)).toEqual(['until-keeps-its-bound']);
    const others = [complaint(1, 'since-keeps-its-bound'), complaint(2, 'pages-hold-total')];
    expect(toldSimplest(listing, others, [both, alone])).toEqual(others);
    const elsewhere = answer(2, { until: '16' });
    expect(toldSimplest(listing, complaints, [both, elsewhere])).toEqual(complaints);
  });
});

test('of two bounds the one that leaves its own out is named, and the other is not', async () => {
  const excludes = (until: string) => ({ until: String(Number(until) - 1) });
  const bend = {
    rewrite: (ask: Listed['ask']) => ('until' in ask ? { ...ask, ...excludes(ask['until'] ?? '') } : ask),
  };
  const { slugs } = await tried(partsOf(130), { bend });
  expect(slugs).toContain('until-keeps-its-bound');
  expect(slugs).not.toContain('since-keeps-its-bound');
}, 60_000);
