import type { CheckContext } from '../../check/check.ts';
import { unlessNotTested } from '../../check/verdict.ts';
import type { Listing } from '../../contract/listing.ts';
import type { Exchange } from '../../http/exchange.ts';
import { joinPointer } from '../../schema/pointer.ts';
import type { Reader, Row } from './answer.ts';
import type { Opened } from './evidence.ts';
import { pathParameterAccepts } from './hidden.ts';
import { hash } from './values.ts';

interface Spot {
  readonly row: Row;
  readonly listed: number;
  readonly at: string;
}

/**
 * Opens a few listed items by their ids: the first, which others open too, the one that was opened for what a search looks at,
 * and those that differ most from the ones before.
 */
export async function openSome(
  tools: CheckContext,
  listing: Listing,
  reader: Reader,
  learnt: readonly Exchange[],
  count: number,
): Promise<readonly Opened[]> {
  const { opens } = listing;
  if (opens === undefined) return [];
  const takes = pathParameterAccepts(tools, opens);
  const spots = learnt.flatMap((exchange) => {
    const listed = reader.read(exchange);
    return (listed?.rows ?? []).map((row, index) => ({
      row,
      listed: exchange.seq,
      at: joinPointer(`${listed?.payload}${listing.items}`, index),
    }));
  });
  const usable = spots.filter(({ row }) => row.key !== undefined && row.hasInvalidId !== true && takes(row.key));
  const known = listing.search?.hidden?.operation === opens.operation ? inTurn(usable).slice(0, 1) : [];
  const chosen = [...new Set([...usable.slice(0, 1), ...mostDifferent(usable, count, known)])];
  const answers = await Promise.all(
    chosen.map(({ row }) =>
      unlessNotTested(() => tools.send(tools.request(opens.operation).path({ [opens.path]: row.key ?? '' }))),
    ),
  );
  return chosen.flatMap(({ listed, at }, index) => {
    const answer = answers[index];
    return answer === undefined || answer.outcome.kind === 'failure' || answer.outcome.status === 429
      ? []
      : [{ listed, at, answer }];
  });
}

/** A value that few others share tells more than one that all have; members of which each item has its own tell nothing. */
function mostDifferent(spots: readonly Spot[], count: number, known: readonly Spot[]): readonly Spot[] {
  const features = new Map(spots.map((spot) => [spot, featuresOf(spot.row)]));
  const times = new Map<string, number>();
  for (const each of features.values()) for (const feature of each) times.set(feature, (times.get(feature) ?? 0) + 1);
  const seen = new Set<string>();
  const left = new Set(inTurn(spots));
  const chosen: Spot[] = [];
  const choose = (spot: Spot): void => {
    left.delete(spot);
    chosen.push(spot);
    for (const feature of features.get(spot) ?? []) seen.add(feature);
  };
  const worth = (spot: Spot) =>
    (features.get(spot) ?? [])
      .filter((one) => !seen.has(one) && (times.get(one) ?? 0) > 1)
      .reduce((sum, one) => sum + 1 / (times.get(one) ?? 1), 0);
  known.slice(0, count).forEach(choose);
  while (chosen.length < count && left.size > 0) choose([...left].reduce((a, b) => (worth(b) > worth(a) ? b : a)));
  return chosen;
}

/** In an order that nothing else follows. */
function inTurn(spots: readonly Spot[]): readonly Spot[] {
  return spots.toSorted((a, b) => hash(a.row.key ?? '') - hash(b.row.key ?? ''));
}

/** The short and the empty values of an item, and whether it has letters beyond ASCII. */
function featuresOf({ values }: Row): readonly string[] {
  const short = Object.entries(values).flatMap(([name, value]) =>
    typeof value === 'boolean' || (typeof value === 'string' && value.length <= 12) || isEmpty(value)
      ? [`${name}=${JSON.stringify(value)}`]
      : [],
  );
  const isPlain = Object.values(values).every((value) => typeof value !== 'string' || /^\p{ASCII}*$/u.test(value));
  return [...short, `plain=${isPlain}`];
}

/** What is often taken for missing. */
function isEmpty(value: unknown): boolean {
  return value === 0 || value === null || (Array.isArray(value) && value.length === 0);
}
