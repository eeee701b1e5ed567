import { isBroken } from '../check/verdict.ts';
import { conflictOfClause } from '../contract/clause-id.ts';
import { requestsOf } from '../http/exchange.ts';
import type { Concluded, Conclusion } from '../judge/conclude.ts';
import type { SetupFault } from '../judge/setup.ts';
import { setupMessage, setupRemedy } from '../judge/setup-words.ts';
import type { Suite } from '../rules/suite.ts';
import type { Level } from '../schema/schema.ts';
import type { RunRecord } from '../send/journal.ts';
import { atOnce, type Steps } from '../turns.ts';
import { abridged } from './abridge.ts';
import { findingsOf } from './findings.ts';
import type { ClauseResult, OperationSummary, Outcome, Report, Summary, VerdictKind } from './model.ts';
import { readingsOf } from './readings.ts';

/** The report of a run: a pure function of its record and of what was concluded from it. */
export function buildReport(record: RunRecord, conclusion: Conclusion): Report {
  return atOnce(buildingReport(record, conclusion));
}

/** The same in steps, for whoever has to listen in between. */
export function* buildingReport(record: RunRecord, conclusion: Conclusion): Steps<Report> {
  const { results } = conclusion;
  const findings = yield* findingsOf(record, conclusion);
  const readings = readingsOf(conclusion, record);
  const clauses = results.map(clauseOf);
  const cited = new Set([
    ...conclusion.setup.flatMap(({ exchanges }) => exchanges.slice(0, CITED)),
    ...findings.flatMap(({ exchanges, steps }) => [...exchanges, ...steps]),
    ...readings.flatMap(({ branches }) => branches.flatMap(({ exchanges }) => exchanges)),
  ]);
  return {
    version: 2,
    suite: { name: 'conform', version: record.header.suiteVersion },
    document: record.header.document,
    run: runFacts(record),
    outcome: outcomeOf(record, clauses, conclusion.setup),
    setup: setupOf(conclusion),
    summary: summaryOf(clauses, record, conclusion.suite),
    findings,
    readings,
    clauses,
    exchanges: yield* abridged(
      record.exchanges.filter(({ seq }) => cited.has(seq)),
      findings,
    ),
    notes: record.notes,
    ...(record.leftBehind.length === 0 ? {} : { leftBehind: record.leftBehind }),
  };
}

/** What a run comes to: its word, its exit status and its sentence. The worst of several counts: 4, 2, 1, 3. */
export function outcomeOf(
  record: Pick<RunRecord, 'header' | 'complete' | 'reason'> & Partial<Pick<RunRecord, 'leftBehind'>>,
  clauses: readonly ClauseResult[],
  setup: readonly SetupFault[] = [],
): Outcome {
  const count = (kind: VerdictKind, level?: Level) =>
    clauses.filter((clause) => clause.verdict === kind && (level === undefined || clause.level === level)).length;
  const [errors, violations, warnings, open] = [
    count('error'),
    count('fail'),
    count('warn'),
    count('inconclusive', 'MUST'),
  ];
  if (errors > 0)
    return {
      verdict: 'suite-error',
      exitStatus: 4,
      sentence: `The suite itself failed in ${plural(errors, 'clause')}; this says nothing about the target.`,
    };
  if (violations > 0 || (record.header.strict && warnings > 0))
    return {
      verdict: 'violations',
      exitStatus: 1,
      sentence: `The target does not conform: ${plural(violations, 'MUST clause')} broken${warnings > 0 ? `, ${plural(warnings, 'SHOULD clause')} not met` : ''}.`,
    };
  const [fault] = setup;
  if (fault !== undefined)
    return {
      verdict: 'incomplete',
      exitStatus: 3,
      sentence: `The set-up has to be fixed first: ${setupMessage(fault.what)}.`,
    };
  if (!record.complete)
    return {
      verdict: 'incomplete',
      exitStatus: 3,
      sentence: `The run is incomplete: ${(record.reason ?? 'it was cut short').replace(/\.$/u, '')}.`,
    };
  const left = (record.leftBehind ?? []).filter(({ removable }) => removable).length;
  if (left > 0)
    return {
      verdict: 'incomplete',
      exitStatus: 3,
      sentence: `The run left ${plural(left, 'thing')} behind that it could not take back: conform clean does it later.`,
    };
  if (nothingShown(clauses))
    return { verdict: 'incomplete', exitStatus: 3, sentence: 'Nothing could be shown: no clause passed.' };
  if (open > 0)
    return {
      verdict: 'incomplete',
      exitStatus: 3,
      sentence: `No violation was found, but ${plural(open, 'MUST clause')} could not be shown${mostOften(clauses)}.`,
    };
  const skipped = count('skip');
  return {
    verdict: 'conforms',
    exitStatus: 0,
    sentence: conformsSentence(count('pass'), warnings, skipped, record.header.only.length > 0),
  };
}

