import type { Mutant } from '../../fixtures/mutants/index.ts';
import { createReference } from '../../fixtures/reference/index.ts';
import { checkId, exchangesIn } from '../../src/check/check.ts';
import { isBroken } from '../../src/check/verdict.ts';
import type { Exchange } from '../../src/http/exchange.ts';
import { fetchTransport } from '../../src/http/in-process.ts';
import { judgeEvidence } from '../../src/run/judge.ts';
import { runSuite } from '../../src/run/run.ts';
import { allChecks } from '../../suites/index.ts';
import { type Bench, runAgainst, targetFor } from '../matrix/trial.ts';

/** What catches a mutant, where requests are plentiful: any of these checks, or any of these requests by its answer alone. */
export interface Killers {
  readonly mutant: string;
  readonly checks: readonly string[];
  readonly requests: readonly string[];
}

/** Everything that the thrifty checks ask, and nothing cut short. */
const PLENTY = { depth: 'smoke', budget: 1000 } as const;

export async function killersOf(bench: Bench, mutant: Mutant): Promise<Killers> {
  const { record, conclusion } = await runAgainst(bench, mutant, PLENTY);
  const { suite } = conclusion;
  const own = suite.checks.filter(({ clause }) => clause === mutant.violates);
  const broken = own.filter((check) =>
    record.acts.some(
      ({ check: id, again, outcome }) =>
        !again &&
        id === checkId(check) &&
        outcome.kind === 'evidence' &&
        isBroken(judgeEvidence(suite, check, outcome.evidence)),
    ),
  );
  const breaking = record.exchanges.filter((exchange) =>
    suite.judgeAnswer(exchange).some(({ clause, violation }) => clause === mutant.violates && violation !== undefined),
  );
  return {
    mutant: mutant.id,
    checks: broken.map((check) => checkId(check)),
    requests: [...new Set(breaking.map((exchange) => requestKey(exchange)))],
  };
}

/** The requests that each check needs on the sound service, those that it shares with others among them. */
export async function requestsOfChecks({ loaded, suiteUnder }: Bench): Promise<ReadonlyMap<string, readonly string[]>> {
  const reference = createReference({ chunkDelayMs: 0 });
  const numbers = new Map<string, number>();
  const keys = new Map<number, string>();
  const uses = new Map<string, readonly string[]>();
  let sent: string[] = [];
  await runSuite({
    ...PLENTY,
    loaded,
    suiteUnder,
    checks: allChecks,
    target: targetFor(reference),
    profile: { name: 'rank', branches: {} },
    transport: fetchTransport(reference.fetch),
    sink(event) {
      if (event.type === 'exchange') {
        const key = requestKey(event.exchange);
        numbers.set(key, (numbers.get(key) ?? 0) + 1);
        keys.set(event.exchange.seq, numberedKey(key, numbers.get(key) ?? 1));
        sent.push(keys.get(event.exchange.seq) ?? key);
      }
      if (event.type !== 'act') return;
      const evidence = event.act.outcome.kind === 'evidence' ? exchangesIn(event.act.outcome.evidence) : [];
      uses.set(event.act.check, [...new Set([...sent, ...evidence.map(({ seq }) => keys.get(seq) ?? '')])]);
      sent = [];
    },
  });
  return uses;
}

/** A request that is sent again on purpose costs again. */
function numberedKey(key: string, count: number): string {
  return count === 1 ? key : `${key} for the ${count}th time`;
}

function requestKey({ request }: Exchange): string {
  return JSON.stringify([
    request.method,
    request.target,
    request.body,
    request.credentials,
    request.headers['x-use-hybrid'],
  ]);
}
