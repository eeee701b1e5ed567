import type { CheckContext } from '../../check/check.ts';
import { unlessNotTested } from '../../check/verdict.ts';
import type { Listing } from '../../contract/listing.ts';
import { countsOf } from '../../groups.ts';
import type { Exchange } from '../../http/exchange.ts';
import { TOO_MANY_REQUESTS } from '../../http/rate-headers.ts';
import { joinPointer } from '../../schema/pointer.ts';
import type { Reader, Row } from './answer.ts';
import type { Opened } from './evidence.ts';
import { pathParameterAccepts } from './hidden.ts';
import { judgeOpened } from './openings.ts';
import { hash } from './values.ts';

interface Listed {
  readonly row: Row;
  readonly listed: number;
  readonly at: string;
}

/**
 * Opens a few listed items by their ids: the first, which other checks open too, the one that was already opened for its hidden
 * search texts, and those that differ most from the items before. One that was opened before it was listed, and differs, is opened
 * again: meanwhile its values may have moved.
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
  const isAccepted = pathParameterAccepts(tools, opens);
  const items = learnt.flatMap((exchange) => {
    const listed = reader.read(exchange);
    return (listed?.rows ?? []).map((row, index) => ({
      row,
      listed: exchange.seq,
      at: joinPointer(`${listed?.payload}${listing.items}`, index),
    }));
  });
  const usable = items.filter(({ row }) => row.key !== undefined && row.hasInvalidId !== true && isAccepted(row.key));
  const opened = listing.search?.hidden?.operation === opens.operation ? byHash(usable).slice(0, 1) : [];
  const chosen = [...new Set([...usable.slice(0, 1), ...mostDifferent(usable, count, opened)])];
  const answers = await Promise.all(
    chosen.map(async ({ row, listed, at }) => {
      const request = tools.request(opens.operation).path({ [opens.path]: row.key ?? '' });
      const answer = await unlessNotTested(() => tools.send(request));
      if (answer === undefined || answer.seq > listed) return answer;
      const evidence = { learnt, answers: [], opened: [{ listed, at, answer }] };
      const differs = judgeOpened(tools.contract, listing, evidence, []).length > 0;
      return differs ? await unlessNotTested(() => tools.send(request.fresh())) : answer;
    }),
  );
  return chosen.flatMap(({ listed, at }, index) => {
    const answer = answers[index];
    return answer === undefined || answer.outcome.kind === 'failure' || answer.outcome.status === TOO_MANY_REQUESTS
      ? []
      : [{ listed, at, answer }];
  });
}

/** Picks items with new features. Rare features count more than common ones; one that a single item has counts nothing. */
function mostDifferent(items: readonly Listed[], count: number, opened: readonly Listed[]): readonly Listed[] {
  const features = new Map(items.map((item) => [item, featuresOf(item.row)]));
  const counts = countsOf([...features.values()].flat());
  const seen = new Set<string>();
  const left = new Set(byHash(items));
  const chosen: Listed[] = [];
  const choose = (item: Listed): void => {
    left.delete(item);
    chosen.push(item);
    for (const feature of features.get(item) ?? []) seen.add(feature);
  };
  const worth = (item: Listed) =>
    (features.get(item) ?? [])
      .filter((one) => !seen.has(one) && (counts.get(one) ?? 0) > 1)
      .reduce((sum, one) => sum + 1 / (counts.get(one) ?? 1), 0);
  opened.slice(0, count).forEach(choose);
  while (chosen.length < count && left.size > 0) choose([...left].reduce((a, b) => (worth(b) > worth(a) ? b : a)));
  return chosen;
}

/** Sorts by a hash of the key: an order that is stable and unrelated to any member. */
function byHash(items: readonly Listed[]): readonly Listed[] {
  return items.toSorted((a, b) => hash(a.row.key ?? '') - hash(b.row.key ?? ''));
}

/** The features of an item: its boolean, short and empty values, and whether its texts are all ASCII. */
function featuresOf({ values }: Row): readonly string[] {
  const short = Object.entries(values).flatMap(([name, value]) =>
    typeof value === 'boolean' || (typeof value === 'string' && value.length <= 12) || isEmpty(value)
      ? [`${name}=${JSON.stringify(value)}`]
      : [],
  );
  const isPlain = Object.values(values).every((value) => typeof value !== 'string' || /^\p{ASCII}*$/u.test(value));
  return [...short, `plain=${isPlain}`];
}

/** Services often treat these values as missing. */
function isEmpty(value: unknown): boolean {
  return value === 0 || value === null || (Array.isArray(value) && value.length === 0);
}
