import { statusOf } from '../check/judges.ts';
import { isBroken } from '../check/verdict.ts';
import { defined } from '../defined.ts';
import { groupBy, groupByValue } from '../groups.ts';
import { requestsOf } from '../http/exchange.ts';
import type { Conclusion } from '../judge/conclude.ts';
import type { Concluded } from '../judge/concluded.ts';
import { setupMessage, setupRemedy, setupSentence } from '../judge/setup-words.ts';
import { plural } from '../nouns.ts';
import { redacted } from '../redact/door.ts';
import type { Suite } from '../rules/suite.ts';
import { LEVELS, type Level } from '../schema/schema.ts';
import type { RunRecord } from '../send/journal.ts';
import { atOnce, type Steps } from '../turns.ts';
import { abridged } from './abridge.ts';
import { CITED, EXCHANGES_LISTED, VERDICTS, verdictCounts } from './facts.ts';
import { findingsOf } from './findings.ts';
import type { ClauseResult, OperationSummary, Report, ReportedExchange, Summary, VerdictKind } from './model.ts';
import { type OutcomeFacts, outcomeOf } from './outcome.ts';
import { readingsOf } from './readings.ts';
import { type Used, usedIn } from './used.ts';

/** The report of a run: a pure function of its record and of what was concluded from it. */
export function buildReport(record: RunRecord, conclusion: Conclusion): Report {
  return atOnce(buildingReport(record, conclusion));
}

/** The same in steps, so that other work can be done in between. */
export function* buildingReport(record: RunRecord, conclusion: Conclusion): Steps<Report> {
  const { results } = conclusion;
  const findings = yield* findingsOf(record, conclusion);
  const readings = readingsOf(conclusion, record);
  const used = yield* usedIn(record, conclusion.suite);
  const clauses = results.map((result) => clauseOf(result, used));
  const cited = new Set([
    ...conclusion.setup.flatMap(({ exchanges }) => exchanges.slice(0, CITED)),
    ...findings.flatMap(({ exchanges, steps }) => [...exchanges, ...steps]),
    ...readings.flatMap(({ branches }) => branches.flatMap(({ exchanges }) => exchanges)),
  ]);
  const report: Report = {
    version: 2,
    suite: { name: 'conform', version: record.header.suiteVersion },
    document: record.header.document,
    run: runFacts(record),
    outcome: outcomeOf(factsOf(record, conclusion.setup), clauses),
    setup: setupOf(conclusion),
    summary: summaryOf(clauses, record, conclusion.suite),
    findings,
    readings,
    clauses,
    exchanges: yield* abridged(listedOf(record, cited, used), findings, cited),
    notes: [...record.notes, ...neverServed(record, clauses)],
    ...(record.leftBehind.length === 0 ? {} : { leftBehind: record.leftBehind }),
  };
  return record.redactor === undefined ? report : redacted(report, record.redactor, 'shown');
}

/** Notes on operations that refused every valid request, in answers that the contract allows: nobody has seen them work. */
function neverServed({ exchanges }: RunRecord, clauses: readonly ClauseResult[]): readonly string[] {
  const broken = new Set(clauses.filter(({ verdict }) => verdict === 'fail').map(({ operation }) => operation));
  const valid = exchanges.filter(({ intent, operation }) => intent.kind === 'valid' && !broken.has(operation));
  return [...groupBy(valid, ({ operation }) => operation)].flatMap(([operation, sent]) => {
    const statuses = sent.map((one) => statusOf(one) ?? 0);
    if (!statuses.every((one) => one >= 400 && one < 500)) return [];
    const came = [...new Set(statuses)].sort((a, b) => a - b).join(' and ');
    return [
      `No valid request to ${operation} succeeded: ${plural(sent.length, 'request')} got status ${came}. What it promises of a success is not tested.`,
    ];
  });
}

