import type { Exchange } from '../../http/exchange.ts';
import type { Answer } from './answer.ts';
import type { ListingEvidence } from './evidence.ts';
import { answersOf, type ModelReader, suspicionsOf } from './findings.ts';
import { isolating } from './isolate.ts';
import { freshControls, turned } from './movement.ts';
import type { Requester } from './requester.ts';
import { fromWire } from './wire.ts';

/** At most so many requests are sent again of what looks broken; where most of them turn out otherwise then, so many. */
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

/** Sends again what looks broken, and in any case the first request: whether it is the same service that answers. */
export async function confirm(
  reader: ModelReader,
  requester: Requester,
  evidence: ListingEvidence,
  first: Answer,
  times: number,
): Promise<readonly Exchange[]> {
  const repeats: (Exchange | undefined)[] = [];
  // Once more and yet once more: some answers change only with the third.
  for (let time = 1; time <= times; time += 1)
    repeats.push(await requester.again(time === times ? turned(first.query) : first.query));
  const found = suspicionsOf(reader, evidence);
  const before = new Map([...evidence.learnt, ...evidence.answers].map((exchange) => [exchange.seq, exchange]));
  // Of an item that is not as it was listed, the list.
  for (const { listed, answer } of evidence.opened) before.set(answer.seq, before.get(listed) ?? answer);
  const bySlug = new Map(found.toReversed().map(({ slug, seq }) => [slug, seq]));
  // One of each clause first.
  const seqs = new Set([...bySlug.values(), ...found.map(({ seq }) => seq)]);
  const wanted = [...seqs].flatMap((seq) => before.get(seq ?? 0) ?? []).filter(({ seq }) => seq !== first.seq);
  let steady = 0;
  for (const [index, exchange] of wanted.slice(0, CONFIRMATIONS.unsteady).entries()) {
    if (index >= CONFIRMATIONS.steady && steady * 2 >= index) break;
    const again = await requester.again(fromWire(reader.listing, exchange.request.query));
    if (again === undefined || saysTheSame(reader, exchange, again)) steady += 1;
    repeats.push(again);
  }
  // Where something looks broken, it may only be that others write behind a cache.
  const controls = found.length > 0 ? freshControls(reader.listing, first.query, answersOf(reader, evidence)) : [];
  for (const query of controls) repeats.push(await requester.send(query));
  return repeats.filter((exchange) => exchange !== undefined);
}

/** Do both list the same items, with the same numbers beside them? */
function saysTheSame(reader: ModelReader, one: Exchange, other: Exchange): boolean {
  const said = (exchange: Exchange): string => {
    const { rows, total, pages, page, size, failed } = reader.read(exchange) ?? { rows: [] };
    return JSON.stringify([rows.map(({ key }) => key), total, pages, page, size, failed]);
  };
  return said(one) === said(other);
}
