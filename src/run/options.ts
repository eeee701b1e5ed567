import type { AnyCheck } from '../check/check.ts';
import type { Target } from '../check/target.ts';
import type { LoadedDocument } from '../contract/load.ts';
import type { Choices } from '../contract/resolve.ts';
import { drawMark } from '../generate/mark.ts';
import type { Transport } from '../http/exchange.ts';
import type { Clock } from '../http/rate-limiter.ts';
import { type SuiteUnder, suiteCache } from '../rules/suite.ts';
import type { IdleQueue } from '../send/idle-queue.ts';
import type { Sink } from '../send/journal.ts';
import type { Session } from '../send/session.ts';
import { MAX_WAIT_MS } from '../send/throttle.ts';
import type { Listener, RunChoices } from './choices.ts';
import { budgetFor, CONCURRENCY, MAX_TIME_MS } from './plan.ts';

export interface RunOptions extends RunChoices {
  readonly loaded: LoadedDocument;
  /** The stated checks. The derived ones are made from the document. */
  readonly checks: readonly AnyCheck[];
  /** Makes the suite of a reading. A caller with many runs passes a cached one. */
  readonly suiteUnder?: SuiteUnder | undefined;
  readonly target: Target;
  readonly profile: { readonly name: string; readonly branches: Choices };
  readonly transport: Transport;
  /** Digits in the names of what the run creates, which tell it from other runs. Default: drawn at random. */
  readonly mark?: string | undefined;
  /** The earlier run whose failures `only` names. */
  readonly failed?: string | undefined;
  readonly budget?: number | undefined;
  /** The command with the same target and reading, without secrets, for the commands that a report suggests. */
  readonly command?: string | undefined;
  /** The command that removes what the run left behind. */
  readonly cleanCommand?: string | undefined;
  readonly now?: (() => number) | undefined;
  /** For pauses. Default: the clock of the machine. */
  readonly clock?: Clock | undefined;
  readonly sink?: Listener | undefined;
}

/** The options of a run with all defaults filled in. */
export function withDefaults(given: RunOptions) {
  const { depth = 'standard' } = given;
  return {
    ...given,
    depth,
    only: given.only ?? [],
    seed: given.seed ?? 1,
    strict: given.strict ?? false,
    timeoutMs: given.timeoutMs ?? 30_000,
    concurrency: given.concurrency ?? CONCURRENCY[depth],
    maxWaitMs: given.maxWaitMs ?? MAX_WAIT_MS,
    maxTimeMs: given.maxTimeMs ?? MAX_TIME_MS[depth],
    budget: given.budget ?? budgetFor(depth, given.loaded),
    mark: given.mark ?? drawMark(),
    now: given.now ?? Date.now,
    suiteUnder: given.suiteUnder ?? suiteCache(given.loaded, given.checks),
  };
}

export type FullOptions = ReturnType<typeof withDefaults>;

/** A run under way: its options, its session, and where its events go. */
export interface Run extends Omit<FullOptions, 'sink'> {
  readonly session: Session;
  readonly idle: IdleQueue;
  readonly sink: Sink;
  /** The clauses that the run was asked about; undefined for all. */
  readonly wanted?: ReadonlySet<string>;
}
