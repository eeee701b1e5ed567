import type { Expectation } from '../check/expectation.ts';
import { matches } from '../contract/clause-id.ts';
import { nothingShown } from './build.ts';
import type { ClauseResult, Finding, Gate, KnownFailure, Outcome, Report } from './model.ts';

/** What a team lets through. */
export interface GateOptions {
  readonly expectations: readonly Expectation[];
  /** An earlier run: what was broken there already does not fail this one. */
  readonly baseline?: Report;
  /** The lowest level of which a broken clause fails the run. */
  readonly failOn: 'must' | 'should';
}

/**
 * The report with what is known set apart, and the outcome of what is left. Verdicts stay what they are: a known failure
 * is a failure that somebody answers for. Pure; the day is that on which the run began.
 */
export function applyGate(gated: Report, { expectations, baseline, failOn }: GateOptions): Report {
  const report = withoutGate(gated);
  const day = report.run.startedAt.slice(0, 10);
  const known = expectations.map((one) => knownFailure(one, report.clauses, day));
  const before = baseline === undefined ? undefined : comparedWith(baseline, report);
  const excuses = new Map<string, string>([
    ...(before?.still ?? []).map((id) => [id, 'not shown or broken in the earlier run, too'] as const),
    ...known.flatMap(({ excused, reason }) => excused.map((id) => [id, `known: ${reason}`] as const)),
  ]);
  const findings = report.findings.map((finding) => withExcuse(finding, excuseOf(finding, report, excuses)));
  for (const { hides, excused } of findings)
    if (excused !== undefined) for (const id of hides) if (!excuses.has(id)) excuses.set(id, excused);
  const clauses = report.clauses.map((clause) => withExcuse(clause, excuses.get(clause.id)));
  const gate: Gate = { failOn, known, ...(before === undefined ? {} : { baseline: before }) };
  return { ...report, clauses, findings, gate, outcome: outcomeBehind(gate, { ...report, clauses }) };
}

/** An earlier gate says nothing about this one. */
function withoutGate({ gate: _gate, ...report }: Report): Report {
  return { ...report, clauses: report.clauses.map(counting), findings: report.findings.map(counting) };
}

function counting<T extends { readonly excused?: string }>({ excused: _excused, ...one }: T): Omit<T, 'excused'> {
  return one;
}

/** A finding does not count where nothing that it breaks does. */
function excuseOf({ clauses }: Finding, report: Report, excuses: ReadonlyMap<string, string>): string | undefined {
  const broken = report.clauses.filter((clause) => clauses.includes(clause.id) && isBroken(clause));
  return broken.every(({ id }) => excuses.has(id)) ? excuses.get(broken[0]?.id ?? '') : undefined;
}

function withExcuse<T extends object>(one: T, excused: string | undefined): T & { readonly excused?: string } {
  return excused === undefined ? one : { ...one, excused };
}

function knownFailure(expectation: Expectation, clauses: readonly ClauseResult[], day: string): KnownFailure {
  const { until, known } = expectation;
  const meant = clauses.filter(({ id }) => expectation.clauses.some((pattern) => matches(pattern, id)));
  if (until !== undefined && until < day) return { ...expectation, state: 'expired', excused: [], passing: [] };
  const excused = meant.filter(known === 'skip' ? isNotShown : isBroken).map(({ id }) => id);
  const passing = known === 'flaky' ? [] : passingOf(expectation.clauses, meant, excused);
  const state = passing.length > 0 ? 'passes' : excused.length > 0 ? 'holds' : 'not seen';
  return { ...expectation, state, excused, passing };
}

/** What passes though it is listed; of a pattern only where nothing that it means fails any more. */
function passingOf(
  patterns: readonly string[],
  meant: readonly ClauseResult[],
  excused: readonly string[],
): readonly string[] {
  return patterns.filter((pattern) => {
    const own = meant.filter(({ id }) => matches(pattern, id));
    return own.some(({ verdict }) => verdict === 'pass') && !own.some(({ id }) => excused.includes(id));
  });
}

