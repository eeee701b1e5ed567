import { describe, expect, test } from 'vitest';
import type { Listing } from '../../../src/contract/listing.ts';
import { createModel } from '../../../src/relations/listing/model.ts';
import { whyNotExercised } from '../../../src/relations/listing/reasons.ts';
import { wordsOf } from '../../../src/relations/listing/texts.ts';
import { contractWith, type Part, partsOf } from './made-up.ts';

const search = { parameter: 'text', members: ['name', 'note', 'shelf'], loose: { shelf: ['AB'] } };
const listing = contractWith({ search }).listings.get('listParts') as Listing;

/** Parts of which each names its shelf, but for those that are told. */
function modelOf(isSilent: (part: Part, index: number) => boolean) {
  const parts = partsOf(200).map((part, index) => ({
    ...part,
    name: isSilent(part, index) ? 'löffel' : `löffel of ${part.shelf}`,
    note: 'a spindle',
  }));
  const rows = parts.map((part) => ({ key: part.no, values: part }));
  return createModel(listing, { rows, whole: true, total: rows.length });
}

describe('a member of few values that most items name elsewhere too', () => {
  test('is searched by the text of an item that does not', () => {
    for (const silent of ['A', 'B', 'C']) {
      const { texts } = wordsOf(modelOf(({ shelf }, index) => shelf === silent && index > 90));
      expect(texts.filter(({ member }) => member === 'shelf').map(({ text }) => text)).toContain(silent);
    }
  });

  test('is not searched by what may stand for another one, and the reason says so', () => {
    const model = modelOf(({ shelf }) => shelf === 'AB');
    expect(wordsOf(model).texts.map(({ text }) => text)).not.toContain('AB');
    expect(whyNotExercised(model, 'search-finds-shelf', false).reason).toBe(
      'every shelf is found by what else its item has as well, or may stand for another one (AB)',
    );
  });
});
