import { firstFew, plural } from './console-text.ts';
import type { ClauseResult, Finding, Gravity, RunFacts, VerdictKind } from './model.ts';

/** What every format says of a report in the same words. */

/** In the order in which tables show them. */
export const VERDICTS: readonly VerdictKind[] = ['pass', 'fail', 'warn', 'skip', 'inconclusive', 'error'];

/** What becomes of a clause, in the one word that every format has for it. */
export const VERDICT_WORDS: Readonly<Record<VerdictKind, string>> = {
  pass: 'passed',
  fail: 'failed',
  warn: 'not met',
  skip: 'skipped',
  inconclusive: 'inconclusive',
  error: 'error',
};

/** The columns of an operation: its MUST clauses that failed, its SHOULD clauses that are not met, what was skipped or inconclusive. */
export const OPERATION_COLUMNS = ['passed', 'failed', 'not met', 'not tested'] as const;

/** So many exchanges at most are cited for one thing: more of them show nothing new. */
export const CITED = 5;

/** Exchanges that a report keeps and its page lists, besides those that are cited: more would make it too long to send. */
export const EXCHANGES_LISTED = 1_000;

/** The gravest first. */
export const GRAVITIES: readonly Gravity[] = ['security', 'data', 'other'];

export function isBroken({ verdict }: Pick<ClauseResult, 'verdict'>): boolean {
  return verdict === 'fail' || verdict === 'warn';
}

export function isNotTested({ verdict }: Pick<ClauseResult, 'verdict'>): boolean {
  return verdict === 'skip' || verdict === 'inconclusive';
}

/** Does it count, or is it a known failure? */
export function isCounted({ excused }: { readonly excused?: string }): boolean {
  return excused === undefined;
}

/** How a finding counts, in a word. */
export function tagOf(finding: Pick<Finding, 'excused' | 'verdict'>): 'KNOWN' | 'FAIL' | 'WARN' {
  if (!isCounted(finding)) return 'KNOWN';
  return finding.verdict === 'fail' ? 'FAIL' : 'WARN';
}

/** Why something was not shown, and what to give. */
export function withRemedy(reason: string, remedy: string | undefined): string {
  return remedy === undefined ? reason : `${reason} -> ${remedy}`;
}

/** Is one place at fault, and not the whole body? */
export function isPlace(at: string | undefined): at is string {
  return at !== undefined && at !== '';
}

/** The branches of a conflict under which a finding would be none, as `--branch` takes them; '' where there is none. */
export function otherBranches({ id, passesUnder }: NonNullable<Finding['conflict']>): string {
  return passesUnder.map((branch) => `${id}=${branch}`).join(' or ');
}

/** What of the contract a run was about; '' where it was about all of it. */
export function selectionWords({ only, failed }: Pick<RunFacts, 'only' | 'failed'>): string {
  const wanted = only.filter((one) => !one.startsWith('!'));
  const unwanted = only.filter((one) => one.startsWith('!')).map((one) => one.slice(1));
  const chosen =
    failed === undefined
      ? firstFew(wanted, 8)
      : `what ${failed} found broken, could not judge or did not exercise (${plural(wanted.length, 'clause')})`;
  if (unwanted.length === 0) return chosen;
  return `${wanted.length === 0 ? 'everything but' : `${chosen}, without`} ${firstFew(unwanted, 8)}`;
}

export function listed(words: readonly string[]): string {
  return words.length === 0 ? 'none' : words.join(', ');
}

/** How long a run took. */
export function secondsOf({ startedAt, finishedAt }: RunFacts): number {
  return (Date.parse(finishedAt) - Date.parse(startedAt)) / 1000;
}
