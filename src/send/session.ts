import { BOUNDS } from '../bounds.ts';
import type { Draft, RequestBuilder } from '../check/request.ts';
import { numbered } from '../check/request.ts';
import { budgetSpent, NotTested } from '../check/verdict.ts';
import { defined } from '../defined.ts';
import { stopOf } from '../http/abort.ts';
import type { Exchange } from '../http/exchange.ts';
import { memoize } from '../memoize.ts';
import { createAbsentRoutes } from './absent-routes.ts';
import { isDead, note } from './health.ts';
import { elided, RATE_LIMITED, type Sink } from './journal.ts';
import { createKeptAnswers, type KeptAnswers } from './kept-answers.ts';
import { createLateLists } from './late-lists.ts';
import { createLedger, type Ledger } from './ledger.ts';
import type { Manner } from './manner.ts';
import { createMemory, type Memory, type MemoryOptions } from './memory.ts';
import { assertAllowed } from './permission.ts';
import { learnFrom, sentRequest } from './redact-event.ts';
import { carefulWith, createLostDeletions, createUsedUp } from './repeating.ts';
import { createRiskyRefusals } from './risky-refusals.ts';
import type { Throttle } from './throttle.ts';
import { wireOf } from './wire.ts';

/** All requests go through this. It handles credentials, permissions, budget, memory and recording. */
export interface Session extends Pick<Memory, 'shared' | 'accepted' | 'forget'> {
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
  /** Requests sent so far. */
  spent(): number;
  /** The last failure if the target no longer answers; undefined otherwise. */
  dead(): string | undefined;
  readonly ledger: Ledger;
}

export interface SessionOptions extends MemoryOptions {
  readonly throttle: Throttle;
  readonly sink: Sink;
  /** Digits in the names of what is created (see `generate/mark.ts`). Default: none. */
  readonly mark?: string;
  readonly signal?: AbortSignal;
  /** Completes postponed work, which may reserve requests. */
  readonly catchUp?: () => Promise<void>;
  /** Limits the memory for answers. Default: the bound of a run. */
  readonly kept?: KeptAnswers;
  /** The maximum number of requests. */
  readonly budget: number;
  /** The verdict of a check after the budget is used up. Default: `inconclusive`. */
  readonly whenSpent?: 'skip' | 'inconclusive';
  /** Is it an answer like that of an unknown page? Default: never. */
  readonly looksAbsent?: (exchange: Exchange) => boolean;
}

/** At most this many requests are reserved to confirm findings. */
export const HELD_BACK = 6;

/** The highest priority, for a request that others wait for. */
const FIRST = Number.MAX_SAFE_INTEGER;