/** The first exchanges of the run and all cited ones, with the clauses whose checks used them. */
function listedOf(
  { exchanges }: RunRecord,
  cited: ReadonlySet<number>,
  { clauses }: Used,
): readonly ReportedExchange[] {
  return exchanges
    .filter(({ seq }, index) => index < EXCHANGES_LISTED || cited.has(seq))
    .map((exchange) => ({ ...exchange, clauses: [...(clauses.get(exchange.seq) ?? [])] }));
}

function factsOf({ header, complete, reason, leftBehind }: RunRecord, faults: Conclusion['setup']): OutcomeFacts {
  return {
    strict: header.strict,
    complete,
    reason,
    isPart: header.only.length > 0,
    leftBehind,
    setup: setupSentence(faults.map(({ what }) => what)),
  };
}

function runFacts(record: RunRecord): Report['run'] {
  const { suiteVersion: _version, document: _document, samples: _samples, vouched: _vouched, ...facts } = record.header;
  return { ...facts, finishedAt: record.finishedAt, requests: requestsOf(record.exchanges), complete: record.complete };
}

function clauseOf({ clause, verdict, cause }: Concluded, { answers }: Used): ClauseResult {
  const untested = verdict.kind === 'skip' || verdict.kind === 'inconclusive' ? verdict : undefined;
  return defined({
    id: clause.id,
    level: clause.level,
    origin: clause.origin,
    text: clause.text,
    section: clause.section,
    operation: clause.operation,
    verdict: verdict.kind,
    reason: verdict.kind === 'error' ? verdict.message : untested?.reason,
    remedy: untested?.remedy,
    finding: cause,
    answers: answers.get(clause.id),
    violations: isBroken(verdict)
      ? verdict.violations.map(({ status: _status, fallsWith: _with, ...violation }) => violation)
      : [],
  });
}

function summaryOf(clauses: readonly ClauseResult[], record: RunRecord, suite: Suite): Summary {
  const count = (level: Level, kind: VerdictKind) =>
    clauses.filter((clause) => clause.level === level && clause.verdict === kind).length;
  const byLevel = Object.fromEntries(
    LEVELS.map((level) => [level, Object.fromEntries(VERDICTS.map((kind) => [kind, count(level, kind)]))]),
  ) as Summary['byLevel'];
  const requestsByOperation: Record<string, number> = {};
  for (const { operation = 'outside the contract', attempts = 1 } of record.exchanges)
    requestsByOperation[operation] = (requestsByOperation[operation] ?? 0) + attempts;
  return {
    byLevel,
    notShown: notShown(clauses),
    requestsByOperation,
    operations: operationSummaries(clauses, requestsByOperation, suite),
  };
}

function setupOf({ setup }: Conclusion): Report['setup'] {
  return setup.map(({ id, what, exchanges }) => ({
    id,
    message: `${setupMessage(what)}.`,
    remedy: setupRemedy(what),
    exchanges: exchanges.slice(0, CITED),
  }));
}

function operationSummaries(
  clauses: readonly ClauseResult[],
  requests: Readonly<Record<string, number>>,
  { contract }: Suite,
): readonly OperationSummary[] {
  return [...contract.operations.values()].flatMap(({ id, method, path }) => {
    const own = clauses.filter(({ operation }) => operation === id);
    return own.length === 0
      ? []
      : [{ operation: id, method, path, ...verdictCounts(own), requests: requests[id] ?? 0 }];
  });
}

function notShown(clauses: readonly ClauseResult[]): Summary['notShown'] {
  const byReason = groupByValue(clauses, ({ verdict, reason, remedy }) =>
    (verdict === 'skip' || verdict === 'inconclusive') && reason !== undefined
      ? { kind: verdict, reason, ...defined({ remedy }) }
      : undefined,
  );
  return byReason
    .map(({ common, members }) => ({ ...common, clauses: members.map(({ id }) => id) }))
    .sort((a, b) => b.clauses.length - a.clauses.length);
}
