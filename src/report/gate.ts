import type { Expectation } from '../check/expectation.ts';
import { matches } from '../contract/clause-id.ts';
import { defined, present } from '../defined.ts';
import { plural } from '../nouns.ts';
import { isBroken, isCounted, isNotTested, verdictCounts } from './facts.ts';
import type { ClauseResult, ComparedRun, Finding, Gate, KnownFailure, Outcome, Report } from './model.ts';
import { outcomeOf } from './outcome.ts';

/** What a team accepts as known. */
export interface GateOptions {
  readonly expectations: readonly Expectation[];
  /** An earlier run. What was already broken there does not fail this one. */
  readonly baseline?: Report;
  /** The lowest level at which a broken clause fails the run. */
  readonly failOn: 'must' | 'should';
}

/**
 * Marks what is known as excused, and computes the outcome of the rest. Verdicts stay as they are: a known failure is still a
 * failure. Pure: whether an expectation has expired is decided by the day on which the run began.
 */
export function applyGate(gated: Report, { expectations, baseline, failOn }: GateOptions): Report {
  const report = withoutGate(gated);
  const day = report.run.startedAt.slice(0, 10);
  const known = expectations.map((one) => knownFailure(one, report.clauses, day));
  const before = baseline === undefined ? undefined : comparedWith(baseline, report);
  const excuses = new Map<string, string>([
    ...(before?.still ?? []).map((id) => [id, AS_BEFORE] as const),
    ...known.flatMap(({ excused, reason }) => excused.map((id) => [id, `known: ${reason}`] as const)),
  ]);
  const findings = report.findings.map((finding) => withExcuse(finding, excuseOf(finding, report, excuses)));
  for (const { hides, excused } of findings)
    if (excused !== undefined) for (const id of hides) if (!excuses.has(id)) excuses.set(id, excused);
  const clauses = report.clauses.map((clause) => withExcuse(clause, excuses.get(clause.id)));
  const gate: Gate = { failOn, known, ...defined({ baseline: before }) };
  return { ...report, clauses, findings, gate, outcome: outcomeOfRest(gate, { ...report, clauses }) };
}

/** Removes what an earlier gate added. */
function withoutGate({ gate: _gate, ...report }: Report): Report {
  return { ...report, clauses: report.clauses.map(withoutExcuse), findings: report.findings.map(withoutExcuse) };
}

function withoutExcuse<T extends { readonly excused?: string }>({ excused: _excused, ...one }: T): Omit<T, 'excused'> {
  return one;
}

/** A finding is excused if every clause that it breaks is excused. */
function excuseOf({ clauses }: Finding, report: Report, excuses: ReadonlyMap<string, string>): string | undefined {
  const broken = report.clauses.filter((clause) => clauses.includes(clause.id) && isBroken(clause));
  return broken.every(({ id }) => excuses.has(id)) ? excuses.get(broken[0]?.id ?? '') : undefined;
}

function withExcuse<T extends object>(one: T, excused: string | undefined): T & { readonly excused?: string } {
  return excused === undefined ? one : { ...one, excused };
}

function knownFailure(expectation: Expectation, clauses: readonly ClauseResult[], day: string): KnownFailure {
  const { until, known } = expectation;
  const matched = clauses.filter(({ id }) => expectation.clauses.some((pattern) => matches(pattern, id)));
  if (until !== undefined && until < day) return { ...expectation, state: 'expired', excused: [], passing: [] };
  const excused = matched.filter(known === 'skip' ? isNotTested : isBroken).map(({ id }) => id);
  const passing = known === 'flaky' ? [] : passingOf(expectation.clauses, matched, excused);
  const state = passing.length > 0 ? 'passes' : excused.length > 0 ? 'holds' : 'not seen';
  return { ...expectation, state, excused, passing };
}

/** The listed patterns that pass now: at least one of their clauses passes, and none is excused. */
function passingOf(
  patterns: readonly string[],
  matched: readonly ClauseResult[],
  excused: readonly string[],
): readonly string[] {
  return patterns.filter((pattern) => {
    const own = matched.filter(({ id }) => matches(pattern, id));
    return own.some(({ verdict }) => verdict === 'pass') && !own.some(({ id }) => excused.includes(id));
  });
}

/** Compares with an earlier run. `new` includes clauses that were not tested there. */
export function comparedWith(baseline: Report, report: Report): ComparedRun {
  const idsOf = (test: (clause: ClauseResult) => boolean) => new Set(baseline.clauses.filter(test).map(({ id }) => id));
  const [wasBroken, wasNotTested] = [idsOf(isBroken), idsOf(isNotTested)];
  const broken = report.clauses.filter(isBroken).map(({ id }) => id);
  return {
    startedAt: baseline.run.startedAt,
    baseUrl: baseline.run.baseUrl,
    new: broken.filter((id) => !wasBroken.has(id)),
    fixed: report.clauses.filter(({ id, verdict }) => verdict === 'pass' && wasBroken.has(id)).map(({ id }) => id),
    still: report.clauses
      .filter(
        (clause) =>
          (isBroken(clause) && wasBroken.has(clause.id)) ||
          (clause.verdict === 'inconclusive' && wasNotTested.has(clause.id)),
      )
      .map(({ id }) => id),
  };
}

/** The outcome of the run without what is excused. */
function outcomeOfRest(gate: Gate, { outcome, run, clauses, setup, leftBehind = [] }: Report): Outcome {
  const excused = { words: excusedWords(gate, clauses), passing: gate.known.flatMap(({ passing }) => passing) };
  const facts = {
    strict: run.strict || gate.failOn === 'should',
    complete: run.complete,
    isPart: run.only.length > 0,
    leftBehind,
    setup: setup[0]?.message.replace(/\.$/u, ''),
  };
  const result = outcomeOf(facts, clauses, excused);
  // Only the original sentence says why the run was cut short.
  return result.verdict === 'incomplete' && outcome.verdict === 'incomplete' && !run.complete ? outcome : result;
}

/** Why a clause is excused that was no better in the earlier run. */
const AS_BEFORE = 'failed or not tested in the earlier run, too';

/** How much is excused, by the list of known failures and by the earlier run, and how many expectations have expired. */
function excusedWords({ known }: Gate, clauses: readonly ClauseResult[]): string {
  const excused = clauses.filter((clause) => !isCounted(clause));
  const [before, listed] = [excused.filter(isAsBefore), excused.filter((clause) => !isAsBefore(clause))];
  const count = (some: typeof excused, test: (clause: ClauseResult) => boolean) => some.filter(test).length;
  const { failed, warned } = verdictCounts(before);
  const expired = known.filter(({ state }) => state === 'expired').length;
  const words = present(
    count(listed, isBroken) > 0 && plural(count(listed, isBroken), 'known failure'),
    failed > 0 && `${failed} failed as before`,
    warned > 0 && `${warned} SHOULD not met, as before`,
    count(listed, isNotTested) > 0 && `${count(listed, isNotTested)} not tested, as known`,
    count(before, isNotTested) > 0 && `${count(before, isNotTested)} not tested, as before`,
    expired > 0 && `${plural(expired, 'known failure')} expired`,
  );
  return words.map((one) => `; ${one}`).join('');
}

/** Does the earlier run alone excuse the clause? */
export function isAsBefore({ excused }: ClauseResult): boolean {
  return excused === AS_BEFORE;
}
