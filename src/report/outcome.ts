import { conflictOfClause } from '../contract/clause-id.ts';
import { groupBy } from '../groups.ts';
import { plural } from '../nouns.ts';
import { firstFew } from './console-text.ts';
import { isCounted } from './facts.ts';
import type { ClauseResult, Outcome, VerdictKind } from './model.ts';

/** The exit status of each verdict on a target. */
export const EXIT_STATUS: Readonly<Record<Outcome['verdict'], number>> = {
  conforms: 0,
  violations: 1,
  incomplete: 3,
  'suite-error': 4,
  'unexpected-pass': 5,
};

/** The exit status after wrong usage or configuration. */
export const WRONG_USAGE = 2;

/** The outcome of a verdict, with the sentence that says it. */
export function outcome(verdict: Outcome['verdict'], sentence: string): Outcome {
  return { verdict, exitStatus: EXIT_STATUS[verdict], sentence };
}

/** What decides the outcome of a run, besides the verdicts on its clauses. */
export interface OutcomeFacts {
  /** A SHOULD clause that is not met counts as a failure. */
  readonly strict: boolean;
  readonly complete: boolean;
  /** Why it is not complete. */
  readonly reason?: string | undefined;
  /** Only a part of the suite was run. */
  readonly isPart: boolean;
  readonly leftBehind: readonly { readonly removable: boolean }[];
  /** The first problem of the set-up, a sentence without a full stop. */
  readonly setup?: string | undefined;
}

/** What a gate excuses. */
export interface Excused {
  /** The end of a sentence about it; '' if there is nothing. */
  readonly words: string;
  /** The known failures that pass now. */
  readonly passing: readonly string[];
}

/**
 * The outcome of a run: verdict, exit status and sentence. If several apply, the first of the exit statuses 4, 1, 3, 5 counts.
 * Excused clauses do not count, except for errors of the suite itself.
 */
export function outcomeOf(facts: OutcomeFacts, clauses: readonly ClauseResult[], excused?: Excused): Outcome {
  const { words = '', passing = [] } = excused ?? {};
  const counted = clauses.filter(isCounted);
  const count = (kind: VerdictKind): number => counted.filter(({ verdict }) => verdict === kind).length;
  const errors = clauses.filter(({ verdict }) => verdict === 'error').length;
  if (errors > 0)
    return outcome(
      'suite-error',
      `The suite itself failed in ${plural(errors, 'clause')}; this says nothing about the target.`,
    );
  const [violations, warnings] = [count('fail'), count('warn')];
  if (violations > 0 || (facts.strict && warnings > 0))
    return outcome(
      'violations',
      `The target does not conform: ${plural(violations, 'MUST clause')} failed${notMet(warnings, ', ')}${facts.complete ? '' : ' before the run broke off'}${words}.`,
    );
  const missing = whyIncomplete(facts) ?? whyUntested(clauses, counted);
  if (missing !== undefined) return outcome('incomplete', `${missing}${words}.`);
  if (passing.length > 0)
    return outcome(
      'unexpected-pass',
      `${plural(passing.length, 'known failure')} ${passing.length === 1 ? 'passes' : 'pass'} now; remove from the list: ${firstFew(passing, 5)}.`,
    );
  if (words !== '') return outcome('conforms', `No new failure: ${plural(count('pass'), 'clause')} passed${words}.`);
  const skipped = count('skip') + count('inconclusive');
  return outcome('conforms', conformsSentence(count('pass'), warnings, skipped, facts.isPart));
}

/** What prevented the run from doing all that it should; undefined if nothing did. */
function whyIncomplete({ setup, complete, reason, leftBehind }: OutcomeFacts): string | undefined {
  if (setup !== undefined) return `The set-up has to be fixed first: ${setup}`;
  if (!complete) return `The run is incomplete: ${(reason ?? 'it was cut short').replace(/\.$/u, '')}`;
  const left = leftBehind.filter(({ removable }) => removable).length;
  if (left === 0) return undefined;
  return `The run left ${plural(left, 'thing')} behind that it could not remove; the notes say how to remove ${left === 1 ? 'it' : 'them'}`;
}

/** What a run could not test although it must; undefined if there is nothing. */
function whyUntested(clauses: readonly ClauseResult[], counted: readonly ClauseResult[]): string | undefined {
  if (nothingTested(clauses)) {
    const conflicts = clauses.filter(({ verdict }) => verdict === 'pass').length;
    return conflicts === 0
      ? 'Nothing could be tested: no clause passed'
      : `Nothing could be tested but ${plural(conflicts, 'conflict')} of the contract: no other clause passed`;
  }
  const untested = counted.filter(({ level, verdict }) => level === 'MUST' && verdict === 'inconclusive');
  if (untested.length === 0) return undefined;
  return `No failure was found, but ${plural(untested.length, 'MUST clause')} could not be tested${mainReason(untested)}`;
}

function notMet(warnings: number, separator: string): string {
  return warnings > 0 ? `${separator}${plural(warnings, 'SHOULD clause')} not met` : '';
}

/** The sentence of a run that conforms: its counts, unmet SHOULD clauses, and a hint if only a part was run. */
function conformsSentence(passed: number, warnings: number, skipped: number, isPart: boolean): string {
  const should = notMet(warnings, '; ');
  const all = passed + warnings + skipped;
  const untested = skipped === 0 ? '' : `, ${skipped} ${skipped === 1 ? 'was' : 'were'} not tested`;
  const counts =
    skipped + warnings === 0
      ? `all ${plural(all, 'clause')} passed`
      : `${passed} of ${plural(all, 'clause')} passed${untested}`;
  if (isPart) return `No selected MUST clause failed: ${counts}${should}. Run the whole suite for a full verdict.`;
  return `No MUST clause failed: ${counts}${should}.`;
}

/** The most frequent reason why clauses are inconclusive. */
function mainReason(inconclusive: readonly ClauseResult[]): string {
  const reasons = [...groupBy(inconclusive, ({ reason }) => reason)].toSorted(([, a], [, b]) => b.length - a.length);
  const [[reason] = []] = reasons;
  return reason === undefined
    ? ''
    : `${reasons.length === 1 ? ': ' : ', most often because '}${reason.replace(/\.$/u, '')}`;
}

/** Was no clause met and none broken? Clauses of conflicts do not count, unless there are no others. */
export function nothingTested(clauses: readonly ClauseResult[]): boolean {
  const own = clauses.filter(({ id }) => conflictOfClause(id) === undefined);
  return !(own.length === 0 ? clauses : own).some(({ verdict }) => ['pass', 'warn', 'fail'].includes(verdict));
}
