import { BOUNDS } from '../bounds.ts';
import { type Draft, numbered } from '../check/request.ts';
import { budgetSpent, NotTested, rateLimited } from '../check/verdict.ts';
import { defined } from '../defined.ts';
import { stopOf } from '../http/abort.ts';
import { type Exchange, isCredentialCase } from '../http/exchange.ts';
import { memoize } from '../memoize.ts';
import { learnFrom } from '../redact/door.ts';
import type { Budget } from './budget.ts';
import type { EntityTags } from './entity-tags.ts';
import { type Health, isDead, note } from './health.ts';
import { elided, type Sink } from './journal.ts';
import { createKeptAnswers, type KeptAnswers } from './kept-answers.ts';
import type { Ledger } from './ledger.ts';
import type { Manner } from './manner.ts';
import type { Memory } from './memory.ts';
import { carefulWith, createLostDeletions, createUnproven, createUsedUp, isDeletion } from './repeating.ts';
import type { Throttle } from './throttle.ts';
import { sentRequest, type WireOptions, wireOf } from './wire.ts';

export interface ExchangerOptions extends WireOptions {
  readonly throttle: Throttle;
  readonly sink: Sink;
  /** Digits in the names of what is created (see `generate/mark.ts`). Default: none. */
  readonly mark?: string;
  /** Values that count as sent (see `check/fresh-values.ts`). Default: none. */
  readonly sentBefore?: ReadonlyMap<string, number>;
  readonly signal?: AbortSignal;
  /** Limits the memory for answers. Default: the bound of a run. */
  readonly kept?: KeptAnswers;
  /** The verdict of a check after the budget is used up. Default: `inconclusive`. */
  readonly whenSpent?: 'skip' | 'inconclusive';
}

/** The parts of a session that each exchange reads and changes. */
interface Parts {
  readonly state: Health & { seq: number; readonly isClosed: boolean };
  readonly memory: Memory;
  readonly ledger: Ledger;
  readonly budget: Budget;
  readonly tags: EntityTags;
}

/** Why a request is sent. `repeats`: the number of the exchange whose answer it is to confirm. */
interface Purpose {
  readonly repeats?: number | undefined;
  readonly isCleanUp?: boolean;
}

/** Creates the function that sends a request as soon as the throttle lets it, and records the exchange. */
export function createExchanger(options: ExchangerOptions, { state, memory, ledger, budget, tags }: Parts) {
  const { throttle, redactor, kept = createKeptAnswers() } = options;
  const numbers = new Map(options.sentBefore);
  const [unlessGone, usedUp, unproven] = [createLostDeletions(), createUsedUp(), createUnproven()];
  const cleaningUp = memoize(() => AbortSignal.timeout(BOUNDS.cleanUpMs));

  return async (draft: Draft, { repeats, isCleanUp = false }: Purpose): Promise<Exchange> => {
    const { ready, enter } = tags.begin(numbered(draft, numbers, options.mark));
    const { wire, credentials } = wireOf(ready, options);
    const share = budget.share(draft.operation?.node['x-undo'] !== undefined);
    if (share.hasToWait()) await budget.inTurn();
    const manner = mannerOf(draft, credentials.names, share.again, ledger);
    if (isCleanUp) assertAlive(state);
    else assertMaySend(manner, share.isSpent(), state, options);
    const [seq, usedUpBy, isUnproven] = [++state.seq, usedUp(ready), unproven(ready)];
    share.begin();
    const pending = ledger.before(draft, wire.body);
    const sent = await throttle.send(wire, manner, isCleanUp ? cleaningUp() : options.signal);
    const outcome = isCleanUp ? sent : unlessGone(draft, sent);
    share.end();
    ledger.after(draft, outcome, pending);
    const { count, isLost } = share.attempts;
    if (isLost && pending !== undefined) ledger.lost(pending);
    learnFrom(draft, wire, outcome, Object.keys(credentials.headers).length === 0, redactor);
    const done: Exchange = {
      seq,
      ...factsOf(draft, count),
      ...defined({ usedUpBy: usedUpBy(outcome, seq), unproven: isUnproven(outcome), tagged: enter(outcome) }),
      intent: draft.intent,
      request: sentRequest(draft, wire, credentials, options),
      outcome: kept.keep(outcome),
      sentAt: Math.round(Date.now() - outcome.durationMs),
    };
    note(state, done.outcome);
    memory.enter(draft, done);
    // Answers of the clean-up are no evidence: others may have changed or removed the resource.
    options.sink({ type: 'exchange', exchange: isCleanUp ? elided(done) : done, ...defined({ repeats }) });
    return done;
  };
}

/** What the request is about, how often it was sent, and whether its answer is kept. */
function factsOf({ operation, discardable }: Draft, attempts: number): Partial<Exchange> {
  return defined({
    operation: operation?.id,
    payload: operation?.node['x-payload'],
    wrapped: operation?.node['x-wrapped'],
    attempts: attempts > 1 ? attempts : undefined,
    discardable: discardable ? true : undefined,
  });
}

function mannerOf(draft: Draft, credentials: readonly string[], again: Manner['again'], ledger: Ledger): Manner {
  const careful = carefulWith(draft);
  return {
    ...careful,
    noRetry: draft.noRetry,
    isOfOwn: isDeletion(draft) && ledger.has({ operation: draft.operation?.id ?? '', path: draft.pathValues }),
    caller: `${draft.operation?.id} ${credentials.join(' ')}`,
    credentials: credentials.join(' '),
    isToBeAdmitted: !isCredentialCase(draft),
    again,
    ahead: draft.ahead,
    // A request that must not be repeated is sent alone, so that our own load cannot make it fail.
    exclusive: draft.exclusive || !careful.isRepeatable,
  };
}

function assertAlive(state: Parts['state']): void {
  if (isDead(state)) throw new NotTested('inconclusive', `the target does not answer: ${state.lastFailure}`);
}

/** Throws NotTested if the run was stopped or has ended, the budget is used up, or the target would not answer it. */
function assertMaySend(manner: Manner, isSpent: boolean, state: Parts['state'], options: ExchangerOptions): void {
  const { signal, throttle, whenSpent = 'inconclusive' } = options;
  if (signal?.aborted === true) throw new NotTested('inconclusive', `the run ${stopOf(signal)}`);
  if (state.isClosed) throw new NotTested('inconclusive', 'its check had ended before');
  assertAlive(state);
  if (isSpent) throw budgetSpent(whenSpent);
  if (!manner.noRetry && throttle.isClosed(manner.caller)) throw rateLimited();
}
