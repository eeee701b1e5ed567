import type { Expectation } from '../check/expectation.ts';
import { matches } from '../contract/clause-id.ts';
import { defined, present } from '../defined.ts';
import { plural } from './console-text.ts';
import { isBroken, isCounted, isNotTested } from './facts.ts';
import type { ClauseResult, Finding, Gate, KnownFailure, Outcome, Report } from './model.ts';
import { outcomeOf } from './outcome.ts';

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
    ...(before?.still ?? []).map((id) => [id, 'failed or not tested in the earlier run, too'] as const),
    ...known.flatMap(({ excused, reason }) => excused.map((id) => [id, `known: ${reason}`] as const)),
  ]);
  const findings = report.findings.map((finding) => withExcuse(finding, excuseOf(finding, report, excuses)));
  for (const { hides, excused } of findings)
    if (excused !== undefined) for (const id of hides) if (!excuses.has(id)) excuses.set(id, excused);
  const clauses = report.clauses.map((clause) => withExcuse(clause, excuses.get(clause.id)));
  const gate: Gate = { failOn, known, ...defined({ baseline: before }) };
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
  const excused = meant.filter(known === 'skip' ? isNotTested : isBroken).map(({ id }) => id);
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
  const idsOf = (is: (clause: ClauseResult) => boolean) => new Set(baseline.clauses.filter(is).map(({ id }) => id));
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

/** What the run comes to without what is let through. */
function outcomeBehind(gate: Gate, { outcome, run, clauses, setup, leftBehind = [] }: Report): Outcome {
  const aside = { words: asideWords(gate, clauses), passing: gate.known.flatMap(({ passing }) => passing) };
  const facts = {
    strict: run.strict || gate.failOn === 'should',
    complete: run.complete,
    isPart: run.only.length > 0,
    leftBehind,
    setup: setup[0]?.message.replace(/\.$/u, ''),
  };
  const behind = outcomeOf(facts, clauses, aside);
  // Why a run was cut short stands in its own sentence alone.
  return behind.verdict === 'incomplete' && outcome.verdict === 'incomplete' && !run.complete ? outcome : behind;
}

/** What was let through, and what no longer is. */
function asideWords({ known, baseline }: Gate, clauses: readonly ClauseResult[]): string {
  const excused = clauses.filter((clause) => !isCounted(clause) && isBroken(clause)).length;
  const unseen = clauses.filter((clause) => !isCounted(clause) && isNotTested(clause)).length;
  const expired = known.filter(({ state }) => state === 'expired').length;
  const words = present(
    excused > 0 &&
      (baseline === undefined ? plural(excused, 'known failure') : `${excused} failed as before or as known`),
    unseen > 0 && `${unseen} not tested, as known`,
    expired > 0 && `${plural(expired, 'known failure')} expired`,
  );
  return words.map((one) => `; ${one}`).join('');
}
