import { plural } from '../../nouns.ts';
import type { Answer, Query } from './answer.ts';
import { type Difference, queryText } from './difference.ts';
import { without } from './fault.ts';
import type { Model } from './model.ts';
import { SLUGS } from './slugs.ts';
import { searchOf } from './values.ts';

/** A search must not find more than the same request without it, and an unknown word must find fewer. */
export function judgeUnknownWord(model: Model, answer: Answer, total: number): readonly Difference[] {
  const { query } = answer;
  const { most } = model.expectationOf(withoutSearch(model, query));
  if (total > most && searchOf(model.listing, model.slice) === undefined)
    return [
      {
        slug: SLUGS.narrows,
        expected: `at most the ${most} items without the search`,
        actual: plural(total, 'item'),
      },
    ];
  return findsAnything(model, answer, total);
}

function withoutSearch({ listing }: Model, query: Query): Query {
  return without(query, listing.search?.parameter ?? '');
}

/** Reports a search for a word that no known item has, if it finds as many items as the request without the search. */
export function findsAnything(model: Model, { query }: Answer, total: number): readonly Difference[] {
  const text = searchOf(model.listing, query) ?? '';
  const { least } = model.expectationOf(withoutSearch(model, query));
  if (!model.isUnknown(text) || least === 0 || total < least) return [];
  return [
    {
      slug: SLUGS.narrows,
      expected: `fewer than ${least} items for ${queryText(model.listing, query)}, a word that none of them has`,
      actual: plural(total, 'item'),
    },
  ];
}
