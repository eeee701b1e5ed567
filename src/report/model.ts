import type { Expectation } from '../check/expectation.ts';
import type { Violation as FoundViolation } from '../check/verdict.ts';
import type { Exchange } from '../http/exchange.ts';
import type { CauseKind, Scope } from '../judge/causes/index.ts';
import type { Level } from '../schema/schema.ts';
import type { LeftBehind, RunHeader } from '../send/journal.ts';

/**
 * The result of a run. Everything a report shows comes from here, and everything here comes from the journal.
 * report.schema.json publishes this shape; `version` counts its breaking changes.
 */
export interface Report {
  readonly version: 2;
  readonly suite: { readonly name: 'conform'; readonly version: string };
  readonly document: { readonly title: string; readonly version: string; readonly sha256: string };
  readonly run: RunFacts;
  readonly outcome: Outcome;
  /** What a team lets through, where it said so. */
  readonly gate?: Gate;
  /** What is wrong with the set-up, not with the target: to be fixed first. */
  readonly setup: readonly SetupProblem[];
  readonly summary: Summary;
  /** The causes of all that is broken, the gravest first. */
  readonly findings: readonly Finding[];
  readonly readings: readonly Reading[];
  readonly clauses: readonly ClauseResult[];
  /** The exchanges of the run, by number; of a very long run the first, and all that findings and readings cite. */
  readonly exchanges: readonly ReportedExchange[];
  readonly notes: readonly string[];
  /** What the run created and could not take back, where there is any. */
  readonly leftBehind?: readonly LeftBehind[];
}

/** An exchange, and the clauses whose checks sent it or used its answer. */
export interface ReportedExchange extends Exchange {
  readonly clauses?: readonly string[];
}

/** The facts of a run. */
export interface RunFacts extends Omit<RunHeader, 'suiteVersion' | 'document' | 'vouched' | 'samples'> {
  readonly finishedAt: string;
  readonly requests: number;
  /** False where the run was cut short. */
  readonly complete: boolean;
}

/** The answer in one word, the exit status, and the sentence that says it. */
export interface Outcome {
  readonly verdict: 'conforms' | 'violations' | 'incomplete' | 'suite-error' | 'unexpected-pass';
  readonly exitStatus: number;
  readonly sentence: string;
}

/** What became of an expectation. */
export interface KnownFailure extends Expectation {
  /** `not seen`: the run looked at none of its clauses, so that it says nothing about it. */
  readonly state: 'holds' | 'passes' | 'expired' | 'not seen';
  /** The clauses that do not count because of it. */
  readonly excused: readonly string[];
  /** What it lists and what passes now. */
  readonly passing: readonly string[];
}

/** What was let through, and compared with what. */
export interface Gate {
  readonly failOn: 'must' | 'should';
  readonly known: readonly KnownFailure[];
  readonly baseline?: {
    readonly startedAt: string;
    readonly baseUrl: string;
    /** Broken now and not then. */
    readonly new: readonly string[];
    readonly fixed: readonly string[];
    /** Broken, or not to be shown, in both. */
    readonly still: readonly string[];
  };
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
  /** One line for each operation, in the order of the document. */
  readonly operations: readonly OperationSummary[];
}

/** How many clauses of an operation were shown, broken and not exercised. */
export interface OperationSummary {
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  readonly passed: number;
  /** MUST clauses that are broken. */
  readonly failed: number;
  /** SHOULD clauses that are not met. */
  readonly warned: number;
  readonly notExercised: number;
  readonly requests: number;
}

/** One thing about the set-up that kept clauses from being judged. It says nothing about the target. */
export interface SetupProblem {
  /** Stable: what kind of problem, and of what, such as `credential-refused/bearer`. */
  readonly id: string;
  /** What was seen, in one sentence. */
  readonly message: string;
  readonly remedy: string;
  /** Numbers of exchanges that show it. */
  readonly exchanges: readonly number[];
}

/** What the reader has to look at first. */
export type Gravity = 'security' | 'data' | 'other';

/** One cause: what is wrong, once, with every clause that is broken by it. */
export interface Finding {
  /** Stable: the same fault has the same id in every run. */
  readonly id: string;
  readonly cause: CauseKind;
  /** How far it reaches. */
  readonly scope: Scope;
  readonly gravity: Gravity;
  /** What is wrong and how much it explains, in one sentence. */
  readonly title: string;
  /** The clause that speaks for it; level, text, section, expected and actual are this clause's. */
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
  /** Numbers of the exchanges that show it, the most telling first; a few of many. */
  readonly exchanges: readonly number[];
  /** Numbers of the exchanges that it takes at least to see it, in the order in which they were sent. */
  readonly steps: readonly number[];
  /** How many other answers show it as well, where one is enough to see it. */
  readonly alsoSeen?: number;
  /** The operations that it concerns. */
  readonly operations: readonly string[];
  /** A shell command that sends the steps again; secrets are environment variables. None where it takes a secret that only a run has. */
  readonly curl?: string;
  /** The flags of `conform run` that repeat what the fuzz phase found, or do once more what a key of the run's own was used for. */
  readonly replay?: string;
  /** Sent again, it did not come back. */
  readonly flaky: boolean;
  /** The conflict that it is about, and the branch under which the answer would be right. */
  readonly conflict?: { readonly id: string; readonly declared?: string; readonly passesUnder: readonly string[] };
  /** Every clause that it breaks; `clause` is the first. */
  readonly clauses: readonly string[];
  /** Clauses whose checks sent what shows it, where it takes more than one valid request. */
  readonly shownBy?: readonly string[];
  /** Clauses that could not be judged because of it. */
  readonly hides: readonly string[];
  /** Why it does not count, where all that it breaks is let through. */
  readonly excused?: string;
}

/** How often one branch of a conflict was seen, and where first. */
export interface BranchSeen {
  readonly id: string;
  readonly means: string;
  readonly statedBy: string;
  readonly answers: number;
  /** The same by operation. */
  readonly byOperation?: Readonly<Record<string, number>>;
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
  /** The id of the finding behind which a broken clause stands, or which kept this one from being judged. */
  readonly finding?: string;
  /** How many answers it was judged on. */
  readonly answers?: number;
  /** Why it does not count, where it is let through. */
  readonly excused?: string;
  readonly violations: readonly Violation[];
}

export type Violation = Omit<FoundViolation, 'status' | 'fallsWith'>;
