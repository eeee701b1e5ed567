import type { Handler } from '../../fixtures/middleware.ts';
import { embeddedTarget } from '../../fixtures/reference/as-target.ts';
import { createReference, type ReferenceService } from '../../fixtures/reference/index.ts';
import type { Target } from '../../src/check/target.ts';
import { fetchTransport } from '../../src/http/in-process.ts';
import { buildReport } from '../../src/report/build.ts';
import type { Report } from '../../src/report/model.ts';
import { runSuite } from '../../src/run/run.ts';
import type { RunRecord } from '../../src/send/journal.ts';
import { allChecks } from '../../suites/index.ts';
import { loaded } from './contract.ts';
import { suiteUnder } from './whole-suite.ts';

/** A service with something done to it. */
export type Bent = (reference: ReferenceService) => Handler;

export interface DeepRun {
  readonly report: Report;
  readonly record: RunRecord;
}

/** Everything given and everything allowed, unless told otherwise. */
export function wholeTarget(reference: ReferenceService): Target {
  return embeddedTarget(reference, 'http://reference.local');
}

/** Runs chosen clauses at the depth `deep` against the reference service, bent or as it is. */
export async function runDeep(
  only: readonly string[],
  how: {
    readonly seed?: number;
    readonly replay?: string | undefined;
    readonly bent?: Bent;
    readonly target?: (whole: Target) => Target;
  } = {},
): Promise<DeepRun> {
  const reference = createReference();
  const { bent = ({ fetch }) => fetch, target = (whole) => whole } = how;
  const { record, conclusion } = await runSuite({
    loaded,
    checks: allChecks,
    suiteUnder,
    target: target(wholeTarget(reference)),
    profile: { name: 'any', branches: {} },
    transport: fetchTransport(bent(reference)),
    depth: 'deep',
    seed: how.seed ?? 1,
    only,
    maxWaitMs: 0,
    ...(how.replay === undefined ? {} : { replay: how.replay }),
  });
  return { record, report: buildReport(record, conclusion) };
}

/** The path that a finding's command repeats it by. */
export function pathIn(replay: string | undefined): string | undefined {
  return replay?.split('--replay ')[1];
}

/** The verdicts of the clauses that were chosen; conflicts that were seen on the way left out. */
export function verdictsOf({ clauses }: Report): readonly (readonly [string, string])[] {
  return clauses.filter(({ id }) => !id.startsWith('conflicts/')).map(({ id, verdict }) => [id, verdict]);
}
