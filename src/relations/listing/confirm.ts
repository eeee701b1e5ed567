import type { Exchange } from '../../http/exchange.ts';
import type { Answer } from './answer.ts';
import type { ListingEvidence } from './evidence.ts';
import { answersOf, type Finding, type ModelReader, suspicionsOf } from './findings.ts';
import { isolating } from './isolate.ts';
import { freshControls, withReversedParameters } from './movement.ts';
import type { Requester } from './requester.ts';
import { fromWire } from './wire.ts';

/** How many requests that look broken are sent again at most: `unsteady` while most of the answers change, else `steady`. */
const CONFIRMATIONS = { steady: 5, unsteady: 100 } as const;

/** At most so many requests are taken apart. */
const ISOLATED = 6;

/** Asks for each thing by itself that a request had in it beside others, where it is not told yet which of them is at fault. */
export async function isolate(
  reader: ModelReader,
  requester: Requester,
  evidence: ListingEvidence,
): Promise<readonly Exchange[]> {
  const sent: Exchange[] = [];
  for (let round = 0; round < ISOLATED; round += 1) {
    const soFar = { ...evidence, answers: [...evidence.answers, ...sent] };
    const found = suspicionsOf(reader, soFar);
    const [queries] = isolating(reader.listing, found, answersOf(reader, soFar));
    if (queries === undefined) break;
    for (const query of queries)
      sent.push(...[await requester.send(query)].filter((exchange) => exchange !== undefined));
  }
  return sent;
}

/** Sends again what looks broken. The first request is sent again in any case: it shows whether the listing changed. */
export async function confirm(
  reader: ModelReader,
  requester: Requester,
  evidence: ListingEvidence,
  first: Answer,
  times: number,
): Promise<readonly Exchange[]> {
  const repeats: (Exchange | undefined)[] = [];
  // Some answers change only when they are asked for a third time. The last repetition has its parameters in another order: no
  // cache knows it.
  for (let time = 1; time <= times; time += 1)
    repeats.push(await requester.again(time === times ? withReversedParameters(first.query) : first.query));
  const found = suspicionsOf(reader, evidence);
  const suspicious = exchangesBehind(found, evidence).filter(({ seq }) => seq !== first.seq);
  repeats.push(...(await sendAgain(reader, requester, suspicious)));
  // What looks broken may come from a cache, while others write to the listing. These requests no cache has answers to.
  const controls = found.length > 0 ? freshControls(reader.listing, first.query, answersOf(reader, evidence)) : [];
  for (const query of controls) repeats.push(await requester.send(query));
  return repeats.filter((exchange) => exchange !== undefined);
}

/** The exchanges that findings are about: the first of each clause, and then the others. */
function exchangesBehind(found: readonly Finding[], evidence: ListingEvidence): readonly Exchange[] {
  const bySeq = new Map([...evidence.learnt, ...evidence.answers].map((exchange) => [exchange.seq, exchange]));
  // An opened item that is not as it was listed: the list is what is sent again.
  for (const { listed, answer } of evidence.opened) bySeq.set(answer.seq, bySeq.get(listed) ?? answer);
  // Reversed, so that the first finding of a clause is the one that stays in the map.
  const firstOfEach = new Map(found.toReversed().map(({ slug, seq }) => [slug, seq]));
  const seqs = new Set([...firstOfEach.values(), ...found.map(({ seq }) => seq)]);
  return [...seqs].flatMap((seq) => bySeq.get(seq ?? 0) ?? []);
}

/** Sends these again, one by one. After the first few it goes on only as long as more than half of the answers are others now. */
async function sendAgain(
  reader: ModelReader,
  requester: Requester,
  exchanges: readonly Exchange[],
): Promise<readonly (Exchange | undefined)[]> {
  const repeats: (Exchange | undefined)[] = [];
  let unchanged = 0;
  for (const exchange of exchanges.slice(0, CONFIRMATIONS.unsteady)) {
    if (repeats.length >= CONFIRMATIONS.steady && unchanged * 2 >= repeats.length) break;
    const again = await requester.again(fromWire(reader.listing, exchange.request.query));
    if (again === undefined || saysTheSame(reader, exchange, again)) unchanged += 1;
    repeats.push(again);
  }
  return repeats;
}

/** Do both list the same items, with the same numbers beside them? */
function saysTheSame(reader: ModelReader, one: Exchange, other: Exchange): boolean {
  const said = (exchange: Exchange): string => {
    const { rows, total, pages, page, size, failed } = reader.read(exchange) ?? { rows: [] };
    return JSON.stringify([rows.map(({ key }) => key), total, pages, page, size, failed]);
  };
  return said(one) === said(other);
}
