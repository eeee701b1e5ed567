import { exchangesIn } from '../check/check.ts';
import { isBroken, type Verdict } from '../check/verdict.ts';
import { conflictOfClause } from '../contract/clause-id.ts';
import { parseBranch } from '../contract/resolve.ts';
import { curlFor } from '../http/curl.ts';
import type { Exchange } from '../http/exchange.ts';
import type { Cause } from '../judge/causes/index.ts';
import type { Concluded, Conclusion } from '../judge/conclude.ts';
import type { RunRecord } from '../send/journal.ts';
import type { Steps } from '../turns.ts';
import { titleOf } from './cause-words.ts';
import type { Finding, Gravity } from './model.ts';
import { type BringerOf, bringersIn, replayOf } from './replay.ts';

/** The causes of a run as its report tells them, the gravest first. */
export function* findingsOf(record: RunRecord, conclusion: Conclusion): Steps<readonly Finding[]> {
  const byId = new Map(conclusion.results.map((result) => [result.clause.id, result]));
  const bySeq = new Map(record.exchanges.map((exchange) => [exchange.seq, exchange]));
  const bringerOf = bringersIn(record);
  const findings: Finding[] = [];
  for (const cause of conclusion.causes) {
    yield;
    const lead = byId.get(cause.lead);
    if (lead !== undefined) findings.push(findingOf(cause, lead, { record, conclusion, byId, bySeq, bringerOf }));
  }
  return findings.sort((a, b) => rankOf(a) - rankOf(b));
}

interface Facts {
  readonly record: RunRecord;
  readonly conclusion: Conclusion;
  readonly byId: ReadonlyMap<string, Concluded>;
  readonly bySeq: ReadonlyMap<number, Exchange>;
  readonly bringerOf: BringerOf;
}

/** So many exchanges at most are cited for one finding: more of them show nothing new. */
const CITED = 5;

function findingOf(cause: Cause, { clause, verdict }: Concluded, facts: Facts): Finding {
  const { record, conclusion, byId, bySeq } = facts;
  const violations = isBroken(verdict) ? verdict.violations : [];
  const told = violations.find(({ exchange }) => cause.exchanges.includes(exchange ?? -1)) ?? violations[0];
  const shown = [...new Set([...(told?.exchange === undefined ? [] : [told.exchange]), ...cause.exchanges])].slice(
    0,
    CITED,
  );
  const last = bySeq.get(shown[0] ?? -1);
  const conflict = conflictOf(cause, clause, facts);
  const isFail = cause.clauses.some((id) => byId.get(id)?.verdict.kind === 'fail');
  const replay = replayOf(clause.id, shown, record, conclusion.suite.contract, facts.bringerOf);
  return {
    id: cause.id,
    cause: cause.nature,
    scope: cause.scope,
    gravity: gravityOf(cause, facts),
    title: titleOf(cause, {
      text: clause.text,
      route: routeOf(clause, conclusion),
      contradicted: conclusion.contradicted.includes(conflictOfClause(clause.id) ?? ''),
    }),
    clause: clause.id,
    // A broken MUST is never told as a SHOULD.
    level: isFail ? 'MUST' : clause.level,
    verdict: isFail ? 'fail' : 'warn',
    text: clause.text,
    section: clause.section,
    ...(clause.operation === undefined ? {} : { operation: clause.operation }),
    expected: told?.expected ?? '',
    actual: told?.actual ?? '',
    ...(told?.at === undefined ? {} : { at: told.at }),
    exchanges: shown,
    steps: isBadByItself(last) ? shown.slice(0, 1) : stepsOf(clause.id, shown, record),
    operations: cause.operations,
    ...(last === undefined ? {} : { curl: curlFor(last.request, record.header.baseUrl) }),
    ...(replay === undefined ? {} : { replay }),
    flaky: isFlaky(verdict),
    ...(conflict === undefined ? {} : { conflict }),
    clauses: cause.clauses,
    hides: cause.hides,
    ...bringersOf(cause, facts),
  };
}

/** The method and path of the operation that a clause is about. */
function routeOf({ operation = '' }: Concluded['clause'], { suite }: Conclusion): string {
  const { method, path } = suite.contract.operations.get(operation) ?? {};
  return method === undefined || path === undefined ? operation : `${method.toUpperCase()} ${path}`;
}

function isFlaky(verdict: Verdict): boolean {
  return isBroken(verdict) && verdict.flaky;
}

/** A bad request that ought to be refused shows it alone; only what opens a credential may have a history. */
function isBadByItself(exchange: Exchange | undefined): boolean {
  return exchange?.intent?.kind === 'invalid' && !exchange.intent.reject.endsWith('-credential');
}

/** So many requests can be read as one sequence; a check that sent more compared many answers, of which one broke. */
const SEQUENCE = 6;

/** The clauses that have to be asked for, too, so that a run sees again all that is broken by a cause. */
function bringersOf({ clauses }: Cause, { byId, bringerOf }: Facts): Pick<Finding, 'shownBy'> {
  const bringers = clauses.flatMap((id) => {
    const verdict = byId.get(id)?.verdict;
    if (verdict === undefined || !isBroken(verdict)) return [];
    return bringerOf(id, verdict.violations.flatMap(({ exchange }) => exchange ?? []).slice(0, CITED)) ?? [];
  });
  return bringers.length === 0 ? {} : { shownBy: [...new Set(bringers)] };
}

/** What a check of the clause sent, where it is only the sequence that shows it; else the one request. */
function stepsOf(clause: string, shown: readonly number[], { acts }: RunRecord): readonly number[] {
  const [first] = shown;
  for (const { clause: of, outcome } of acts) {
    if (of !== clause || outcome.kind !== 'evidence') continue;
    const sent = [...new Set(exchangesIn(outcome.evidence).map(({ seq }) => seq))].sort((a, b) => a - b);
    if (sent.length <= SEQUENCE && (first === undefined || sent.includes(first))) return sent;
  }
  return first === undefined ? [] : [first];
}

/** Where another branch than the declared one would let the clause pass; an open conflict has none to blame. */
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
  return {
    id,
    declared,
    passesUnder: [...(seen?.answers.keys() ?? [])].filter(
      (one) => one !== marked?.branch && (one !== declared || seen?.consistent === 'yes'),
    ),
  };
}

/** Who is let in where nobody may be, what wrong data a reader gets, and everything else. */
function gravityOf(cause: Cause, { bySeq, byId }: Facts): Gravity {
  const exchange = bySeq.get(cause.exchanges[0] ?? -1);
  const { intent } = exchange ?? {};
  const isAboutCredentials =
    cause.nature.kind === 'credential-accepted' ||
    byId.get(cause.lead)?.clause.subject?.kind === 'credential' ||
    (intent?.kind === 'invalid' && intent.reject.endsWith('-credential'));
  if (isAboutCredentials) return 'security';
  const isAboutAnswer = byId.get(cause.lead)?.clause.subject?.kind === 'answer' || intent?.kind === 'valid';
  return isAboutAnswer && exchange?.outcome.kind === 'response' && exchange.outcome.status < 300 ? 'data' : 'other';
}

const GRAVITIES: readonly Gravity[] = ['security', 'data', 'other'];

function rankOf({ verdict, gravity, cause }: Finding): number {
  const conflict = cause.kind === 'conflict' ? 0 : 1;
  return (verdict === 'fail' ? 0 : 100) + conflict * 10 + GRAVITIES.indexOf(gravity);
}