export function createSession(options: SessionOptions): Session {
  const state = {
    seq: 0,
    sent: 0,
    held: 0,
    creating: 0,
    failures: 0,
    answers: 0,
    lastFailure: '',
    queued: 0,
    queue: Promise.resolve(),
    isClosed: false,
  };
  const underWay = new Set<Promise<Exchange>>();
  const numbers = new Map<string, number>();
  const memory = createMemory(options);
  const ledger = createLedger(options.sink);
  const kept = options.kept ?? createKeptAnswers();
  const unlessGone = createLostDeletions();
  const usedUp = createUsedUp();
  const cleaningUp = memoize(() => AbortSignal.timeout(BOUNDS.cleanUpMs));

  /** Waits for earlier calls. Near the end of the budget this keeps the order of requests the same for the same seed. */
  async function inTurn(): Promise<void> {
    const turn = state.queue.then(options.catchUp);
    state.queue = turn;
    state.queued += 1;
    await turn;
    state.queued -= 1;
  }

  const risky = createRiskyRefusals(options.target);
  const routes = createAbsentRoutes(options.looksAbsent ?? (() => false));
  const exchange = (draft: Draft, repeats?: number): Promise<Exchange> =>
    tracked(
      routes.send(draft, (isFirst) =>
        risky.send(draft, () => exchangeNow(isFirst ? { ...draft, ahead: FIRST } : draft, repeats, false)),
      ),
    );

  const late = createLateLists(options.throttle, options.sink, options.signal);
  const exchangeUntilShown = async (draft: Draft): Promise<Exchange> =>
    draft.until === undefined ? exchange(draft) : late.look(draft, await exchange(draft), () => exchange(draft));

  async function tracked(answer: Promise<Exchange>): Promise<Exchange> {
    underWay.add(answer);
    try {
      return await answer;
    } finally {
      underWay.delete(answer);
    }
  }

  async function exchangeNow(draft: Draft, repeats: number | undefined, isCleanUp: boolean): Promise<Exchange> {
    const { wire, credentials } = wireOf(numbered(draft, numbers, options.mark), options);
    // The clean-up uses the same budget: one request per created resource, and one per list in case of doubt.
    const isCreating = draft.operation?.node['x-undo'] !== undefined;
    const reserved = ledger.remaining().length + ledger.doubtful().length + state.creating + (isCreating ? 1 : 0);
    // Near the end of the budget `state.held` matters, so the postponed work that sets it is completed first.
    if (state.queued > 0 || state.sent >= options.budget - reserved - HELD_BACK) await inTurn();
    const isSpent = (): boolean => state.sent >= options.budget - reserved - state.held;
    const attempts = { count: 1, isLost: false };
    const again = (afterLoss = false): boolean => {
      if (isSpent()) return false;
      state.sent += 1;
      attempts.count += 1;
      attempts.isLost ||= afterLoss;
      return true;
    };
    const manner = mannerOf(draft, credentials.names, again);
    if (!isCleanUp) assertGoesOn(options.signal);
    if (!isCleanUp && state.isClosed) throw new NotTested('inconclusive', 'its check had ended before');
    if (isDead(state)) throw new NotTested('inconclusive', `the target does not answer: ${state.lastFailure}`);
    if (!isCleanUp) assertMaySend(manner, isSpent(), options);
    const seq = ++state.seq;
    state.sent += 1;
    const pending = ledger.before(draft, wire.body);
    if (isCreating) state.creating += 1;
    const sent = await options.throttle.send(wire, manner, isCleanUp ? cleaningUp() : options.signal);
    const outcome = isCleanUp ? sent : unlessGone(draft, sent);
    if (isCreating) state.creating -= 1;
    ledger.after(draft, outcome, pending);
    if (attempts.isLost && pending !== undefined) ledger.lost(pending);
    learnFrom(draft, wire, outcome, Object.keys(credentials.headers).length === 0, options.redactor);
    const done: Exchange = {
      seq,
      ...defined({ operation: draft.operation?.id, attempts: attempts.count > 1 ? attempts.count : undefined }),
      ...defined({ usedUpBy: usedUp(draft, outcome, seq), discardable: draft.discardable ? true : undefined }),
      intent: draft.intent,
      request: sentRequest(draft, wire, options.target, credentials, options.redactor),
      outcome: kept.keep(outcome),
      sentAt: Math.round(Date.now() - outcome.durationMs),
    };
    note(state, done.outcome);
    memory.enter(draft, done);
    // Answers of the clean-up are no evidence: others may have changed or removed the resource.
    options.sink({ type: 'exchange', exchange: isCleanUp ? elided(done) : done, ...defined({ repeats }) });
    return done;
  }

  return {
    ledger,
    send(request) {
      const { draft } = request;
      assertAllowed(draft, options.target);
      return memory.once(draft, () => exchangeUntilShown(draft));
    },
    takeBack: (request) => exchangeNow(request.draft, undefined, true),
    async repeat(before) {
      const draft = memory.draftOf(before);
      return draft === undefined || isNotRepeatable(draft, ledger) ? undefined : exchange(draft, before.seq);
    },
    shared: memory.shared,
    accepted: memory.accepted,
    forget: memory.forget,
    hold(requests) {
      state.held = requests;
    },
    oneByOne: options.throttle.oneByOne,
    async close() {
      state.isClosed = true;
      while (underWay.size > 0) await Promise.allSettled(underWay);
      for (const text of options.throttle.notes()) options.sink({ type: 'note', text });
    },
    spent: () => state.sent,
    dead: () => (isDead(state) ? state.lastFailure : undefined),
  };
}

function mannerOf(draft: Draft, credentials: readonly string[], again: Manner['again']): Manner {
  const careful = carefulWith(draft);
  return {
    ...careful,
    noRetry: draft.noRetry,
    caller: `${draft.operation?.id} ${credentials.join(' ')}`,
    again,
    ahead: draft.ahead,
    // A request that must not be repeated is sent alone, so that our own load cannot make it fail.
    exclusive: draft.exclusive || !careful.isRepeatable,
  };
}

/** Throws NotTested if the run was stopped. */
function assertGoesOn(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw new NotTested('inconclusive', `the run ${stopOf(signal)}`);
}

/** Throws NotTested if the budget is used up, the run was stopped, or the target's rate limit is reached. */
function assertMaySend(manner: Manner, isSpent: boolean, { throttle, signal, whenSpent }: SessionOptions): void {
  if (isSpent) throw budgetSpent(whenSpent ?? 'inconclusive');
  assertGoesOn(signal);
  if (manner.noRetry || !throttle.isClosed(manner.caller)) return;
  throw new NotTested(
    'inconclusive',
    RATE_LIMITED,
    'wait for a new window, raise --max-wait, or give a credential of a greater tier',
  );
}

/** Must it not be repeated? It may cost the target's owner something, or the run removed what the answer showed. */
function isNotRepeatable({ operation, intent, path }: Draft, ledger: Ledger): boolean {
  return (operation?.permission !== undefined && intent.kind !== 'invalid') || ledger.hasTakenFrom(path);
}
