import type { Exchange } from '../http/exchange.ts';
import type { Concluded, Conclusion } from './conclude.ts';
import { conflictClause } from '../rules/suite.ts';

/**
 * One cause is one finding, however many clauses fall with it. Returns the results with `fallsWith` set where a clause
 * is not a cause of its own; at most one step, never in a circle.
 */
export function groupByCause(conclusion: Conclusion, exchanges: readonly Exchange[]): readonly Concluded[] {
  const byId = new Map(conclusion.results.map((result) => [result.clause.id, result]));
  const bySeq = new Map(exchanges.map((exchange) => [exchange.seq, exchange]));
  const rules: readonly Rule[] = [
    absentRoute,
    contradictedBranch(conclusion),
    waveringRequests(conclusion),
    sharedComponent(conclusion.results),
    brokenBound(conclusion.results),
    undocumentedAnswer,
    malformedAnswer(conclusion),
  ];
  const causes = new Map(conclusion.results.map((result) => [result.clause.id, causeOf(result, rules, byId, bySeq)]));
  return conclusion.results.map((result) => withCause(result, causes));
}

/** The immediate cause: an absent route takes everything of its operation with it, the rest only what is broken. */
function causeOf(
  result: Concluded,
  rules: readonly Rule[],
  byId: ReadonlyMap<string, Concluded>,
  bySeq: ReadonlyMap<number, Exchange>,
): string | undefined {
  if (result.fallsWith !== undefined) return result.fallsWith;
  const asked = isBroken(result) ? rules : result.verdict.kind === 'inconclusive' ? [absentRoute, hidden] : [];
  return asked.map((rule) => rule(result, byId, bySeq)).find((id) => id !== undefined && id !== result.clause.id);
}

/** Where a cause has a cause itself, the last one counts. */
function withCause(result: Concluded, causes: ReadonlyMap<string, string | undefined>): Concluded {
  let cause = causes.get(result.clause.id);
  for (const seen = new Set([result.clause.id]); cause !== undefined && !seen.has(cause); ) {
    seen.add(cause);
    const next = causes.get(cause);
    if (next === undefined || seen.has(next)) break;
    cause = next;
  }
  if (cause === undefined) return result;
  const behind =
    result.verdict.kind === 'inconclusive'
      ? { verdict: { kind: 'skip', reason: `hidden behind ${cause}` } as const }
      : {};
  return { ...result, ...behind, fallsWith: cause };
}

type Rule = (
  result: Concluded,
  byId: ReadonlyMap<string, Concluded>,
  bySeq: ReadonlyMap<number, Exchange>,
) => string | undefined;

/** An operation that is not there fails at everything. */
const absentRoute: Rule = ({ clause }, byId) => {
  const route = `${clause.operation}/route`;
  const result = byId.get(route);
  return result !== undefined && isBroken(result) ? route : undefined;
};

/** What could be seen only at a place that breaks the document falls with what is broken there. */
const hidden: Rule = ({ verdict }) => (verdict.kind === 'inconclusive' ? verdict.behind : undefined);

/** A clause of a branch that the target does not follow falls with the conflict. */
function contradictedBranch({ contradicted }: Conclusion): Rule {
  return ({ clause }) => {
    const conflict = clause.branch?.split('/')[0];
    return conflict !== undefined && contradicted.includes(conflict) ? conflictClause(conflict) : undefined;
  };
}

/** A target that takes now one kind of request and now another answers every question about its requests by chance. */
function waveringRequests({ observed, suite }: Conclusion): Rule {
  const wavering = observed.filter(
    ({ consistent, conflict }) => consistent === 'no' && suite.contract.conflicts.get(conflict)?.probe !== undefined,
  );
  return ({ clause }) => {
    const about = wavering.find(
      ({ operations }) => clause.operation !== undefined && operations.includes(clause.operation),
    );
    return about === undefined ? undefined : conflictClause(about.conflict);
  };
}

/** One keyword of a shared schema, broken in several operations, is one finding: that of the first. */
function sharedComponent(results: readonly Concluded[]): Rule {
  const first = new Map<string, string>();
  for (const result of results) {
    const { pointer, id, origin } = result.clause;
    if (origin === 'derived' && isBroken(result) && pointer.startsWith('/components/') && !first.has(pointer))
      first.set(pointer, id);
  }
  return ({ clause }) => (clause.origin === 'derived' ? first.get(clause.pointer) : undefined);
}

/** That bad values are refused among others falls with the bounds for which the same requests show it. */
function brokenBound(results: readonly Concluded[]): Rule {
  const broken = results.filter((result) => result.clause.origin === 'derived' && isBroken(result));
  return ({ clause, ...result }) => {
    if (!/\/fuzz\/(?:body-)?refused$/u.test(clause.id)) return undefined;
    const showing = violationsOf({ clause, ...result }).map(({ exchange }) =>
      broken.find(
        (one) => one.clause.id !== clause.id && violationsOf(one).some((shown) => shown.exchange === exchange),
      ),
    );
    return showing.every((one) => one !== undefined) ? showing[0]?.clause.id : undefined;
  };
}

/** What fails only because the answer has a status that the contract does not document falls with that. */
const undocumentedAnswer: Rule = (result, byId) => {
  const status = byId.get(`${result.clause.operation}/status`);
  if (status === undefined || !isBroken(status) || result.clause.id === status.clause.id) return undefined;
  const statuses = new Set(violationsOf(status).map(({ actual }) => actual.split(' ')[1]));
  return violationsOf(result).every(({ actual }) => statuses.has(/^status (\d+)/u.exec(actual)?.[1]))
    ? status.clause.id
    : undefined;
};

/** A stated clause that is broken only by answers which break the document as well falls with what the document says. */
function malformedAnswer({ suite }: Conclusion): Rule {
  return (result, byId, bySeq) => {
    if (result.clause.origin !== 'stated') return undefined;
    const causes = violationsOf(result).map(({ exchange }) => {
      const answer = exchange === undefined ? undefined : bySeq.get(exchange);
      const broken =
        answer === undefined ? [] : suite.judgeAnswer(answer).filter(({ violation }) => violation !== undefined);
      return broken.find(({ clause }) => byId.get(clause)?.clause.origin === 'derived' && clause !== result.clause.id)
        ?.clause;
    });
    return causes.every((cause) => cause !== undefined) ? causes[0] : undefined;
  };
}

function violationsOf({ verdict }: Concluded) {
  return verdict.kind === 'fail' || verdict.kind === 'warn' ? verdict.violations : [];
}

function isBroken({ verdict }: Concluded): boolean {
  return verdict.kind === 'fail' || verdict.kind === 'warn';
}
