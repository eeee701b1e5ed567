import { conflictOfClause } from '../contract/clause-id.ts';
import { groupBy } from '../groups.ts';
import type { Level } from '../schema/schema.ts';
import { firstFew, plural } from './console-text.ts';
import { isCounted } from './facts.ts';
import type { ClauseResult, Outcome, VerdictKind } from './model.ts';

/** How each verdict on a target ends the process. */
export const EXIT_STATUS: Readonly<Record<Outcome['verdict'], number>> = {
  conforms: 0,
  violations: 1,
  incomplete: 3,
  'suite-error': 4,
  'unexpected-pass': 5,
};

/** How a process ends that was used or configured wrongly. */
export const WRONG_USAGE = 2;

/** The outcome of a verdict, with the sentence that says it. */
export function outcome(verdict: Outcome['verdict'], sentence: string): Outcome {
  return { verdict, exitStatus: EXIT_STATUS[verdict], sentence };
}

/** What a run comes to by, beside its verdicts. */
export interface OutcomeFacts {
  /** Counts a SHOULD that is not met. */
  readonly strict: boolean;
  readonly complete: boolean;
  /** Why it is not complete. */
  readonly reason?: string | undefined;
  /** A part of the suite was asked for. */
  readonly isPart: boolean;
  readonly leftBehind: readonly { readonly removable: boolean }[];
  /** What is wrong with the set-up, the first of it, in a sentence without a full stop. */
  readonly setup?: string | undefined;
}

/** What a gate lets through. */
export interface LetThrough {
  /** The end of a sentence that tells it; '' where it is nothing. */
  readonly words: string;
  /** The known failures that pass. */
  readonly passing: readonly string[];
}

/**
 * What a run comes to: its word, its exit status and its sentence. The worst of several counts: 4, 2, 1, 3, 5. Clauses that are
 * excused do not count, but for errors of the suite itself.
 */
export function outcomeOf(facts: OutcomeFacts, clauses: readonly ClauseResult[], letThrough?: LetThrough): Outcome {
  const { words: aside = '', passing = [] } = letThrough ?? {};
  const counted = clauses.filter(isCounted);
  const count = (kind: VerdictKind, level?: Level): number =>
    counted.filter((clause) => clause.verdict === kind && (level === undefined || clause.level === level)).length;
  const incomplete = (sentence: string) => outcome('incomplete', `${sentence}${aside}.`);
  const errors = clauses.filter(({ verdict }) => verdict === 'error').length;
  if (errors > 0)
    return outcome(
      'suite-error',
      `The suite itself failed in ${plural(errors, 'clause')}; this says nothing about the target.`,
    );
  const [violations, warnings, open] = [count('fail'), count('warn'), count('inconclusive', 'MUST')];
  if (violations > 0 || (facts.strict && warnings > 0))
    return outcome(
      'violations',
      `The target does not conform: ${plural(violations, 'MUST clause')} failed${notMet(warnings, ', ')}${facts.complete ? '' : ' before the run broke off'}${aside}.`,
    );
  if (facts.setup !== undefined) return incomplete(`The set-up has to be fixed first: ${facts.setup}`);
  if (!facts.complete)
    return incomplete(`The run is incomplete: ${(facts.reason ?? 'it was cut short').replace(/\.$/u, '')}`);
  const left = facts.leftBehind.filter(({ removable }) => removable).length;
  if (left > 0)
    return incomplete(
      `The run left ${plural(left, 'thing')} behind that it could not remove; the notes say how to remove ${left === 1 ? 'it' : 'them'}`,
    );
  if (nothingTested(clauses)) return incomplete('Nothing could be tested: no clause passed');
  if (open > 0)
    return incomplete(
      `No failure was found, but ${plural(open, 'MUST clause')} could not be tested${mostOften(counted)}`,
    );
  if (passing.length > 0)
    return outcome(
      'unexpected-pass',
      `${plural(passing.length, 'known failure')} ${passing.length === 1 ? 'passes' : 'pass'} now; remove from the list: ${firstFew(passing, 5)}.`,
    );
  const sentence =
    aside === ''
      ? conformsSentence(count('pass'), warnings, count('skip') + count('inconclusive'), facts.isPart)
      : `No new failure: ${plural(count('pass'), 'clause')} passed${aside}.`;
  return outcome('conforms', sentence);
}

function notMet(warnings: number, before: string): string {
  return warnings > 0 ? `${before}${plural(warnings, 'SHOULD clause')} not met` : '';
}

/** Kinds of conforming: in everything, but for what it should do, as far as anybody has seen, and in what was asked about. */
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

/** What most MUST clauses were tried in vain for. */
function mostOften(clauses: readonly ClauseResult[]): string {
  const open = clauses.filter(({ level, verdict }) => level === 'MUST' && verdict === 'inconclusive');
  const reasons = [...groupBy(open, ({ reason }) => reason)].toSorted(([, a], [, b]) => b.length - a.length);
  const [[reason] = []] = reasons;
  return reason === undefined
    ? ''
    : `${reasons.length === 1 ? ': ' : ', most often because '}${reason.replace(/\.$/u, '')}`;
}

/** No clause was met, nor was one broken; a conflict that was seen on the way does not count, unless conflicts alone were asked about. */
export function nothingTested(clauses: readonly ClauseResult[]): boolean {
  const own = clauses.filter(({ id }) => conflictOfClause(id) === undefined);
  return !(own.length === 0 ? clauses : own).some(({ verdict }) => ['pass', 'warn', 'fail'].includes(verdict));
}
