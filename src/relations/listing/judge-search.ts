import type { Answer, Query } from './answer.ts';
import { type Difference, queryText } from './difference.ts';
import type { Model } from './model.ts';
import { SLUGS } from './slugs.ts';
import { searchOf } from './values.ts';

/** Does a search for a word that no item has find everything? What a service finds for other words is its own affair. */
export function judgeUnknownWord(model: Model, answer: Answer, total: number): readonly Difference[] {
  const { query } = answer;
  const { most } = model.expectationOf(withoutSearch(model, query));
  if (total > most && searchOf(model.listing, model.slice) === undefined)
    return [
      {
        slug: SLUGS.narrows,
        expected: `at most the ${most} items without the search`,
        actual: `${total} items`,
      },
    ];
  return findsAnything(model, answer, total);
}

function withoutSearch({ listing }: Model, query: Query): Query {
  return Object.fromEntries(Object.entries(query).filter(([name]) => name !== listing.search?.parameter));
}

/** A word that no known item has finds as many as there are. */
export function findsAnything(model: Model, { query }: Answer, total: number): readonly Difference[] {
  const text = searchOf(model.listing, query) ?? '';
  const { least } = model.expectationOf(withoutSearch(model, query));
  if (!model.isUnknown(text) || least === 0 || total < least) return [];
  return [
    {
      slug: SLUGS.narrows,
      expected: `fewer than ${least} items for ${queryText(query)}, a word that none of them has`,
      actual: `${total} items`,
    },
  ];
}
