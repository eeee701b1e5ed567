import type { Level } from '../schema/schema.ts';
import type { Exchange } from '../http/exchange.ts';

/**
 * The result of a run. Everything a report shows comes from here, and everything here comes from the journal.
 * report.schema.json publishes this shape; `version` counts its breaking changes.
 */
export interface Report {
  readonly version: 1;
  readonly suite: { readonly name: 'conform'; readonly version: string };
  readonly document: { readonly title: string; readonly version: string; readonly sha256: string };
  readonly run: RunFacts;
  readonly outcome: Outcome;
  readonly summary: Summary;
  readonly findings: readonly Finding[];
  readonly readings: readonly Reading[];
  readonly clauses: readonly ClauseResult[];
  /** The exchanges that the findings and readings cite, by number. */
  readonly exchanges: readonly Exchange[];
  readonly notes: readonly string[];
}

export interface RunFacts {
  readonly startedAt: string;
  readonly finishedAt: string;
  readonly baseUrl: string;
  readonly profile: { readonly name: string; readonly branches: Readonly<Record<string, string>> };
  readonly strict: boolean;
  readonly seed: number;
  readonly depth: string;
  readonly only: readonly string[];
  readonly permissions: readonly string[];
  readonly credentials: readonly string[];
  readonly requests: number;
  /** False where the run was cut short. */
  readonly complete: boolean;
}

/** The answer in one word, the exit status, and the sentence that says it. */
export interface Outcome {
  readonly verdict: 'conforms' | 'violations' | 'incomplete' | 'suite-error';
  readonly exitStatus: number;
  readonly sentence: string;
}

export type VerdictKind = 'pass' | 'fail' | 'warn' | 'skip' | 'inconclusive' | 'error';

export interface Summary {
  readonly byLevel: Readonly<Record<Level, Readonly<Record<VerdictKind, number>>>>;
  /** Why clauses were not shown, most frequent first. `remedy` says what to give. */
  readonly notShown: readonly {
    readonly kind: 'skip' | 'inconclusive';
    readonly reason: string;
    readonly remedy?: string;
    readonly clauses: readonly string[];
  }[];
  readonly requestsByOperation: Readonly<Record<string, number>>;
}

/** What was wrong, once, however many clauses fall with it. */
export interface Finding {
  readonly clause: string;
  readonly level: Level;
  readonly verdict: 'fail' | 'warn';
  readonly text: string;
  readonly section: string;
  readonly operation?: string;
  readonly expected: string;
  readonly actual: string;
  /** JSON Pointer into the body of the answer, where one place is at fault. */
  readonly at?: string;
  /** Numbers of the exchanges that show it. */
  readonly exchanges: readonly number[];
  /** A shell command that sends the (last) request again; secrets are environment variables. */
  readonly curl?: string;
  /** The flags of `conform run` that repeat what the fuzz phase found, or do once more what a key of the run's own was used for. */
  readonly replay?: string;
  /** Sent again, it did not come back. */
  readonly flaky: boolean;
  /** The conflict that it is about, and the branch under which the answer would be right. */
  readonly conflict?: { readonly id: string; readonly declared?: string; readonly passesUnder: readonly string[] };
  /** Other clauses that fall with it. */
  readonly alsoBreaks: readonly string[];
}

/** How often one branch of a conflict was seen, and where first. */
export interface BranchSeen {
  readonly id: string;
  readonly means: string;
  readonly statedBy: string;
  readonly answers: number;
  readonly exchanges: readonly number[];
  /** Its answers count for it only as long as none shows another branch. */
  readonly byDefault?: boolean;
}

/** What was seen of one conflict. */
export interface Reading {
  readonly conflict: string;
  readonly question: string;
  readonly section: string;
  readonly branches: readonly BranchSeen[];
  readonly declared?: string;
  /** The branch that the target follows; undefined where it could not be told. */
  readonly observed?: string;
  readonly consistent: 'yes' | 'no' | 'not seen';
  /** Why it could not be told, and what would tell. */
  readonly why?: string;
}

export interface ClauseResult {
  readonly id: string;
  readonly level: Level;
  readonly origin: 'stated' | 'derived';
  readonly text: string;
  readonly section: string;
  readonly operation?: string;
  readonly verdict: VerdictKind;
  readonly reason?: string;
  readonly remedy?: string;
  /** The finding that this clause falls with, by the finding's clause. */
  readonly fallsWith?: string;
  readonly violations: readonly Violation[];
}

export interface Violation {
  readonly expected: string;
  readonly actual: string;
  readonly at?: string;
  readonly exchange?: number;
}