/** An earlier run beside this one; only what both looked at can have become worse or better. */
function comparedWith(baseline: Report, report: Report): NonNullable<Gate['baseline']> {
  const before = new Map(baseline.clauses.map((clause) => [clause.id, clause]));
  const wasBroken = (id: string) => before.get(id) !== undefined && isBroken(before.get(id) as ClauseResult);
  const wasNotShown = (id: string) => before.get(id) !== undefined && isNotShown(before.get(id) as ClauseResult);
  const broken = report.clauses.filter(isBroken).map(({ id }) => id);
  return {
    startedAt: baseline.run.startedAt,
    baseUrl: baseline.run.baseUrl,
    new: broken.filter((id) => !wasBroken(id)),
    fixed: report.clauses.filter(({ id, verdict }) => verdict === 'pass' && wasBroken(id)).map(({ id }) => id),
    still: report.clauses
      .filter(
        (clause) =>
          (isBroken(clause) && wasBroken(clause.id)) || (clause.verdict === 'inconclusive' && wasNotShown(clause.id)),
      )
      .map(({ id }) => id),
  };
}

/** What the run comes to without what is let through. The worst of several counts: 4, 1, 3, 5. */
function outcomeBehind(gate: Gate, { outcome, run, clauses }: Report): Outcome {
  if (outcome.exitStatus === 4) return outcome;
  const counted = clauses.filter(({ excused }) => excused === undefined);
  const count = (kind: ClauseResult['verdict']) => counted.filter(({ verdict }) => verdict === kind).length;
  const [fails, warns] = [count('fail'), count('warn')];
  const open = counted.filter(({ verdict, level }) => verdict === 'inconclusive' && level === 'MUST').length;
  const passing = gate.known.flatMap((known) => known.passing);
  const aside = asideWords(gate, clauses);
  if (fails > 0 || ((run.strict || gate.failOn === 'should') && warns > 0))
    return {
      verdict: 'violations',
      exitStatus: 1,
      sentence: `The target does not conform: ${plural(fails, 'MUST clause')} broken${warns > 0 ? `, ${plural(warns, 'SHOULD clause')} not met` : ''}${aside}.`,
    };
  if (!run.complete)
    return outcome.exitStatus === 3
      ? outcome
      : { verdict: 'incomplete', exitStatus: 3, sentence: `The run is incomplete: it was cut short${aside}.` };
  if (nothingShown(clauses))
    return { verdict: 'incomplete', exitStatus: 3, sentence: `Nothing could be shown: no clause passed${aside}.` };
  if (open > 0)
    return {
      verdict: 'incomplete',
      exitStatus: 3,
      sentence: `No violation was found, but ${plural(open, 'MUST clause')} could not be shown${aside}.`,
    };
  if (passing.length > 0)
    return {
      verdict: 'unexpected-pass',
      exitStatus: 5,
      sentence: `${plural(passing.length, 'known failure')} ${passing.length === 1 ? 'passes' : 'pass'} now; remove from the list: ${passing.slice(0, 5).join(', ')}${passing.length > 5 ? ` and ${passing.length - 5} more` : ''}.`,
    };
  if (aside === '' && outcome.exitStatus === 0) return outcome;
  const passed = clauses.filter(({ verdict }) => verdict === 'pass').length;
  return {
    verdict: 'conforms',
    exitStatus: 0,
    sentence: `Nothing new is broken: ${plural(passed, 'clause')} passed${aside}.`,
  };
}

/** What was let through, and what no longer is. */
function asideWords({ known, baseline }: Gate, clauses: readonly ClauseResult[]): string {
  const excused = clauses.filter((clause) => clause.excused !== undefined && isBroken(clause)).length;
  const unseen = clauses.filter((clause) => clause.excused !== undefined && isNotShown(clause)).length;
  const expired = known.filter(({ state }) => state === 'expired').length;
  return [
    ...(excused > 0 ? [`${excused} more broken ${baseline === undefined ? 'as known' : 'as before or as known'}`] : []),
    ...(unseen > 0 ? [`${unseen} not shown, as known`] : []),
    ...(expired > 0 ? [`${plural(expired, 'expectation')} expired`] : []),
  ]
    .map((words) => `; ${words}`)
    .join('');
}

export function isBroken({ verdict }: ClauseResult): boolean {
  return verdict === 'fail' || verdict === 'warn';
}

function isNotShown({ verdict }: ClauseResult): boolean {
  return verdict === 'skip' || verdict === 'inconclusive';
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
