import type { CheckContext } from '../../check/check.ts';
import type { RequestBuilder } from '../../check/request.ts';
import { NotTested } from '../../check/verdict.ts';
import type { Listing } from '../../contract/listing.ts';
import type { Exchange } from '../../http/exchange.ts';
import { type Query, queryKey } from './answer.ts';
import type { RequestGroup } from './pairs.ts';
import { toWire } from './wire.ts';

/** The way of requests to the listing. What cannot be sent any more ends it, and what came so far is kept. */
export interface Requester {
  send(query: Query, past?: boolean): Promise<Exchange | undefined>;
  /** Once more, while nothing else is under way: what is wrong only beside other requests turns out right then. */
  again(query: Query): Promise<Exchange | undefined>;
  /** Takes note of an answer that came by another way. */
  keep(query: Query, exchange: Exchange): void;
  all(groups: readonly RequestGroup[]): Promise<readonly Exchange[]>;
  /** Why requests stayed unsent or unanswered; undefined where all were answered. */
  stopped(): NotTested | undefined;
  obstacle(): string | undefined;
}

export function createRequester(tools: CheckContext, listing: Listing): Requester {
  const state: { stopped?: NotTested; failure?: string } = {};
  const sent = new Map<string, Exchange | undefined>();
  const requestFor = (query: Query) => tools.request(listing.operation.id).query(toWire(listing, query));
  const go = async (request: RequestBuilder): Promise<Exchange | undefined> => {
    try {
      const exchange = await tools.send(request);
      if (exchange.outcome.kind === 'failure') state.failure ??= exchange.outcome.message;
      else if (exchange.outcome.status === TOO_MANY_REQUESTS) state.failure ??= 'rate limited (429)';
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
    if (!sent.has(key)) sent.set(key, await go(past ? request.open('a page beyond the last one') : request));
    return sent.get(key);
  };
  return {
    send,
    again: (query) => go(requestFor(query).exclusive()),
    keep: (query, exchange) => void sent.set(queryKey(query), exchange),
    async all(groups) {
      const queries = new Map(groups.flatMap((group) => group.queries).map((query) => [queryKey(query), query]));
      const news = [...queries].filter(([key]) => !sent.has(key)).map(([, query]) => query);
      const answers = await Promise.all(news.map((query) => send(query)));
      const twice = await Promise.all(
        groups.filter(({ again }) => again).map(({ queries: each }) => go(requestFor(each.at(-1) ?? {}).fresh())),
      );
      return [...answers, ...twice].filter((exchange) => exchange !== undefined);
    },
    stopped: () =>
      state.stopped ?? (state.failure === undefined ? undefined : new NotTested('inconclusive', state.failure)),
    obstacle: () => state.failure ?? state.stopped?.message,
  };
}

/** RFC 6585: the caller has used up what it may ask. */
const TOO_MANY_REQUESTS = 429;
