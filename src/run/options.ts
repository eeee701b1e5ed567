import type { AnyCheck } from '../check/check.ts';
import type { Depth, Target } from '../check/target.ts';
import type { LoadedDocument } from '../contract/load.ts';
import type { Choices } from '../contract/resolve.ts';
import type { Transport } from '../http/exchange.ts';
import type { Clock } from '../http/rate-limiter.ts';
import type { Redactor } from '../http/redact.ts';
import type { Suite } from '../rules/suite.ts';
import type { RunEvent } from '../send/journal.ts';

export interface RunOptions {
  readonly loaded: LoadedDocument;
  /** The stated checks; the derived ones are made from the document. */
  readonly checks: readonly AnyCheck[];
  readonly target: Target;
  readonly profile: { readonly name: string; readonly branches: Choices };
  readonly transport: Transport;
  readonly seed?: number;
  /** Digits in the names of what the run creates, by which they are told from those of another run; drawn unless told. */
  readonly mark?: string;
  readonly strict?: boolean;
  readonly depth?: Depth;
  /** Operations, tags, clause ids, or beginnings of ids that end in `*`, each to be left out with `!` before it; empty: everything. */
  readonly only?: readonly string[];
  /** The earlier run whose failures `only` names. */
  readonly failed?: string;
  readonly budget?: number;
  readonly timeoutMs?: number;
  /**
   * How many requests are under way at once; that of the depth unless told. Which requests are sent, and what they show, does
   * not depend on it; with 1 neither does their order.
   */
  readonly concurrency?: number;
  /** At most so many requests a second. */
  readonly ratePerSecond?: number;
  /** The path of a counterexample to repeat; with `only` and the seed of the run that found it. */
  readonly replay?: string;
  /** The command that names the same target and reading, for the lines that a report offers; without secrets. */
  readonly command?: string;
  /** The longest wait for a new rate window, in milliseconds; one minute unless told. */
  readonly maxWaitMs?: number;
  /** The longest that requests are sent, in milliseconds; enough for a slow target of the depth unless told. */
  readonly maxTimeMs?: number;
  readonly signal?: AbortSignal;
  readonly now?: () => number;
  /** For pauses; that of the machine unless told. */
  readonly clock?: Clock;
  /** Sees each event as it happens and as it came, with what keeps secrets out of whatever is written or shown of it. */
  readonly sink?: (event: RunEvent, redactor: Redactor) => void;
  /** Makes suites; a caller with many runs keeps them. */
  readonly suiteUnder?: (choices: Choices) => Suite;
}

/** With what stands where nothing is said. */
export type SettledOptions = RunOptions & Required<Pick<RunOptions, 'depth' | 'only'>>;
