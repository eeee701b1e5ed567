import { conflictOfClause } from '../contract/clause-id.ts';
import type { Level } from '../schema/schema.ts';
import { plural } from './console-text.ts';
import type { ClauseResult, Outcome, VerdictKind } from './model.ts';

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
  const counted = clauses.filter(({ excused }) => excused === undefined);
  const count = (kind: VerdictKind, level?: Level): number =>
    counted.filter((clause) => clause.verdict === kind && (level === undefined || clause.level === level)).length;
  const incomplete = (sentence: string): Outcome => ({
    verdict: 'incomplete',
    exitStatus: 3,
    sentence: `${sentence}${aside}.`,
  });
  const errors = clauses.filter(({ verdict }) => verdict === 'error').length;
  if (errors > 0)
    return {
      verdict: 'suite-error',
      exitStatus: 4,
      sentence: `The suite itself failed in ${plural(errors, 'clause')}; this says nothing about the target.`,
    };
  const [violations, warnings, open] = [count('fail'), count('warn'), count('inconclusive', 'MUST')];
  if (violations > 0 || (facts.strict && warnings > 0))
    return {
      verdict: 'violations',
      exitStatus: 1,
      sentence: `The target does not conform: ${plural(violations, 'MUST clause')} broken${notMet(warnings, ', ')}${aside}.`,
    };
  if (facts.setup !== undefined) return incomplete(`The set-up has to be fixed first: ${facts.setup}`);
  if (!facts.complete)
    return incomplete(`The run is incomplete: ${(facts.reason ?? 'it was cut short').replace(/\.$/u, '')}`);
  const left = facts.leftBehind.filter(({ removable }) => removable).length;
  if (left > 0)
    return incomplete(
      `The run left ${plural(left, 'thing')} behind that it could not take back: conform clean does it later`,
    );
  if (nothingShown(clauses)) return incomplete('Nothing could be shown: no clause passed');
  if (open > 0)
    return incomplete(
      `No violation was found, but ${plural(open, 'MUST clause')} could not be shown${mostOften(counted)}`,
    );
  if (passing.length > 0)
    return {
      verdict: 'unexpected-pass',
      exitStatus: 5,
      sentence: `${plural(passing.length, 'known failure')} ${passing.length === 1 ? 'passes' : 'pass'} now; remove from the list: ${passing.slice(0, 5).join(', ')}${passing.length > 5 ? ` and ${passing.length - 5} more` : ''}.`,
    };
  const sentence =
    aside === ''
      ? conformsSentence(count('pass'), warnings, count('skip'), facts.isPart)
      : `Nothing new is broken: ${plural(count('pass'), 'clause')} passed${aside}.`;
  return { verdict: 'conforms', exitStatus: 0, sentence };
}

function notMet(warnings: number, before: string): string {
  return warnings > 0 ? `${before}${plural(warnings, 'SHOULD clause')} not met` : '';
}

/** Kinds of conforming: in everything, but for what it should do, as far as anybody has seen, and in what was asked about. */
function conformsSentence(passed: number, warnings: number, skipped: number, isPart: boolean): string {
  const should = notMet(warnings, '; ');
  const all = passed + warnings + skipped;
  if (isPart)
    return `Nothing of what was asked about is broken: ${passed} of ${all} clauses shown${should}. Run the whole suite for a verdict.`;
  return skipped === 0
    ? `The target conforms: all ${passed} clauses shown${should}.`
    : `The target conforms as far as seen: ${passed} of ${all} clauses shown, no MUST broken${should}.`;
}

/** What most MUST clauses were tried in vain for. */
function mostOften(clauses: readonly ClauseResult[]): string {
  const counts = new Map<string, number>();
  for (const { level, verdict, reason } of clauses)
    if (level === 'MUST' && verdict === 'inconclusive' && reason !== undefined)
      counts.set(reason, (counts.get(reason) ?? 0) + 1);
  const [reason] = [...counts].reduce((most, one) => (one[1] > most[1] ? one : most), ['', 0]);
  return reason === '' ? '' : `${counts.size === 1 ? ': ' : ', most often because '}${reason}`;
}

/** No clause passed; a conflict that was seen on the way does not count, unless conflicts alone were asked about. */
export function nothingShown(clauses: readonly ClauseResult[]): boolean {
  const own = clauses.filter(({ id }) => conflictOfClause(id) === undefined);
  return !(own.length === 0 ? clauses : own).some(({ verdict }) => verdict === 'pass');
}
