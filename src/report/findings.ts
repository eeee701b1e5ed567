import { isBroken, type Verdict, type Violation } from '../check/verdict.ts';
import { parseBranch } from '../contract/resolve.ts';
import { isCreated } from '../contract/roles.ts';
import { defined } from '../defined.ts';
import { type Exchange, hasSucceeded, isCredentialCase } from '../http/exchange.ts';
import type { Cause } from '../judge/causes/index.ts';
import type { Conclusion } from '../judge/conclude.ts';
import type { Concluded } from '../judge/concluded.ts';
import { redacted } from '../redact/door.ts';
import type { RunRecord } from '../send/journal.ts';
import { mapInSteps, type Steps } from '../turns.ts';
import { CITED, exchangesBySeq, GRAVITIES } from './facts.ts';
import { curlChain } from './made.ts';
import type { Finding, Gravity } from './model.ts';
import { type BringerOf, bringersIn, replayOf } from './replay.ts';
import { leastSteps } from './steps.ts';
import { type Lead, titleOf } from './titles.ts';

/** The findings of a run, one for each cause, the most serious first. */
export function* findingsOf(record: RunRecord, conclusion: Conclusion): Steps<readonly Finding[]> {
  const byId = new Map(conclusion.results.map((result) => [result.clause.id, result]));
  const bySeq = exchangesBySeq(record.exchanges);
  const bringerOf = bringersIn(record);
  const findings = yield* mapInSteps(conclusion.causes, (cause) => {
    const lead = byId.get(cause.lead);
    return lead === undefined ? [] : findingOf(cause, lead, { record, conclusion, byId, bySeq, bringerOf });
  });
  return findings.flat().sort((a, b) => rankOf(a) - rankOf(b));
}

interface Facts {
  readonly record: RunRecord;
  readonly conclusion: Conclusion;
  readonly byId: ReadonlyMap<string, Concluded>;
  readonly bySeq: ReadonlyMap<number, Exchange>;
  readonly bringerOf: BringerOf;
}

/** The violation that a finding quotes, if possible one without a credential of the run: its evidence takes fewer steps. */
function violationOf({ exchanges }: Cause, verdict: Verdict, bySeq: Facts['bySeq']): Violation | undefined {
  const violations = isBroken(verdict) ? verdict.violations : [];
  const own = violations.filter(({ exchange }) => exchanges.includes(exchange ?? -1));
  const usesCreated = ({ exchange }: Violation) =>
    bySeq.get(exchange ?? -1)?.request.credentials.some(isCreated) === true;
  // A verdict keeps few violations, perhaps all of another cause. Then one is used, with an exchange of this cause.
  const [other] = violations;
  const borrowed = other && { ...other, ...defined({ exchange: exchanges[0] }) };
  return own.find((one) => !usesCreated(one)) ?? own[0] ?? borrowed;
}

function stepsOf(clause: string, violation: Violation | undefined, exchange: Exchange | undefined, facts: Facts) {
  return exchange === undefined
    ? []
    : leastSteps({ clause, exchange, violation }, facts.record, facts.conclusion.suite);
}

function findingOf(cause: Cause, { clause, verdict }: Concluded, facts: Facts): Finding {
  const { record, conclusion, byId, bySeq } = facts;
  const violation = violationOf(cause, verdict, bySeq);
  const shown = [...new Set([violation?.exchange ?? [], cause.exchanges].flat())].slice(0, CITED);
  // A mixture of branches takes an answer for each of them.
  const mixed = cause.nature.kind === 'conflict' && isBroken(verdict) ? verdict.violations : [];
  const steps = mixed.length > 1 ? shown : stepsOf(clause.id, violation, bySeq.get(shown[0] ?? -1), facts);
  const others = cause.exchanges.filter((seq) => seq !== shown[0]).length;
  const isFail = cause.clauses.some((id) => byId.get(id)?.verdict.kind === 'fail');
  return defined({
    id: cause.id,
    cause: cause.nature,
    scope: cause.scope,
    gravity: gravityOf(cause, facts),
    title: titleOf(cause, leadOf(cause, clause, violation, facts)),
    clause: clause.id,
    // If any broken clause is a MUST, the finding is a MUST.
    level: isFail ? 'MUST' : clause.level,
    verdict: isFail ? 'fail' : 'warn',
    text: clause.text,
    section: clause.section,
    operation: clause.operation,
    expected: violation?.expected ?? '',
    actual: mixed.length > 1 ? mixed.map((one) => one.actual).join('; ') : (violation?.actual ?? ''),
    at: violation?.at,
    exchanges: shown,
    steps,
    alsoSeen: steps.length === 1 && others > 0 ? others : undefined,
    operations: cause.operations,
    curl: curlOf(steps, facts),
    replay: replayOf(clause.id, shown, record, conclusion, facts.bringerOf),
    flaky: isBroken(verdict) && verdict.flaky,
    conflict: conflictOf(cause, clause, facts),
    clauses: cause.clauses,
    hides: cause.hides,
    shownBy: bringersOf(cause, facts),
  });
}

