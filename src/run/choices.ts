import type { Depth } from '../check/target.ts';
import type { Redactor } from '../redact/redactor.ts';
import type { RunEvent } from '../send/journal.ts';

/** What a user may choose, by command line flags or by options of the library. */
export interface RunChoices {
  /** How many requests at most: `smoke` 100, `standard` 1,000 (default), `deep` 10,000. */
  readonly depth?: Depth | undefined;
  /** Operations, tags, clause ids, or prefixes of ids that end in `*`; a `!` in front excludes. Default: everything. */
  readonly only?: readonly string[] | undefined;
  /** The same seed gives the same requests, except for digits in the names of created resources. Default: 1. */
  readonly seed?: number | undefined;
  /** Count a SHOULD that is not met as a violation. */
  readonly strict?: boolean | undefined;
  /** Count clauses that lack a permission, a credential or a sample as incomplete. */
  readonly requireComplete?: boolean | undefined;
  /** Timeout of one exchange, in milliseconds. Default: 30,000. */
  readonly timeoutMs?: number | undefined;
  /** Maximum concurrent requests; with 1 their order is always the same. Default: 8, and 1 at smoke. */
  readonly concurrency?: number | undefined;
  /** Maximum requests per second. */
  readonly ratePerSecond?: number | undefined;
  /** The longest wait for a new rate window, in milliseconds. Default: 60,000. */
  readonly maxWaitMs?: number | undefined;
  /** The longest time in which requests are sent, in milliseconds. Default: enough for a slow target at this depth. */
  readonly maxTimeMs?: number | undefined;
  /** The path of a counterexample to repeat. Needs `only` and the seed of the run that found it. */
  readonly replay?: string | undefined;
  /** Ends the run early. The run still cleans up, and counts as incomplete. */
  readonly signal?: AbortSignal | undefined;
}

/** What fails a run, and what does not. */
export interface GateChoices {
  /** Known failures, which do not fail the run: a file such as expectations.yaml. Those of a target file count beside it. */
  readonly expectations?: string | undefined;
  /** The folder of an earlier run, or its report.json: only what is worse than that run fails. */
  readonly baseline?: string | undefined;
  /** What fails the run: a broken MUST (default), a SHOULD too, or only what `baseline` did not break. */
  readonly failOn?: 'must' | 'should' | 'new' | undefined;
}

/** Receives each event of a run, unredacted, and the redactor for whatever it writes or shows. */
export type Listener = (event: RunEvent, redactor: Redactor) => void;
