import type { CheckContext } from '../../check/check.ts';
import { listedIds } from '../../check/listed-ids.ts';
import { atPath } from '../../check/place.ts';
import type { Draft, RequestBuilder } from '../../check/request.ts';
import { unlessNotTested } from '../../check/verdict.ts';
import type { Reader } from './answer.ts';
import { largestPage } from './learn.ts';
import { toWire } from './wire.ts';

/** This many places are tried, to find one with enough items to tell faults apart; more if none of them has any. */
const PLACES = 5;
const MOST_PLACES = 20;

/**
 * For a listing below an id, such as `/projects/{id}/tasks`: the same context, with every request sent to the one of the first
 * few places that has the most items. Throws NotTested if no id is known.
 */
export async function inRichestPlace(tools: CheckContext, reader: Reader): Promise<CheckContext> {
  const { id } = reader.listing.operation;
  return atPath(tools, await tools.shared(`richest place of ${id}`, () => richestPath(tools, reader)));
}

async function richestPath(tools: CheckContext, reader: Reader): Promise<Draft['pathValues']> {
  const first = await tools.valid(reader.listing.operation.id);
  let [most, path] = [0, first.draft.pathValues];
  for (const [index, request] of [first, ...(await othersOf(tools, reader, first))].entries()) {
    if (index > PLACES && most > 0) break;
    const count = await countAt(tools, reader, request);
    if (count > most) [most, path] = [count, request.draft.pathValues];
  }
  return path;
}

/** Requests for the listing below other ids, if its path has one parameter and an operation shows ids for it. */
async function othersOf(tools: CheckContext, { listing }: Reader, first: RequestBuilder): Promise<RequestBuilder[]> {
  const [parameter, ...more] = listing.operation.parameters.filter((one) => one.in === 'path');
  if (parameter === undefined || more.length > 0) return [];
  const ids = await listedIds(tools, first, parameter.name);
  return ids.slice(0, MOST_PLACES).map((id) => first.path({ [parameter.name]: id }));
}

async function countAt(tools: CheckContext, reader: Reader, request: RequestBuilder): Promise<number> {
  const query = toWire(reader.listing, largestPage(reader.listing));
  const answer = await unlessNotTested(() => tools.send(request.query(query)));
  return answer === undefined ? 0 : (reader.read(answer)?.rows.length ?? 0);
}
