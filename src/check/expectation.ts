/** A known failure of a target, from the user's file. */
export interface Expectation {
  /** Ids of clauses, or beginnings of ids that end in `*`. */
  readonly clauses: readonly string[];
  /** `skip`: the clauses are known not to be testable. */
  readonly known: 'fail' | 'flaky' | 'skip';
  readonly reason: string;
  readonly owner?: string;
  readonly link?: string;
  /** The last day on which the failure is excused: `YYYY-MM-DD`. */
  readonly until?: string;
}
