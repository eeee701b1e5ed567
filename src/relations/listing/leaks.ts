import type { Listing } from '../../contract/listing.ts';
import type { Exchange } from '../../http/exchange.ts';
import { oneByOne } from '../../turns.ts';
import type { Answer, Query } from './answer.ts';
import { type Difference, queryText } from './difference.ts';
import type { Model } from './model.ts';
import type { Requester } from './requester.ts';
import type { Accepts } from './selections.ts';
import { SLUGS } from './slugs.ts';
import { wordsOf } from './texts.ts';

/** At most this many values of a parameter are compared by how many items they find. */
const MAX_VALUES = 12;

/**
 * If the same request gets another total, somebody may have written to the listing, or one request leaks into the next. To tell
 * these apart, the run asks for everything after each of two selections in turn.
 */
export function sendForLeaks(requester: Requester, model: Model, accepts: Accepts): Promise<readonly Exchange[]> {
  const queries = selectionsOf(model, accepts).flatMap(([one, other]) => [one, {}, other, {}, one, {}]);
  return oneByOne(queries, (query) => requester.again(query));
}

/** For each filter and the search: queries with two values that find different numbers of items. */
function selectionsOf(model: Model, accepts: Accepts): readonly (readonly [Query, Query])[] {
  const { listing, items } = model;
  const words = wordsOf(model).texts.map(({ text }) => text);
  const parameters = [
    ...listing.filters.map(({ parameter, member }) => ({
      parameter,
      values: items.flatMap(({ values: { [member]: value } }) =>
        typeof value === 'string' || typeof value === 'number' ? [String(value)] : [],
      ),
    })),
    ...(listing.search === undefined ? [] : [{ parameter: listing.search.parameter, values: words }]),
  ];
  return parameters.flatMap(({ parameter, values }) => {
    const queries = [...new Set(values)]
      .filter((value) => accepts(parameter, value))
      .slice(0, MAX_VALUES)
      .map((value) => ({ [parameter]: value }));
    const [first, ...rest] = queries;
    const other = rest.find((query) => first !== undefined && countOf(model, query) !== countOf(model, first));
    return first === undefined || other === undefined ? [] : [[first, other] as const];
  });
}

function countOf(model: Model, query: Query): number {
  return model.expectationOf(query).least;
}

/** Finds requests for everything that got the total of the selection just before them, for two selections in turn. */
export function judgeLeaks(listing: Listing, answers: readonly Answer[]): readonly Difference[] {
  const ordered = answers.toSorted((a, b) => a.seq - b.seq);
  const leaks = ordered.map((everything, index) => {
    const before = ordered[index - 1];
    return before !== undefined && isLeaking(before, everything) ? { before, everything } : undefined;
  });
  return leaks.flatMap((leak, index) => {
    // `sendForLeaks` asks for everything after the one selection, the other, and the one again: every second answer.
    const [next, last] = [leaks[index + 2], leaks[index + 4]];
    if (leak === undefined || next === undefined || last === undefined) return [];
    const { before, everything } = leak;
    if (next.everything.total === everything.total) return [];
    if (queryText(listing, last.before.query) !== queryText(listing, before.query)) return [];
    return [
      {
        slug: SLUGS.keep,
        expected: 'all items where no parameter selects some, whatever was asked before',
        actual: `total ${everything.total} after ${queryText(listing, before.query)}, and total ${next.everything.total} after ${queryText(listing, next.before.query)}: those of the requests before`,
        at: everything.payload + (listing.total ?? listing.items),
        seq: everything.seq,
        contradiction: true,
      },
    ];
  });
}

/** Is this a selection by one parameter, then a request without parameters that gets the same total? */
function isLeaking(selection: Answer, everything: Answer): boolean {
  return (
    Object.keys(selection.query).length === 1 &&
    Object.keys(everything.query).length === 0 &&
    selection.total !== undefined &&
    selection.total === everything.total
  );
}
