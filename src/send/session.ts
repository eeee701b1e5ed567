import type { Draft, RequestBuilder } from '../check/request.ts';
import type { Operation } from '../contract/operations.ts';
import type { Exchange } from '../http/exchange.ts';
import { createAbsentRoutes } from './absent-routes.ts';
import { type BudgetOptions, createBudget } from './budget.ts';
import { createEntityTags, type EntityTags } from './entity-tags.ts';
import { createExchanger, type ExchangerOptions } from './exchanger.ts';
import { isDead } from './health.ts';
import { createLateLists } from './late-lists.ts';
import { createLedger, type Ledger } from './ledger.ts';
import { createMemory, type Memory, type MemoryOptions } from './memory.ts';
import { assertAllowed, assertRemovable } from './permission.ts';
import { createRiskyRefusals } from './risky-refusals.ts';

/** All requests go through this. It handles credentials, permissions, budget, memory and recording. */
export interface Session extends Pick<Memory, 'shared' | 'accepted' | 'created' | 'forget'> {
  /** Sends a request. Identical safe requests are sent once. Throws NotTested if it may not be sent. */
  send(request: RequestBuilder): Promise<Exchange>;
  /** Sends a request of the clean-up, even if the run was stopped or its budget is used up. */
  takeBack(request: RequestBuilder): Promise<Exchange>;
  /** Repeats the request of an exchange, to confirm its answer. Undefined if it must not be repeated. */
  repeat(exchange: Exchange): Promise<Exchange | undefined>;
  /** Reserves this many requests of the budget for later. */
  hold(requests: number): void;
  /** Sends one request at a time from now on, so that faults caused by concurrency disappear. */
  oneByOne(): void;
  /** Allows only clean-up from now on. Resolves when no request is under way. */
  close(): Promise<void>;
  /** The last failure if the target no longer answers; undefined otherwise. */
  dead(): string | undefined;
  readonly ledger: Ledger;
}

export interface SessionOptions extends MemoryOptions, BudgetOptions, ExchangerOptions {
  /** Is it an answer like that of an unknown page? Default: never. */
  readonly looksAbsent?: (exchange: Exchange) => boolean;
  /** A request with what an operation requires. Default: with nothing. */
  readonly requestFor?: (operation: Operation) => RequestBuilder;
}

/** The highest priority, for a request that others wait for. */
const FIRST = Number.MAX_SAFE_INTEGER;

export function createSession(options: SessionOptions): Session {
  const { target, throttle, sink } = options;
  const state = { seq: 0, isClosed: false, failures: 0, answers: 0, lastFailure: '' };
  const memory = createMemory(options);
  const ledger = createLedger(sink);
  const budget = createBudget(options, ledger);
  const tags = createEntityTags(options.requestFor);
  const exchangeNow = createExchanger(options, { state, memory, ledger, budget, tags });
  const { exchange, exchangeUntilShown, allEnded } = createQueues(options, exchangeNow, tags);
  return {
    ledger,
    send({ draft }) {
      assertAllowed(draft, target);
      assertRemovable(draft, target);
      return memory.once(draft, () => exchangeUntilShown(draft));
    },
    takeBack: ({ draft }) => {
      const now = (one: Draft) => exchangeNow(one, { isCleanUp: true });
      return tags.inTurn(draft, now, () => now(draft));
    },
    async repeat(before) {
      const draft = memory.draftOf(before);
      return draft === undefined || isNotRepeatable(draft, ledger) ? undefined : exchange(draft, before.seq);
    },
    shared: memory.shared,
    accepted: memory.accepted,
    created: memory.created,
    forget: memory.forget,
    hold: budget.hold,
    oneByOne: throttle.oneByOne,
    async close() {
      state.isClosed = true;
      await allEnded();
      for (const text of throttle.notes()) sink({ type: 'note', text });
    },
    dead: () => (isDead(state) ? state.lastFailure : undefined),
  };
}

/** Functions that send a request when it is its turn, and one that waits until no request is under way. */
function createQueues(options: SessionOptions, exchangeNow: ReturnType<typeof createExchanger>, tags: EntityTags) {
  const unlessAbsent = createAbsentRoutes(options.looksAbsent ?? (() => false));
  const unlessRisky = createRiskyRefusals(options.target);
  const untilShown = createLateLists(options.throttle, options.sink, options.signal);
  const underWay = new Set<Promise<Exchange>>();
  const exchange = (draft: Draft, repeats?: number): Promise<Exchange> => {
    const sent = unlessAbsent(draft, (isFirst) =>
      unlessRisky(draft, () => {
        const read = (one: Draft) => exchangeNow(one, {});
        return tags.inTurn(draft, read, () => exchangeNow(isFirst ? { ...draft, ahead: FIRST } : draft, { repeats }));
      }),
    );
    underWay.add(sent);
    return sent.finally(() => underWay.delete(sent));
  };
  return {
    exchange,
    exchangeUntilShown: async (draft: Draft): Promise<Exchange> =>
      draft.until === undefined ? exchange(draft) : untilShown(draft, await exchange(draft), () => exchange(draft)),
    async allEnded(): Promise<void> {
      while (underWay.size > 0) await Promise.allSettled(underWay);
    },
  };
}

/** Must it not be repeated? It may cost the target's owner something, or the run removed what the answer showed. */
function isNotRepeatable({ operation, intent, path }: Draft, ledger: Ledger): boolean {
  return (operation?.permission !== undefined && intent.kind !== 'invalid') || ledger.hasTakenFrom(path);
}
