import type { Mutant } from '../../fixtures/mutants/index.ts';
import { createReference } from '../../fixtures/reference/index.ts';
import { checkId, exchangesIn } from '../../src/check/check.ts';
import { isBroken } from '../../src/check/verdict.ts';
import type { Exchange, SentRequest } from '../../src/http/exchange.ts';
import { fetchTransport } from '../../src/http/in-process.ts';
import { judgeEvidence } from '../../src/judge/evidence.ts';
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
const PLENTY = { depth: 'smoke', budget: 1000, mark: '00000001' } as const;

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

/** The requests that a clause needs; the same request for two clauses is sent once. */
export interface Needs {
  /** All of them, where nobody else sends any. */
  readonly alone: readonly string[];
  /** Those that it still sends where others sent the like of the rest before, */
  readonly sends: readonly string[];
  /** and those of the others on which it was judged instead. */
  readonly borrows: readonly string[];
}

/** What each clause needs on the sound service, by itself and in a run of all clauses, those that the document states first. */
export async function requestsOfClauses(bench: Bench): Promise<ReadonlyMap<string, Needs>> {
  const { record, conclusion } = await soundRun(bench, []);
  const names = numbered(record.exchanges);
  const nameOf = new Map(record.exchanges.map(({ seq }, index) => [seq, names[index] ?? '']));
  const clauses = new Set(planChecks(conclusion.suite.checks, PLENTY.depth).map(({ clause }) => clause));
  const needs = new Map<string, Needs>();
  for (const clause of clauses) {
    const alone = numbered((await soundRun(bench, [clause])).record.exchanges);
    const evidence = record.acts.filter((act) => act.clause === clause).flatMap(({ outcome }) => exchangesIn(outcome));
    const judged = new Set(evidence.flatMap(({ seq }) => nameOf.get(seq) ?? []));
    needs.set(clause, {
      alone,
      sends: alone.filter((name) => names.includes(name)),
      borrows: [...judged].filter((name) => !alone.includes(name)),
    });
  }
  return needs;
}

function soundRun({ loaded, suiteUnder }: Bench, only: readonly string[]): Promise<RunResult> {
  const reference = createReference({ chunkDelayMs: 0 });
  return runSuite({
    ...PLENTY,
    loaded: { ...loaded, document: { ...loaded.document, 'x-smoke': [] } },
    suiteUnder,
    checks: allChecks,
    only,
    target: targetFor(reference),
    profile: { name: 'rank', branches: {} },
    transport: fetchTransport(reference.fetch),
  });
}

/** A name for each request, the same in every run; one that is sent again on purpose has another. */
function numbered(exchanges: readonly Exchange[]): readonly string[] {
  const counts = new Map<string, number>();
  return exchanges.map(({ request }) => {
    const { method, body, credentials, headers } = request;
    const name = JSON.stringify([method, placeOf(request, exchanges), body, credentials, headers['x-use-hybrid']]);
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return count === 1 ? name : `${name} for the ${count}th time`;
  });
}

/** The target; for what the run itself created, what it was created by instead of its id. */
function placeOf({ method, target }: SentRequest, exchanges: readonly Exchange[]): unknown {
  const id = target.split('/').at(-1) ?? '';
  const creator = exchanges.find(
    ({ request, outcome }) =>
      request.method === 'POST' && outcome.kind === 'response' && outcome.body.text.includes(id),
  );
  return method === 'DELETE' && creator !== undefined ? ['made by', creator.request.body] : target;
}
