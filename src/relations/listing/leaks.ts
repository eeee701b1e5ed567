import type { Listing } from '../../contract/listing.ts';
import type { Exchange } from '../../http/exchange.ts';
import type { Ask, Listed } from './answer.ts';
import { type Complaint, shown } from './complaint.ts';
import type { Model } from './model.ts';
import type { Accepts } from './selections.ts';
import { SLUGS } from './slugs.ts';
import { wordsOf } from './texts.ts';
import type { Trip } from './trip.ts';

/** Of so many values of a parameter it is worked out how many items they find. */
const VALUES = 12;

/**
 * A listing that tells another total to the same request may have been written to, or it keeps something of one request for
 * the next. The two are told apart by asking for everything after each of two selections in turn.
 */
export async function askForLeaks(trip: Trip, model: Model, accepts: Accepts): Promise<readonly Exchange[]> {
  const sent: Exchange[] = [];
  for (const [one, other] of selectionsOf(model, accepts))
    for (const ask of [one, other, one])
      for (const next of [ask, {}]) sent.push(...[await trip.again(next)].filter((exchange) => exchange !== undefined));
  return sent;
}

/** Two values for each parameter that selects, which find different numbers of items. */
function selectionsOf(model: Model, accepts: Accepts): readonly (readonly [Ask, Ask])[] {
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
    const asks = [...new Set(values)]
      .filter((value) => accepts(parameter, value))
      .slice(0, VALUES)
      .map((value) => ({ [parameter]: value }));
    const [first, ...rest] = asks;
    const other = rest.find((ask) => first !== undefined && countOf(model, ask) !== countOf(model, first));
    return first === undefined || other === undefined ? [] : [[first, other] as const];
  });
}

function countOf(model: Model, ask: Ask): number {
  return model.expectationOf(ask).least;
}

/** Everything was asked for, and each time what came was the selection of the request before. */
export function leaks(listing: Listing, answers: readonly Listed[]): readonly Complaint[] {
  const ordered = answers.toSorted((a, b) => a.seq - b.seq);
  const followed = ordered.flatMap((everything, index) => {
    const before = ordered[index - 1];
    return before !== undefined && isFollowed(before, everything) ? [{ before, everything, index }] : [];
  });
  return followed.flatMap(({ before, everything, index }) => {
    const next = followed.find((one) => one.index === index + 2);
    const last = followed.find((one) => one.index === index + 4);
    if (next === undefined || last === undefined || next.everything.total === everything.total) return [];
    if (shown(last.before.ask) !== shown(before.ask)) return [];
    return [
      {
        slug: SLUGS.keep,
        expected: 'all items where no parameter selects some, whatever was asked before',
        actual: `total ${everything.total} after ${shown(before.ask)}, and total ${next.everything.total} after ${shown(next.before.ask)}: those of the requests before`,
        at: everything.payload + listing.total,
        seq: everything.seq,
        contradiction: true,
      },
    ];
  });
}

/** A selection by one parameter, and after it everything, with the same total. */
function isFollowed(selection: Listed, everything: Listed): boolean {
  return (
    Object.keys(selection.ask).length === 1 &&
    Object.keys(everything.ask).length === 0 &&
    selection.total !== undefined &&
    selection.total === everything.total
  );
}
