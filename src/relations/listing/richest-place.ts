import type { CheckContext } from '../../check/check.ts';
import { atPath } from '../../check/place.ts';
import type { RequestBuilder } from '../../check/request.ts';
import { unlessNotTested } from '../../check/verdict.ts';
import { candidatesFrom } from '../../generate/base.ts';
import type { Reader } from './answer.ts';
import { largestPage } from './learn.ts';
import { toWire } from './wire.ts';

/** So many places are looked at, for one that has items enough to tell faults apart. */
const PLACES = 5;

/**
 * The same context, in which every request goes to one place of a listing that stands below an id, such as
 * `/projects/{id}/tasks`: of the first few places that of the most items. Throws NotTested where no id is known.
 */
export async function inRichestPlace(tools: CheckContext, reader: Reader): Promise<CheckContext> {
  const usual = await tools.valid(reader.listing.operation.id);
  let [most, path] = [0, usual.draft.pathValues];
  for (const request of [usual, ...(await othersOf(tools, reader, usual))]) {
    const count = await countAt(tools, reader, request);
    if (count > most) [most, path] = [count, request.draft.pathValues];
  }
  return atPath(tools, path);
}

/** The same listing below other ids, where an operation shows them and there is but one in the path. */
async function othersOf(tools: CheckContext, { listing }: Reader, usual: RequestBuilder): Promise<RequestBuilder[]> {
  const [parameter, ...more] = listing.operation.parameters.filter((one) => one.in === 'path');
  const source = parameter?.['x-sources']?.find((one) => 'operation' in one);
  if (parameter === undefined || source === undefined || more.length > 0) return [];
  const shown = await unlessNotTested(() => tools.send(tools.request(source.operation)));
  const body = shown?.outcome.kind === 'response' ? shown.outcome.body.json?.value : undefined;
  const ids = candidatesFrom(tools.contract, body, source.pointer, parameter).slice(0, PLACES);
  return ids.map((id) => usual.path({ [parameter.name]: id }));
}

async function countAt(tools: CheckContext, reader: Reader, request: RequestBuilder): Promise<number> {
  const query = toWire(reader.listing, largestPage(reader.listing));
  const answer = await unlessNotTested(() => tools.send(request.query(query)));
  return answer === undefined ? 0 : (reader.read(answer)?.rows.length ?? 0);
}
