import type { Expectation } from '../check/expectation.ts';
import type { Violation as FoundViolation } from '../check/verdict.ts';
import type { Exchange } from '../http/exchange.ts';
import type { CauseKind, Scope } from '../judge/causes/cause.ts';
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
  /** What a team accepts as known, if it said so. */
  readonly gate?: Gate;
  /** The run whose failures this run tested again (`--failed`), and what changed since. */
  readonly since?: ComparedRun;
  /** Problems of the set-up, not of the target. They have to be fixed first. */
  readonly setup: readonly SetupProblem[];
  readonly summary: Summary;
  /** The causes of everything that is broken, the most serious first. */
  readonly findings: readonly Finding[];
  readonly readings: readonly Reading[];
  readonly clauses: readonly ClauseResult[];
  /** The exchanges of the run, by number. Of a very long run: the first ones, and all that the report cites. */
  readonly exchanges: readonly ReportedExchange[];
  readonly notes: readonly string[];
  /** What the run created and could not remove, if there is anything. */
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
  /** False if the run was cut short. */
  readonly complete: boolean;
}

/** The result in one word, as an exit status, and as a sentence. */
export interface Outcome {
  readonly verdict: 'conforms' | 'violations' | 'incomplete' | 'suite-error' | 'unexpected-pass';
  readonly exitStatus: number;
  readonly sentence: string;
}

/** An expectation, and what the run showed of it. */
export interface KnownFailure extends Expectation {
  /** `not seen`: the run says nothing about it, for example because it tested none of the clauses. */
  readonly state: 'holds' | 'passes' | 'expired' | 'not seen';
  /** The clauses that do not count because of it. */
  readonly excused: readonly string[];
  /** The listed patterns that pass now. */
  readonly passing: readonly string[];
}

/** What is excused, and the comparison with an earlier run. */
export interface Gate {
  readonly failOn: 'must' | 'should';
  readonly known: readonly KnownFailure[];
  readonly baseline?: ComparedRun;
}

/** An earlier run, and the ids of the clauses that changed since. */
export interface ComparedRun {
  readonly startedAt: string;
  readonly baseUrl: string;
  /** Broken now and not then. */
  readonly new: readonly string[];
  readonly fixed: readonly string[];
  /** Broken in both, or inconclusive now and not tested then. */
  readonly still: readonly string[];
}

export type VerdictKind = 'pass' | 'fail' | 'warn' | 'skip' | 'inconclusive' | 'error';

export interface Summary {
  readonly byLevel: Readonly<Record<Level, Readonly<Record<VerdictKind, number>>>>;
  /** Why clauses were not tested, the most frequent reason first. `remedy` says what to do. */
  readonly notShown: readonly {
    readonly kind: 'skip' | 'inconclusive';
    readonly reason: string;
    readonly remedy?: string;
    readonly clauses: readonly string[];
  }[];
  readonly requestsByOperation: Readonly<Record<string, number>>;
  /** One entry for each operation, in the order of the document. */
  readonly operations: readonly OperationSummary[];
}

/** How many clauses of an operation passed, are broken or were not tested. */
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

/** One problem of the set-up that kept clauses from being judged. It says nothing about the target. */
export interface SetupProblem {
  /** Stable: the kind of problem and its subject, such as `credential-refused/bearer`. */
  readonly id: string;
  /** What was seen, in one sentence. */
  readonly message: string;
  readonly remedy: string;
  /** Numbers of exchanges that show it. */
  readonly exchanges: readonly number[];
}

/** How serious a finding is. */
export type Gravity = 'security' | 'data' | 'other';

/** One cause, with every clause that it breaks. */
export interface Finding {
  /** Stable: the same fault has the same id in every run. */
  readonly id: string;
  readonly cause: CauseKind;
  /** How far it reaches. */
  readonly scope: Scope;
  readonly gravity: Gravity;
  /** What is wrong and how much it explains, in one sentence. */
  readonly title: string;
  /** The lead clause. Text, section, expected and actual are those of this clause. */
  readonly clause: string;
  readonly level: Level;
  readonly verdict: 'fail' | 'warn';
  readonly text: string;
  readonly section: string;
  readonly operation?: string;
  readonly expected: string;
  readonly actual: string;
  /** JSON Pointer into the body of the answer, if one place is at fault. */
  readonly at?: string;
  /** Numbers of exchanges that show it, the clearest first. Only a few of many. */
  readonly exchanges: readonly number[];
  /** Numbers of the fewest exchanges that show it, in the order in which they were sent. */
  readonly steps: readonly number[];
  /** How many other answers show it as well, if one is enough to see it. */
  readonly alsoSeen?: number;
  /** The operations that it is about. */
  readonly operations: readonly string[];
  /** A shell command that sends the steps again. Secrets are variables. None if it needs a secret that only the run had. */
  readonly curl?: string;
  /** The flags of `conform run` that show it again, if selecting its clause is not enough. */
  readonly replay?: string;
  /** It did not come back when the request was sent again. */
  readonly flaky: boolean;
  /** The conflict that it is about, and the branches under which the clause would pass. */
  readonly conflict?: { readonly id: string; readonly declared?: string; readonly passesUnder: readonly string[] };
  /** Every clause that it breaks. `clause` is the first. */
  readonly clauses: readonly string[];
  /** Clauses whose checks sent what shows it, if one valid request does not show it. */
  readonly shownBy?: readonly string[];
  /** Clauses that could not be judged because of it. */
  readonly hides: readonly string[];
  /** Why it does not count, if everything that it breaks is excused. */
  readonly excused?: string;
}

/** How often one branch of a conflict was seen, and where first. */
export interface BranchSeen {
  readonly id: string;
  readonly means: string;
  readonly statedBy: string;
  readonly answers: number;
  /** The number of answers by operation. */
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
  /** The branch that the target follows; undefined if it is not known. */
  readonly observed?: string;
  readonly consistent: 'yes' | 'no' | 'not seen';
  /** Why it is not known, and what would show it. */
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
  /** The id of the finding that explains a broken clause, or that kept this one from being judged. */
  readonly finding?: string;
  /** How many answers it was judged on. */
  readonly answers?: number;
  /** Why it does not count, if it is excused. */
  readonly excused?: string;
  readonly violations: readonly Violation[];
}

export type Violation = Omit<FoundViolation, 'status' | 'fallsWith'>;
