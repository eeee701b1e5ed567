import type { CheckContext } from '../../check/check.ts';
import type { RequestBuilder } from '../../check/request.ts';
import { NotTested, rateLimited } from '../../check/verdict.ts';
import type { Listing } from '../../contract/listing.ts';
import type { Exchange } from '../../http/exchange.ts';
import { TOO_MANY_REQUESTS } from '../../http/rate-headers.ts';
import { type Query, queryKey } from './answer.ts';
import type { RequestGroup } from './pairs.ts';
import { toWire } from './wire.ts';

/** Sends each query to the listing once. Without a usable answer it returns undefined and does not throw. */
export interface Requester {
  send(query: Query, past?: boolean): Promise<Exchange | undefined>;
  /** Sends it once more with no other request under way, so that faults of concurrency do not show. */
  again(query: Query): Promise<Exchange | undefined>;
  /** Stores an answer that was received elsewhere. */
  keep(query: Query, exchange: Exchange): void;
  all(groups: readonly RequestGroup[]): Promise<readonly Exchange[]>;
  /** Why requests stayed unsent or unanswered; undefined if all were answered. */
  stopped(): NotTested | undefined;
  obstacle(): NotTested | undefined;
}

export function createRequester(tools: CheckContext, listing: Listing): Requester {
  const state: { stopped?: NotTested; failure?: NotTested } = {};
  const sent = new Map<string, Exchange | undefined>();
  const requestFor = (query: Query) => tools.request(listing.operation.id).query(toWire(listing, query));
  const sendNow = async (request: RequestBuilder): Promise<Exchange | undefined> => {
    try {
      const exchange = await tools.send(request);
      if (exchange.outcome.kind === 'failure')
        state.failure ??= new NotTested('inconclusive', exchange.outcome.message);
      else if (exchange.outcome.status === TOO_MANY_REQUESTS) state.failure ??= rateLimited();
      else return exchange;
    } catch (error) {
      if (!(error instanceof NotTested)) throw error;
      state.stopped ??= error;
    }
    return undefined;
  };
  const send = async (query: Query, past = false) => {
    const key = queryKey(query);
    const request = requestFor(query);
    if (!sent.has(key)) sent.set(key, await sendNow(past ? request.open('a page beyond the last one') : request));
    return sent.get(key);
  };
  return {
    send,
    again: (query) => sendNow(requestFor(query).exclusive()),
    keep: (query, exchange) => void sent.set(queryKey(query), exchange),
    async all(groups) {
      const queries = new Map(groups.flatMap((group) => group.queries).map((query) => [queryKey(query), query]));
      const unsent = [...queries].filter(([key]) => !sent.has(key)).map(([, query]) => query);
      const answers = await Promise.all(unsent.map((query) => send(query)));
      const repeated = await Promise.all(
        groups.filter(({ again }) => again).map(({ queries: each }) => sendNow(requestFor(each.at(-1) ?? {}).fresh())),
      );
      return [...answers, ...repeated].filter((exchange) => exchange !== undefined);
    },
    stopped: () => state.stopped ?? state.failure,
    obstacle: () => state.failure ?? state.stopped,
  };
}
