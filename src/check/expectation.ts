/** What a target is known to break, as its user wrote it down. */
export interface Expectation {
  /** Ids of clauses, or beginnings of ids that end in `*`. */
  readonly clauses: readonly string[];
  /** `skip`: it is known that it cannot be shown. */
  readonly known: 'fail' | 'flaky' | 'skip';
  readonly reason: string;
  readonly owner?: string;
  readonly link?: string;
  /** The last day on which it is let through: `YYYY-MM-DD`. */
  readonly until?: string;
}
