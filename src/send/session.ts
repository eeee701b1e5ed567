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

/** The one place from which requests leave: credentials, permission, budget, memory and record of each. */
export interface Session extends Pick<Memory, 'shared' | 'accepted' | 'forget'> {
  /** Sends a request; an identical safe one is sent once. Throws NotTested where it may not be sent. */
  send(request: RequestBuilder): Promise<Exchange>;
  /** Sends what takes a creation back: also where the run was stopped or its budget is used up. */
  takeBack(request: RequestBuilder): Promise<Exchange>;
  /** Sends the request of an exchange once more, to see whether its answer comes back. */
  repeat(exchange: Exchange): Promise<Exchange | undefined>;
  /** Keeps so many of the requests that are left for later. */
  hold(requests: number): void;
  /** From now on one request is under way at a time: what is broken only while others are under way turns out right then. */
  oneByOne(): void;
  /** Sends nothing more but what takes creations back; resolves when no request is under way that a check did not wait for. */
  close(): Promise<void>;
  /** Requests sent so far. */
  spent(): number;
  /** Why nothing more can be learnt from this target; undefined while all is well. */
  dead(): string | undefined;
  readonly ledger: Ledger;
}

export interface SessionOptions extends MemoryOptions {
  readonly throttle: Throttle;
  readonly sink: Sink;
  /** Digits in the names of what is created (see `generate/mark.ts`); none unless told. */
  readonly mark?: string;
  readonly signal?: AbortSignal;
  /** Does what was left for later and may hold requests. */
  readonly catchUp?: () => Promise<void>;
  /** What the answers of the run take; with the bound of a run unless told. */
  readonly kept?: KeptAnswers;
  /** At most so many requests. */
  readonly budget: number;
  /** What a check is that finds the budget used up: left out on purpose, or cut off. */
  readonly whenSpent?: 'skip' | 'inconclusive';
  /** Is it an answer like that of an unknown page? None is unless told. */
  readonly looksAbsent?: (exchange: Exchange) => boolean;
}

/** So many requests at most are kept from further clauses, to be there when findings are sent again. */
export const HELD_BACK = 6;

/** What others wait for goes before all that has something behind it. */
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

  /** Near the end of the budget requests are admitted in the order in which they were asked for, so that one seed sends the same. */
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
  const shown = async (draft: Draft): Promise<Exchange> =>
    draft.until === undefined ? exchange(draft) : late.look(draft, await exchange(draft), () => exchange(draft));

  async function tracked(answer: Promise<Exchange>): Promise<Exchange> {
    underWay.add(answer);
    try {
      return await answer;
    } finally {
      underWay.delete(answer);
    }
  }

  async function exchangeNow(draft: Draft, repeats: number | undefined, last: boolean): Promise<Exchange> {
    const { wire, credentials } = wireOf(numbered(draft, numbers, options.mark), options);
    // What was created is taken back within the same budget; where there is a doubt what is there, it is listed first.
    const isCreating = draft.operation?.node['x-undo'] !== undefined;
    const reserved = ledger.remaining().length + ledger.doubtful().length + state.creating + (isCreating ? 1 : 0);
    // Near the end it counts for how many findings requests are held.
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
    if (!last) assertGoesOn(options.signal);
    if (!last && state.isClosed) throw new NotTested('inconclusive', 'its check had ended before');
    if (isDead(state)) throw new NotTested('inconclusive', `the target does not answer: ${state.lastFailure}`);
    if (!last) assertMaySend(manner, isSpent(), options);
    const seq = ++state.seq;
    state.sent += 1;
    const pending = ledger.before(draft, wire.body);
    if (isCreating) state.creating += 1;
    const sent = await options.throttle.send(wire, manner, last ? cleaningUp() : options.signal);
    const outcome = last ? sent : unlessGone(draft, sent);
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
    // How a clean-up fares is no evidence: nobody knows what others did to what it takes back.
    options.sink({ type: 'exchange', exchange: last ? elided(done) : done, ...defined({ repeats }) });
    return done;
  }

  return {
    ledger,
    send(request) {
      const { draft } = request;
      assertAllowed(draft, options.target);
      return memory.once(draft, () => shown(draft));
    },
    takeBack: (request) => exchangeNow(request.draft, undefined, true),
    async repeat(before) {
      const draft = memory.draftOf(before);
      return draft === undefined || isPast(draft, ledger) ? undefined : exchange(draft, before.seq);
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
    // What stays for good is not sent twice, so nothing of our own may get in its way.
    exclusive: draft.exclusive || !careful.isRepeatable,
  };
}

/** What a run that was stopped never asked says nothing of the target. */
function assertGoesOn(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw new NotTested('inconclusive', `the run ${stopOf(signal)}`);
}

/** Throws NotTested where a request would be too much: for us, for the user, or for the target. */
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

/** Sending it again would leave traces or cost the target's owner something, or what it showed was taken back. */
function isPast({ operation, intent, path }: Draft, ledger: Ledger): boolean {
  return (operation?.permission !== undefined && intent.kind !== 'invalid') || ledger.hasTakenFrom(path);
}
