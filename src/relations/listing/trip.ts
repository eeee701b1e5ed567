import type { Tools } from '../../check/check.ts';
import type { RequestBuilder } from '../../check/request.ts';
import { NotShown } from '../../check/verdict.ts';
import type { Listing } from '../../contract/listing.ts';
import type { Exchange } from '../../http/exchange.ts';
import type { Ask } from './answer.ts';
import type { Bundle } from './pairs.ts';

/** The way of requests to the listing. What cannot be sent any more ends it, and what came so far is kept. */
export interface Trip {
  send(ask: Ask, past?: boolean): Promise<Exchange | undefined>;
  /** Once more, while nothing else is under way: what is wrong only beside other requests turns out right then. */
  again(ask: Ask): Promise<Exchange | undefined>;
  /** Takes note of an answer that came by another way. */
  keep(ask: Ask, exchange: Exchange): void;
  all(bundles: readonly Bundle[]): Promise<readonly Exchange[]>;
  /** Why requests stayed unsent or unanswered; undefined where all were answered. */
  stopped(): NotShown | undefined;
  obstacle(): string | undefined;
}

export function createTrip(tools: Tools, { operation }: Listing): Trip {
  const state: { stopped?: NotShown; failure?: string } = {};
  const sent = new Map<string, Exchange | undefined>();
  const requestFor = (ask: Ask): RequestBuilder => tools.request(operation.id).query(ask);
  const go = async (request: RequestBuilder): Promise<Exchange | undefined> => {
    try {
      const exchange = await tools.send(request);
      if (exchange.outcome.kind === 'failure') state.failure ??= exchange.outcome.message;
      else if (exchange.outcome.status === TOO_MANY_REQUESTS) state.failure ??= 'rate limited (429)';
      else return exchange;
    } catch (error) {
      if (!(error instanceof NotShown)) throw error;
      state.stopped ??= error;
    }
    return undefined;
  };
  const send = async (ask: Ask, past = false) => {
    const key = JSON.stringify(ask);
    const request = requestFor(ask);
    if (!sent.has(key)) sent.set(key, await go(past ? request.open('a page beyond the last one') : request));
    return sent.get(key);
  };
  return {
    send,
    again: (ask) => go(requestFor(ask).exclusive()),
    keep: (ask, exchange) => void sent.set(JSON.stringify(ask), exchange),
    async all(bundles) {
      const asks = new Map(bundles.flatMap((bundle) => bundle.asks).map((ask) => [JSON.stringify(ask), ask]));
      const news = [...asks].filter(([key]) => !sent.has(key)).map(([, ask]) => ask);
      const answers = await Promise.all(news.map((ask) => send(ask)));
      const twice = await Promise.all(
        bundles.filter(({ again }) => again).map(({ asks: each }) => go(requestFor(each.at(-1) ?? {}).fresh())),
      );
      return [...answers, ...twice].filter((exchange) => exchange !== undefined);
    },
    stopped: () =>
      state.stopped ?? (state.failure === undefined ? undefined : new NotShown('inconclusive', state.failure)),
    obstacle: () => state.failure ?? state.stopped?.message,
  };
}

/** RFC 6585: the caller has used up what it may ask. */
const TOO_MANY_REQUESTS = 429;
