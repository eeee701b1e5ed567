import type { AnyCheck } from '../check/check.ts';
import type { Depth, Target } from '../check/target.ts';
import type { LoadedDocument } from '../contract/load.ts';
import type { Choices } from '../contract/resolve.ts';
import { drawMark } from '../generate/mark.ts';
import type { Transport } from '../http/exchange.ts';
import type { Clock } from '../http/rate-limiter.ts';
import type { Redactor } from '../http/redact.ts';
import { type Suite, suiteCache } from '../rules/suite.ts';
import type { IdleQueue } from '../send/idle-queue.ts';
import type { RunEvent, Sink } from '../send/journal.ts';
import type { Session } from '../send/session.ts';
import { BUDGETS, CONCURRENCY, MAX_TIME_MS } from './plan.ts';

/** What a user may choose of a run, be it by flags or by the options of the library. */
export interface RunChoices {
  /** How many requests at most: `smoke` 100, `standard` 1,000 (default), `deep` 10,000. */
  readonly depth?: Depth | undefined;
  /** Operations, tags, clause ids, or beginnings of ids that end in `*`, each to be left out with `!` before it. Default: everything. */
  readonly only?: readonly string[] | undefined;
  /** Same seed, same requests, but for digits in the names of what is created. Default: 1. */
  readonly seed?: number | undefined;
  /** Count a SHOULD that is not met as a violation. */
  readonly strict?: boolean | undefined;
  /** Count clauses that want a permission, a credential or a sample as incomplete. */
  readonly requireComplete?: boolean | undefined;
  /** For one exchange, in milliseconds. Default: 30,000. */
  readonly timeoutMs?: number | undefined;
  /** Requests under way at once; with 1 their order is always the same. Default: 8, and 1 at smoke. */
  readonly concurrency?: number | undefined;
  /** Requests a second at most. */
  readonly ratePerSecond?: number | undefined;
  /** The longest wait for a new rate window, in milliseconds. Default: 60,000. */
  readonly maxWaitMs?: number | undefined;
  /** The longest that requests are sent, in milliseconds. Default: enough for a slow target of the depth. */
  readonly maxTimeMs?: number | undefined;
  /** The path of a counterexample to repeat; with `only` and the seed of the run that found it. */
  readonly replay?: string | undefined;
  /** Ends the run early: it cleans up after itself, and is incomplete. */
  readonly signal?: AbortSignal | undefined;
}

/** Hears each event of a run as it came, with what keeps secrets out of whatever is written or shown of it. */
export type Listener = (event: RunEvent, redactor: Redactor) => void;

export interface RunOptions extends RunChoices {
  readonly loaded: LoadedDocument;
  /** The stated checks; the derived ones are made from the document. */
  readonly checks: readonly AnyCheck[];
  /** Makes suites; a caller with many runs keeps them. */
  readonly suiteUnder?: ((choices: Choices) => Suite) | undefined;
  readonly target: Target;
  readonly profile: { readonly name: string; readonly branches: Choices };
  readonly transport: Transport;
  /** Digits in the names of what the run creates, by which they are told from those of another run; drawn unless told. */
  readonly mark?: string | undefined;
  /** The earlier run whose failures `only` names. */
  readonly failed?: string | undefined;
  readonly budget?: number | undefined;
  /** The command that names the same target and reading, for the lines that a report offers; without secrets. */
  readonly command?: string | undefined;
  /** The command that removes what the run left behind. */
  readonly cleanCommand?: string | undefined;
  readonly now?: (() => number) | undefined;
  /** For pauses; that of the machine unless told. */
  readonly clock?: Clock | undefined;
  readonly sink?: Listener | undefined;
}

/** The options of a run, with what stands where nothing is said. */
export function settled(given: RunOptions) {
  const { depth = 'standard' } = given;
  return {
    ...given,
    depth,
    only: given.only ?? [],
    seed: given.seed ?? 1,
    strict: given.strict ?? false,
    timeoutMs: given.timeoutMs ?? 30_000,
    concurrency: given.concurrency ?? CONCURRENCY[depth],
    maxWaitMs: given.maxWaitMs ?? 60_000,
    maxTimeMs: given.maxTimeMs ?? MAX_TIME_MS[depth],
    budget: given.budget ?? BUDGETS[depth],
    mark: given.mark ?? drawMark(),
    now: given.now ?? Date.now,
    suiteUnder: given.suiteUnder ?? suiteCache(given.loaded, given.checks),
  };
}

export type SettledOptions = ReturnType<typeof settled>;

/** A run under way: its options, and what speaks to the target. */
export interface Run extends Omit<SettledOptions, 'sink'> {
  readonly session: Session;
  readonly idle: IdleQueue;
  readonly sink: Sink;
  /** The clauses that the run is asked about; undefined where it is asked about all. */
  readonly wanted?: ReadonlySet<string>;
}
