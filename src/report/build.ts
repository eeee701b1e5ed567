import type { Level } from '../schema/schema.ts';
import { curlFor } from '../http/curl.ts';
import type { Exchange } from '../http/exchange.ts';
import { groupByCause } from '../judge/causes.ts';
import type { Concluded, Conclusion } from '../judge/conclude.ts';
import type { RunRecord } from '../send/journal.ts';
import type { ClauseResult, Finding, Outcome, Report, Summary, VerdictKind } from './model.ts';
import { readingsOf } from './readings.ts';
import { replayOf } from './replay.ts';

/** The report of a run: a pure function of its record and of what was concluded from it. */
export function buildReport(record: RunRecord, conclusion: Conclusion): Report {
  const results = groupByCause(conclusion, record.exchanges);
  const findings = results
    .filter((result) => isBroken(result) && result.fallsWith === undefined)
    .map((result) => findingOf(result, results, conclusion, record));
  const readings = readingsOf(conclusion, record);
  const clauses = results.map(clauseOf);
  const cited = new Set([
    ...findings.flatMap(({ exchanges }) => exchanges),
    ...readings.flatMap(({ branches }) => branches.flatMap(({ exchanges }) => exchanges)),
  ]);
  return {
    version: 1,
    suite: { name: 'conform', version: record.header.suiteVersion },
    document: record.header.document,
    run: runFacts(record),
    outcome: outcomeOf(record, clauses),
    summary: summaryOf(clauses, record),
    findings: findings.sort(bySeverity),
    readings,
    clauses,
    exchanges: record.exchanges.filter(({ seq }) => cited.has(seq)).map(abridged),
    notes: record.notes,
  };
}

/** What a run comes to: its word, its exit status and its sentence. The worst of several counts: 4, 2, 1, 3. */
export function outcomeOf(
  record: Pick<RunRecord, 'header' | 'complete' | 'reason'>,
  clauses: readonly ClauseResult[],
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
  if (!record.complete)
    return {
      verdict: 'incomplete',
      exitStatus: 3,
      sentence: `The run is incomplete: ${(record.reason ?? 'it was cut short').replace(/\.$/u, '')}.`,
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
    sentence: `The target conforms: ${plural(count('pass'), 'clause')} shown, none broken${warnings > 0 ? `, ${plural(warnings, 'SHOULD clause')} not met` : ''}${skipped > 0 ? `; ${skipped} not exercised` : ''}.`,
  };
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
  const own = clauses.filter(({ id }) => !id.startsWith('conflicts/'));
  return !(own.length === 0 ? clauses : own).some(({ verdict }) => verdict === 'pass');
}

function findingOf(
  result: Concluded,
  results: readonly Concluded[],
  conclusion: Conclusion,
  record: RunRecord,
): Finding {
  const { clause, verdict } = result;
  if (verdict.kind !== 'fail' && verdict.kind !== 'warn') throw new Error(`${clause.id} has no violation`);
  const [first] = verdict.violations;
  const shown = verdict.violations.flatMap(({ exchange }) => (exchange === undefined ? [] : [exchange]));
  const last = record.exchanges.find(({ seq }) => seq === first?.exchange);
  const conflict = conflictOf(result, conclusion, record);
  const replay = replayOf(clause.id, shown, record);
  const behind = results.filter(({ fallsWith }) => fallsWith === clause.id);
  return {
    clause: clause.id,
    level: clause.level,
    // A SHOULD that takes a MUST with it is as grave as that.
    verdict: behind.some((other) => other.verdict.kind === 'fail') ? 'fail' : verdict.kind,
    text: clause.text,
    section: clause.section,
    ...(clause.operation === undefined ? {} : { operation: clause.operation }),
    expected: first?.expected ?? '',
    actual: first?.actual ?? '',
    ...(first?.at === undefined ? {} : { at: first.at }),
    exchanges: [...new Set(shown)],
    ...(last === undefined ? {} : { curl: curlFor(last.request, record.header.baseUrl) }),
    ...(replay === undefined ? {} : { replay }),
    flaky: verdict.flaky,
    ...(conflict === undefined ? {} : { conflict }),
    alsoBreaks: behind.map((other) => other.clause.id),
  };
}

/** Where another branch than the declared one would let the clause pass; an open conflict has none to blame. */
function conflictOf({ clause }: Concluded, { observed }: Conclusion, { header }: RunRecord): Finding['conflict'] {
  const id = clause.id.startsWith('conflicts/') ? clause.id.slice('conflicts/'.length) : clause.branch?.split('/')[0];
  if (id === undefined) return undefined;
  const declared = header.profile.branches[id];
  if (declared === undefined) return { id, passesUnder: [] };
  const seen = observed.find(({ conflict }) => conflict === id);
  const own = clause.branch?.split('/')[1];
  return {
    id,
    declared,
    passesUnder: [...(seen?.answers.keys() ?? [])].filter(
      (branch) => branch !== own && (branch !== declared || seen?.consistent === 'yes'),
    ),
  };
}

function runFacts(record: RunRecord): Report['run'] {
  const { suiteVersion: _version, document: _document, ...facts } = record.header;
  return { ...facts, finishedAt: record.finishedAt, requests: record.exchanges.length, complete: record.complete };
}

function clauseOf({ clause, verdict, fallsWith }: Concluded): ClauseResult {
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
    ...(fallsWith === undefined ? {} : { fallsWith }),
    violations: verdict.kind === 'fail' || verdict.kind === 'warn' ? verdict.violations : [],
  };
}

const KINDS: readonly VerdictKind[] = ['pass', 'fail', 'warn', 'skip', 'inconclusive', 'error'];
const LEVELS: readonly Level[] = ['MUST', 'SHOULD', 'MAY'];

function summaryOf(clauses: readonly ClauseResult[], record: RunRecord): Summary {
  const count = (level: Level, kind: VerdictKind) =>
    clauses.filter((clause) => clause.level === level && clause.verdict === kind).length;
  const byLevel = Object.fromEntries(
    LEVELS.map((level) => [level, Object.fromEntries(KINDS.map((kind) => [kind, count(level, kind)]))]),
  ) as Summary['byLevel'];
  const requestsByOperation: Record<string, number> = {};
  for (const { operation = 'outside the contract' } of record.exchanges)
    requestsByOperation[operation] = (requestsByOperation[operation] ?? 0) + 1;
  return { byLevel, notShown: notShown(clauses), requestsByOperation };
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

const EXCERPT = 4000;

/** An exchange as a report carries it: a long body is cut, and its parsed twin is left out. */
function abridged(exchange: Exchange): Exchange {
  const { outcome } = exchange;
  if (outcome.kind === 'failure') return exchange;
  const { json: _json, ...body } = outcome.body;
  const text = body.text.length > EXCERPT ? `${body.text.slice(0, EXCERPT)}…` : body.text;
  return { ...exchange, outcome: { ...outcome, body: { ...body, text } } };
}

function bySeverity(a: Finding, b: Finding): number {
  const rank = ({ verdict, clause }: Finding) =>
    (verdict === 'fail' ? 0 : 2) + (clause.startsWith('conflicts/') ? 0 : 1);
  return rank(a) - rank(b);
}

function isBroken({ verdict }: Concluded): boolean {
  return verdict.kind === 'fail' || verdict.kind === 'warn';
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
