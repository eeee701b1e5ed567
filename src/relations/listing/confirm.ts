import type { Exchange } from '../../http/exchange.ts';
import { oneByOne } from '../../turns.ts';
import type { Answer } from './answer.ts';
import type { ListingEvidence } from './evidence.ts';
import { answersOf, type Finding, type ModelReader, suspicionsOf } from './findings.ts';
import { isolating } from './isolate.ts';
import { freshControls, withReversedParameters } from './movement.ts';
import type { Requester } from './requester.ts';
import { fromWire } from './wire.ts';

/** At most this many suspicious requests are sent again: `unsteady` while most answers change, else `steady`. */
const CONFIRMATIONS = { steady: 5, unsteady: 100 } as const;

/** At most this many broken requests are split into their parameters. */
const MAX_ISOLATED = 6;

/** Finds out which parameter of a broken request is at fault: sends its parameters alone. */
export async function isolate(
  reader: ModelReader,
  requester: Requester,
  evidence: ListingEvidence,
): Promise<readonly Exchange[]> {
  const sent: Exchange[] = [];
  for (let round = 0; round < MAX_ISOLATED; round += 1) {
    const soFar = { ...evidence, answers: [...evidence.answers, ...sent] };
    const found = suspicionsOf(reader, soFar);
    const [queries] = isolating(reader.listing, found, answersOf(reader, soFar));
    if (queries === undefined) break;
    sent.push(...(await oneByOne(queries, (query) => requester.send(query))));
  }
  return sent;
}

/** Sends suspicious requests again. Always repeats the first request: it shows whether the listing changed. */
export async function confirm(
  reader: ModelReader,
  requester: Requester,
  evidence: ListingEvidence,
  first: Answer,
  times: number,
): Promise<readonly Exchange[]> {
  const repeats: (Exchange | undefined)[] = [];
  // Some answers change only at the third request. The last repetition has its parameters in another order, so that no cache
  // has its answer.
  for (let time = 1; time <= times; time += 1)
    repeats.push(await requester.again(time === times ? withReversedParameters(first.query) : first.query));
  const found = suspicionsOf(reader, evidence);
  const suspicious = exchangesBehind(found, evidence).filter(({ seq }) => seq !== first.seq);
  repeats.push(...(await sendAgain(reader, requester, suspicious)));
  // A cache may cause the suspicion while others write to the listing. No cache has the answers to these requests.
  const controls = found.length > 0 ? freshControls(reader.listing, first.query, answersOf(reader, evidence)) : [];
  repeats.push(...(await oneByOne(controls, (query) => requester.send(query))));
  return repeats.filter((exchange) => exchange !== undefined);
}

/** The exchanges of the findings: first one of each clause, and then the others. */
function exchangesBehind(found: readonly Finding[], evidence: ListingEvidence): readonly Exchange[] {
  const bySeq = new Map([...evidence.learnt, ...evidence.answers].map((exchange) => [exchange.seq, exchange]));
  // If an opened item differs from the listing, the request of the list is repeated.
  for (const { listed, answer } of evidence.opened) bySeq.set(answer.seq, bySeq.get(listed) ?? answer);
  // Reversed, so that the first finding of a clause is the one that stays in the map.
  const firstOfEach = new Map(found.toReversed().map(({ slug, seq }) => [slug, seq]));
  const seqs = new Set([...firstOfEach.values(), ...found.map(({ seq }) => seq)]);
  return [...seqs].flatMap((seq) => bySeq.get(seq ?? 0) ?? []);
}

/** Sends these again, one by one. After the first few it goes on only while more than half of the answers have changed. */
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
    if (again === undefined || hasSameContent(reader, exchange, again)) unchanged += 1;
    repeats.push(again);
  }
  return repeats;
}

/** Do both answers have the same items in the same order, and the same numbers? */
function hasSameContent(reader: ModelReader, one: Exchange, other: Exchange): boolean {
  const contentOf = (exchange: Exchange): string => {
    const { rows, total, pages, page, size, failed } = reader.read(exchange) ?? { rows: [] };
    return JSON.stringify([rows.map(({ key }) => key), total, pages, page, size, failed]);
  };
  return contentOf(one) === contentOf(other);
}
