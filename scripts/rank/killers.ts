import type { Mutant } from '../../fixtures/mutants/index.ts';
import { createReference } from '../../fixtures/reference/index.ts';
import { checkId, exchangesIn } from '../../src/check/check.ts';
import { isBroken } from '../../src/check/verdict.ts';
import type { Exchange } from '../../src/http/exchange.ts';
import { fetchTransport } from '../../src/http/in-process.ts';
import { judgeEvidence } from '../../src/run/judge.ts';
import { planChecks } from '../../src/run/plan.ts';
import { type RunResult, runSuite } from '../../src/run/run.ts';
import { allChecks } from '../../suites/index.ts';
import { type Bench, runAgainst, targetFor } from '../matrix/trial.ts';

/** What catches a mutant, where requests are plentiful: the checks of its clause, or any of these requests by its answer alone. */
export interface Killers {
  readonly mutant: string;
  readonly clause: string;
  readonly byChecks: boolean;
  readonly requests: readonly string[];
}

/** Everything that the thrifty checks ask, and nothing cut short. */
const PLENTY = { depth: 'smoke', budget: 1000 } as const;

export async function killersOf(bench: Bench, mutant: Mutant): Promise<Killers> {
  const { record, conclusion } = await runAgainst(bench, mutant, PLENTY);
  const { suite } = conclusion;
  const checks = new Map(suite.checks.map((check) => [checkId(check), check]));
  const byChecks = record.acts.some(({ clause, check: id, again, outcome }) => {
    const check = checks.get(id);
    if (again || clause !== mutant.violates || check === undefined || outcome.kind !== 'evidence') return false;
    return isBroken(judgeEvidence(suite, check, outcome.evidence));
  });
  const keys = numbered(record.exchanges);
  const breaks = (exchange: Exchange) =>
    suite.judgeAnswer(exchange).some(({ clause, violation }) => clause === mutant.violates && violation !== undefined);
  const requests = record.exchanges.flatMap((exchange, index) => (breaks(exchange) ? [keys[index] ?? ''] : []));
  return { mutant: mutant.id, clause: mutant.violates, byChecks, requests };
}

/**
 * The requests that each clause needs on the sound service; the same request for two clauses is sent once. By itself a
 * clause may ask for what others ask anyway in other words: that counts as what it was judged on beside them.
 */
export async function requestsOfClauses(bench: Bench): Promise<ReadonlyMap<string, readonly string[]>> {
  const { record, conclusion } = await soundRun(bench, []);
  const names = numbered(record.exchanges);
  const nameOf = new Map(record.exchanges.map(({ seq }, index) => [seq, names[index] ?? '']));
  const clauses = new Set(planChecks(conclusion.suite.checks, PLENTY.depth).map(({ clause }) => clause));
  const uses = new Map<string, readonly string[]>();
  for (const clause of clauses) {
    const alone = numbered((await soundRun(bench, [clause])).record.exchanges);
    const evidence = record.acts.filter((act) => act.clause === clause).flatMap(({ outcome }) => exchangesIn(outcome));
    const beside = evidence.flatMap(({ seq }) => nameOf.get(seq) ?? []);
    uses.set(clause, [...new Set([...alone.filter((name) => names.includes(name)), ...beside])]);
  }
  return uses;
}

function soundRun({ loaded, suiteUnder }: Bench, only: readonly string[]): Promise<RunResult> {
  const reference = createReference({ chunkDelayMs: 0 });
  return runSuite({
    ...PLENTY,
    loaded,
    suiteUnder,
    checks: allChecks,
    only,
    target: targetFor(reference),
    profile: { name: 'rank', branches: {} },
    transport: fetchTransport(reference.fetch),
  });
}

/** A name for each request; one that is sent again on purpose has another. */
function numbered(exchanges: readonly Exchange[]): readonly string[] {
  const counts = new Map<string, number>();
  return exchanges.map(({ request }) => {
    const { method, target, body, credentials, headers } = request;
    const name = JSON.stringify([method, target, body, credentials, headers['x-use-hybrid']]);
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return count === 1 ? name : `${name} for the ${count}th time`;
  });
}
