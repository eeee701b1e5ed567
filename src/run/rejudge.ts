import { checkId } from '../check/check.ts';
import type { Depth } from '../check/target.ts';
import type { Verdict } from '../check/verdict.ts';
import type { Choices } from '../contract/resolve.ts';
import { type Conclusion, conclude } from '../judge/conclude.ts';
import type { Concluded } from '../judge/concluded.ts';
import type { Suite, SuiteUnder } from '../rules/suite.ts';
import type { RunHeader, RunRecord } from '../send/journal.ts';
import { planChecks } from './plan.ts';

/** What may differ between the run and a later judgement of it. */
export type Judgement = Pick<RunHeader, 'profile'> & Partial<Pick<RunHeader, 'strict' | 'suiteVersion' | 'document'>>;

/** Judges a recorded run again under another profile, or by a newer suite. Sends nothing. */
export function rejudge(
  record: RunRecord,
  judgement: Judgement,
  suiteUnder: SuiteUnder,
): { readonly record: RunRecord; readonly conclusion: Conclusion } {
  const again: RunRecord = { ...record, header: { ...headerFor(record.header, judgement), ...judgement } };
  const conclusion = conclude(again, judgement.profile.branches, suiteUnder);
  const missing = neverRun(suiteUnder(readingToAsk(record, judgement.profile.branches, suiteUnder)), record);
  return {
    record: again,
    conclusion: { ...conclusion, results: conclusion.results.map((one) => explained(one, missing)) },
  };
}

/** Drops the recorded command if the profile differs, as it names the profile of the run. */
function headerFor({ command, ...header }: RunHeader, { profile }: Judgement): RunHeader {
  return command === undefined || profile.name !== header.profile.name ? header : { ...header, command };
}

/** The reading for which a run under these choices would have made its requests, given what the probes showed. */
function readingToAsk({ choices }: RunRecord, declared: Choices, suiteUnder: SuiteUnder): Choices {
  const { conflicts } = suiteUnder(declared).contract;
  const probed = Object.entries(choices).filter(([conflict]) => conflicts.get(conflict)?.probe !== undefined);
  return { ...declared, ...Object.fromEntries(probed) };
}

/** The clauses of checks that are planned for this reading and that the recorded run did not run. */
function neverRun({ checks }: Suite, { acts, header }: RunRecord): ReadonlySet<string> {
  const acted = new Set(acts.map(({ check }) => check));
  const allowed = header.permissions.map((permission) => `allow:${permission}`);
  // Without the permission the run would have skipped the check, too.
  const planned = planChecks(checks, header.depth as Depth).filter(({ needs = [] }) =>
    needs.every((need) => !need.startsWith('allow:') || allowed.includes(need)),
  );
  return new Set(planned.filter((check) => !acted.has(checkId(check))).map(({ clause }) => clause));
}

/** A skipped clause whose check the recorded run never ran gets a verdict that says so. */
function explained(result: Concluded, missing: ReadonlySet<string>): Concluded {
  if (result.verdict.kind !== 'skip' || !missing.has(result.clause.id)) return result;
  return { ...result, verdict: NEVER_COLLECTED };
}

const NEVER_COLLECTED: Verdict = {
  kind: 'inconclusive',
  reason: 'not recorded: that run used another profile, or was made by an older suite',
  remedy: 'run the suite under this profile',
};
