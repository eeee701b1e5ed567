import type { Depth } from '../../check/target.ts';
import type { Exchange } from '../../http/exchange.ts';
import type { Listed, Reader } from './answer.ts';
import type { ListingEvidence } from './evidence.ts';
import { answersOf, suspicionsOf } from './findings.ts';
import { isolating } from './isolate.ts';
import type { Trip } from './trip.ts';

/** At most so many findings are sent again. */
const CONFIRMATIONS = 5;

/** At most so many requests are taken apart. */
const ISOLATED = 3;

/** Asks for each thing by itself that a request had in it beside others, where it is not told yet which of them is at fault. */
export async function isolate(reader: Reader, trip: Trip, evidence: ListingEvidence): Promise<readonly Exchange[]> {
  const sent: Exchange[] = [];
  for (let round = 0; round < ISOLATED; round += 1) {
    const soFar = { ...evidence, answers: [...evidence.answers, ...sent] };
    const found = suspicionsOf(reader, soFar);
    const [asks] = isolating(reader.listing, found, answersOf(reader, soFar));
    if (asks === undefined) break;
    for (const ask of asks) sent.push(...[await trip.send(ask)].filter((exchange) => exchange !== undefined));
  }
  return sent;
}

/** Sends again what looks broken, and in any case the first request: whether it is the same service that answers. */
export async function confirm(
  reader: Reader,
  trip: Trip,
  evidence: ListingEvidence,
  first: Listed,
  depth: Depth,
): Promise<readonly Exchange[]> {
  // Once more and yet once more: some answers change only with the third.
  const repeats = [await trip.again(first.ask), ...(depth === 'smoke' ? [] : [await trip.again(first.ask)])];
  const found = suspicionsOf(reader, evidence);
  const asks = new Map([...evidence.learnt, ...evidence.answers].map(({ seq, request }) => [seq, request.query]));
  const bySlug = new Map(found.toReversed().map(({ slug, seq }) => [slug, seq]));
  const wanted = new Set(
    [...bySlug.values()]
      .map((seq) => asks.get(seq ?? 0))
      .filter((ask) => ask !== undefined && ask !== first.ask)
      .slice(0, CONFIRMATIONS),
  );
  for (const ask of wanted) if (ask !== undefined) repeats.push(await trip.again(ask));
  return repeats.filter((exchange) => exchange !== undefined);
}