function leadOf(cause: Cause, clause: Concluded['clause'], violation: Violation | undefined, facts: Facts): Lead {
  const exchange = facts.bySeq.get(violation?.exchange ?? cause.exchanges[0] ?? -1);
  return defined({
    clause,
    told: violation,
    exchange,
    route: routeOf(cause, clause, facts.conclusion),
    branches: branchesOf(cause, facts),
  });
}

/** The commands that send the steps again, without secrets. */
function curlOf(steps: readonly number[], { record: { redactor, header }, bySeq }: Facts): string | undefined {
  const exchanges = steps.flatMap((seq) => bySeq.get(seq) ?? []);
  const shown = redactor === undefined ? exchanges : redacted(exchanges, redactor, 'shown');
  return curlChain(shown, header.baseUrl);
}

/**
 * The method and path of the operation that a cause is about, or whose answer its title quotes. A fault of one operation may
 * break clauses of others that rely on it.
 */
function routeOf({ nature, scope, operations }: Cause, { operation }: Concluded['clause'], { suite }: Conclusion) {
  const isQuoted = scope === 'operation' || nature.kind === 'clause' || nature.kind === 'shared-schema';
  if (!isQuoted && operations.length !== 1) return undefined;
  const id = isQuoted ? (operation ?? operations[0]) : operations[0];
  const { method, path } = suite.contract.operations.get(id ?? '') ?? {};
  return method === undefined || path === undefined ? id : `${method.toUpperCase()} ${path}`;
}

/** The clauses that have to be selected, too, so that a run shows again everything that the cause breaks. */
function bringersOf({ clauses }: Cause, { byId, bringerOf }: Facts): Finding['shownBy'] {
  const bringers = clauses.flatMap((id) => {
    const verdict = byId.get(id)?.verdict;
    if (verdict === undefined || !isBroken(verdict)) return [];
    return bringerOf(id, verdict.violations.flatMap(({ exchange }) => exchange ?? []).slice(0, CITED)) ?? [];
  });
  return bringers.length === 0 ? undefined : [...new Set(bringers)];
}

/** The branch of a conflict that the profile declares, and those that the target was seen to follow. */
function branchesOf({ nature }: Cause, { conclusion, record: { header } }: Facts): Lead['branches'] {
  if (nature.kind !== 'conflict') return undefined;
  const seen = conclusion.observed.find(({ conflict }) => conflict === nature.conflict);
  return { declared: header.profile.branches[nature.conflict], seen: [...(seen?.answers.keys() ?? [])] };
}

/** The conflict of a finding, and the branches under which it would pass. Without a declared branch there are none. */
function conflictOf(
  { nature }: Cause,
  { branch }: Concluded['clause'],
  { conclusion: { observed }, record: { header } }: Facts,
): Finding['conflict'] {
  const marked = branch === undefined ? undefined : parseBranch(branch);
  const id = nature.kind === 'conflict' ? nature.conflict : marked?.conflict;
  if (id === undefined) return undefined;
  const declared = header.profile.branches[id];
  if (declared === undefined) return { id, passesUnder: [] };
  const seen = observed.find(({ conflict }) => conflict === id);
  // Not the branch whose clause is broken, and the declared one only if the target always follows it.
  const isPassed = (one: string) => one !== marked?.branch && (one !== declared || seen?.consistent === 'yes');
  return { id, declared, passesUnder: [...(seen?.answers.keys() ?? [])].filter(isPassed) };
}

/** Security is about credentials, data about wrong data in successful answers, other about everything else. */
function gravityOf(cause: Cause, { bySeq, byId }: Facts): Gravity {
  const exchange = bySeq.get(cause.exchanges[0] ?? -1);
  const subject = byId.get(cause.lead)?.clause.subject?.kind;
  const isAboutCredentials =
    cause.nature.kind === 'credential-accepted' ||
    subject === 'credential' ||
    // A fault inside an answer is not about credentials, whoever asked.
    (isCredentialCase(exchange) && subject !== 'answer');
  if (isAboutCredentials) return 'security';
  const isAboutAnswer = subject === 'answer' || exchange?.intent.kind === 'valid';
  return isAboutAnswer && exchange !== undefined && hasSucceeded(exchange.outcome) ? 'data' : 'other';
}

function rankOf({ verdict, gravity, cause }: Finding): number {
  const conflict = cause.kind === 'conflict' ? 0 : 1;
  return (verdict === 'fail' ? 0 : 100) + conflict * 10 + GRAVITIES.indexOf(gravity);
}