/** Kinds of conforming: in everything, but for what it should do, as far as anybody has seen, and in what was asked about. */
function conformsSentence(passed: number, warnings: number, skipped: number, chosen: boolean): string {
  const should = warnings > 0 ? `; ${plural(warnings, 'SHOULD clause')} not met` : '';
  const all = passed + warnings + skipped;
  if (chosen)
    return `Nothing of what was asked about is broken: ${passed} of ${all} clauses shown${should}. Run the whole suite for a verdict.`;
  return skipped === 0
    ? `The target conforms: all ${passed} clauses shown${should}.`
    : `The target conforms as far as seen: ${passed} of ${all} clauses shown, no MUST broken${should}.`;
}

/** What most MUST clauses were tried in vain for. */
function mostOften(clauses: readonly ClauseResult[]): string {
  const counts = new Map<string, number>();
  for (const { level, verdict, reason } of clauses)
    if (level === 'MUST' && verdict === 'inconclusive' && reason !== undefined)
      counts.set(reason, (counts.get(reason) ?? 0) + 1);
  const [reason] = [...counts].reduce((most, one) => (one[1] > most[1] ? one : most), ['', 0]);
  return reason === '' ? '' : `${counts.size === 1 ? ': ' : ', most often because '}${reason}`;
}

/** No clause passed; a conflict that was seen on the way does not count, unless conflicts alone were asked about. */
export function nothingShown(clauses: readonly ClauseResult[]): boolean {
  const own = clauses.filter(({ id }) => conflictOfClause(id) === undefined);
  return !(own.length === 0 ? clauses : own).some(({ verdict }) => verdict === 'pass');
}

function runFacts(record: RunRecord): Report['run'] {
  const { suiteVersion: _version, document: _document, samples: _samples, vouched: _vouched, ...facts } = record.header;
  return { ...facts, finishedAt: record.finishedAt, requests: requestsOf(record.exchanges), complete: record.complete };
}

function clauseOf({ clause, verdict, cause }: Concluded): ClauseResult {
  const reason =
    verdict.kind === 'skip' || verdict.kind === 'inconclusive'
      ? verdict.reason
      : verdict.kind === 'error'
        ? verdict.message
        : undefined;
  const remedy = verdict.kind === 'skip' || verdict.kind === 'inconclusive' ? verdict.remedy : undefined;
  return {
    id: clause.id,
    level: clause.level,
    origin: clause.origin,
    text: clause.text,
    section: clause.section,
    ...(clause.operation === undefined ? {} : { operation: clause.operation }),
    verdict: verdict.kind,
    ...(reason === undefined ? {} : { reason }),
    ...(remedy === undefined ? {} : { remedy }),
    ...(cause === undefined ? {} : { finding: cause }),
    violations: isBroken(verdict)
      ? verdict.violations.map(({ status: _status, fallsWith: _with, ...violation }) => violation)
      : [],
  };
}

const KINDS: readonly VerdictKind[] = ['pass', 'fail', 'warn', 'skip', 'inconclusive', 'error'];
const LEVELS: readonly Level[] = ['MUST', 'SHOULD', 'MAY'];

function summaryOf(clauses: readonly ClauseResult[], record: RunRecord, suite: Suite): Summary {
  const count = (level: Level, kind: VerdictKind) =>
    clauses.filter((clause) => clause.level === level && clause.verdict === kind).length;
  const byLevel = Object.fromEntries(
    LEVELS.map((level) => [level, Object.fromEntries(KINDS.map((kind) => [kind, count(level, kind)]))]),
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

/** So many exchanges at most are cited for one thing: more of them show nothing new. */
const CITED = 5;

function operationSummaries(
  clauses: readonly ClauseResult[],
  requests: Readonly<Record<string, number>>,
  { contract }: Suite,
): readonly OperationSummary[] {
  return [...contract.operations.values()].flatMap(({ id, method, path }) => {
    const own = clauses.filter(({ operation }) => operation === id);
    const count = (...kinds: readonly VerdictKind[]) => own.filter(({ verdict }) => kinds.includes(verdict)).length;
    if (own.length === 0) return [];
    return [
      {
        operation: id,
        method,
        path,
        passed: count('pass'),
        failed: count('fail'),
        warned: count('warn'),
        notExercised: count('skip', 'inconclusive', 'error'),
        requests: requests[id] ?? 0,
      },
    ];
  });
}

function notShown(clauses: readonly ClauseResult[]): Summary['notShown'] {
  const groups = new Map<string, Summary['notShown'][number]>();
  for (const { id, verdict, reason, remedy } of clauses) {
    if ((verdict !== 'skip' && verdict !== 'inconclusive') || reason === undefined) continue;
    const key = JSON.stringify([verdict, reason, remedy]);
    const group = groups.get(key);
    groups.set(key, {
      kind: verdict,
      reason,
      ...(remedy === undefined ? {} : { remedy }),
      clauses: [...(group?.clauses ?? []), id],
    });
  }
  return [...groups.values()].sort((a, b) => b.clauses.length - a.clauses.length);
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
