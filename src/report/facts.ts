import type { Exchange } from '../http/exchange.ts';
import { plural } from '../nouns.ts';
import { isExclusion } from '../rules/suite.ts';
import { firstFew } from './console-text.ts';
import { clipped, visible } from './escape.ts';
import type { ClauseResult, Finding, Gravity, RunFacts, VerdictKind } from './model.ts';

/** Words and facts that all formats of a report share. */

/** In the order in which tables show them. */
export const VERDICTS: readonly VerdictKind[] = ['pass', 'fail', 'warn', 'skip', 'inconclusive', 'error'];

/** The one word that every format uses for a verdict. */
export const VERDICT_WORDS: Readonly<Record<VerdictKind, string>> = {
  pass: 'passed',
  fail: 'failed',
  warn: 'not met',
  skip: 'skipped',
  inconclusive: 'inconclusive',
  error: 'error',
};

/** The columns of an operation. A MUST clause fails, a SHOULD clause is not met; the other verdicts are not tested. */
export const OPERATION_COLUMNS = ['passed', 'failed', 'not met', 'not tested'] as const;

/** How many of these clauses passed, are broken or were not tested. */
export function verdictCounts(clauses: readonly Pick<ClauseResult, 'verdict'>[]) {
  const count = (...kinds: readonly VerdictKind[]) => clauses.filter(({ verdict }) => kinds.includes(verdict)).length;
  const notExercised = count('skip', 'inconclusive', 'error');
  return { passed: count('pass'), failed: count('fail'), warned: count('warn'), notExercised };
}

/** At most this many exchanges are cited for one thing. More would show nothing new. */
export const CITED = 5;

/** How many exchanges a report and its page list, besides cited ones. More would make them too long to send. */
export const EXCHANGES_LISTED = 1_000;

/** The most serious first. */
export const GRAVITIES: readonly Gravity[] = ['security', 'data', 'other'];

export function exchangesBySeq(exchanges: readonly Exchange[]): ReadonlyMap<number, Exchange> {
  return new Map(exchanges.map((exchange) => [exchange.seq, exchange]));
}

/** One exchange on one line: the request and its answer. */
export function exchangeLine({ seq, request, outcome }: Exchange): string {
  const answer =
    outcome.kind === 'response'
      ? `${outcome.status} ${outcome.headers['content-type'] ?? 'without a media type'}`
      : outcome.message;
  const body = request.body === undefined ? '' : ` ${request.body}`;
  return `${clipped(visible(`${request.method} ${request.target}${body}`), 160)} -> ${clipped(visible(answer), 80)} (exchange ${seq})`;
}

/** Does the verdict say that the clause is broken? `absent`: it is not part of the run. */
export function isBroken({ verdict }: { readonly verdict: VerdictKind | 'absent' }): boolean {
  return verdict === 'fail' || verdict === 'warn';
}

export function isNotTested({ verdict }: Pick<ClauseResult, 'verdict'>): boolean {
  return verdict === 'skip' || verdict === 'inconclusive';
}

/** Does it count? What is excused does not. */
export function isCounted({ excused }: { readonly excused?: string }): boolean {
  return excused === undefined;
}

/** The word that says how a finding counts. */
export function tagOf(finding: Pick<Finding, 'excused' | 'verdict'>): 'KNOWN' | 'FAIL' | 'WARN' {
  if (!isCounted(finding)) return 'KNOWN';
  return finding.verdict === 'fail' ? 'FAIL' : 'WARN';
}

/** Why a clause was not tested, and the remedy. */
export function withRemedy(reason: string, remedy: string | undefined, arrow = '->'): string {
  return remedy === undefined ? reason : `${reason} ${arrow} ${remedy}`;
}

/** Is one place at fault, and not the whole body? */
export function isPlace(at: string | undefined): at is string {
  return at !== undefined && at !== '';
}

/** The branches of a conflict under which the clause would pass, as `--branch` takes them; '' if there are none. */
export function otherBranches({ id, passesUnder }: NonNullable<Finding['conflict']>): string {
  return passesUnder.map((branch) => `${id}=${branch}`).join(' or ');
}

/** The part of the contract that a run tested; '' if it was all of it. */
export function selectionWords({ only, failed }: Pick<RunFacts, 'only' | 'failed'>): string {
  const included = only.filter((one) => !isExclusion(one));
  const excluded = only.filter(isExclusion).map((one) => one.slice(1));
  const chosen =
    failed === undefined
      ? firstFew(included, 8)
      : `what ${failed} found broken, could not judge or did not exercise (${plural(included.length, 'clause')})`;
  if (excluded.length === 0) return chosen;
  return `${included.length === 0 ? 'everything but' : `${chosen}, without`} ${firstFew(excluded, 8)}`;
}

export function listed(words: readonly string[]): string {
  return words.length === 0 ? 'none' : words.join(', ');
}

/** How long a run took. */
export function secondsOf({ startedAt, finishedAt }: RunFacts): number {
  return (Date.parse(finishedAt) - Date.parse(startedAt)) / 1000;
}
