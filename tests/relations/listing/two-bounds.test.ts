import { expect, test } from 'vitest';
import type { Listed } from '../../../src/relations/listing/answer.ts';
import { partsOf, tried } from './made-up.ts';

test('of two bounds the one that leaves its own out is named, and the other is not', async () => {
  const excludes = (until: string) => ({ until: String(Number(until) - 1) });
  const bend = {
    rewrite: (ask: Listed['ask']) => ('until' in ask ? { ...ask, ...excludes(ask['until'] ?? '') } : ask),
  };
  const { slugs } = await tried(partsOf(130), { bend });
  expect(slugs).toContain('until-keeps-its-bound');
  expect(slugs).not.toContain('since-keeps-its-bound');
}, 60_000);
