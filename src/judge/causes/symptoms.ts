import { isBroken, type Violation } from '../../check/verdict.ts';
import type { Clause, Subject } from '../../contract/contract.ts';
import type { Exchange } from '../../http/exchange.ts';
import { parseJson } from '../../http/json-text.ts';
import type { AnswerJudge } from '../../rules/index.ts';
import type { Steps } from '../../turns.ts';
import type { Concluded } from '../conclude.ts';

/** One way in which a broken clause was seen to be broken. */
export interface Symptom {
  readonly clause: Clause;
  readonly violation: Violation;
  readonly exchange?: Exchange;
}

/** What theories look at: the symptoms that nothing explains yet, and all that was seen. */
export interface Case {
  readonly symptoms: readonly Symptom[];
  readonly results: readonly Concluded[];
  readonly exchanges: readonly Exchange[];
}

/** Every symptom of every broken clause: those of its verdict, and those of every further answer that breaks it. */
export function* symptomsOf(
  results: readonly Concluded[],
  exchanges: readonly Exchange[],
  judgeAnswer: AnswerJudge,
): Steps<readonly Symptom[]> {
  const bySeq = new Map(exchanges.map((exchange) => [exchange.seq, exchange]));
  const byAnswers = yield* violationsByClause(exchanges, judgeAnswer);
  return results.flatMap(({ clause, verdict }) => {
    if (!isBroken(verdict)) return [];
    const shown = new Set(verdict.violations.map(({ exchange }) => exchange));
    const further = (byAnswers.get(clause.id) ?? []).filter(({ exchange }) => !shown.has(exchange));
    return [...verdict.violations, ...further].map((violation): Symptom => {
      const exchange = bySeq.get(violation.exchange ?? -1);
      return { clause, violation, ...(exchange === undefined ? {} : { exchange }) };
    });
  });
}

function* violationsByClause(
  exchanges: readonly Exchange[],
  judgeAnswer: AnswerJudge,
): Steps<ReadonlyMap<string, readonly Violation[]>> {
  const found = new Map<string, Violation[]>();
  for (const exchange of exchanges) {
    yield;
    for (const { clause, violation } of judgeAnswer(exchange)) {
      if (violation === undefined) continue;
      const known = found.get(clause);
      if (known === undefined) found.set(clause, [violation]);
      else known.push(violation);
    }
  }
  return found;
}

/** Items by a key; what has none is left out. */
export function grouped<T>(items: readonly T[], keyOf: (item: T) => string | undefined): ReadonlyMap<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    if (key === undefined) continue;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

/** Items that have something in common, and what that is: by value, so that it may have parts. */
export interface Group<T, K> {
  readonly common: K;
  readonly members: readonly T[];
}

export function groupedBy<T, K>(items: readonly T[], commonOf: (item: T) => K | undefined): readonly Group<T, K>[] {
  const groups = new Map<string, { readonly common: K; readonly members: T[] }>();
  for (const item of items) {
    const common = commonOf(item);
    if (common === undefined) continue;
    const key = JSON.stringify(common);
    const group = groups.get(key) ?? { common, members: [] };
    groups.set(key, group);
    group.members.push(item);
  }
  return [...groups.values()];
}

/** The ids of the operations that symptoms are about, each once. */
export function operationsOf(symptoms: readonly Symptom[]): readonly string[] {
  const ids = symptoms.map(({ clause, exchange }) => clause.operation ?? exchange?.operation);
  return [...new Set(ids.filter((id) => id !== undefined))];
}

/** The ids of the clauses of symptoms, each once. */
export function clausesOf(symptoms: readonly Symptom[]): readonly string[] {
  return [...new Set(symptoms.map(({ clause }) => clause.id))];
}

/** Does its clause speak only beside others that are broken? */
export function isCompanion({ clause }: Symptom): boolean {
  return clause.subject?.kind === 'companion';
}

/** Was the clause looked at, with whatever result? */
export function isExercised({ verdict }: Concluded): boolean {
  return verdict.kind === 'pass' || isBroken(verdict);
}

/** The status of an answer; undefined where there was none. */
export function statusOf({ outcome }: Exchange): number | undefined {
  return outcome.kind === 'response' ? outcome.status : undefined;
}

/** The body of a request; undefined where it has none, or none that is JSON. */
export function sentBody({ request }: Pick<Exchange, 'request'>): unknown {
  return parseJson(request.body ?? '')?.value;
}

/** What a clause about a keyword of an answer's schema speaks of. */
export type AnswerSubject = Extract<Subject, { kind: 'answer' }>;

/** A symptom of a keyword of an answer's schema. */
export interface BodySymptom extends Symptom {
  readonly subject: AnswerSubject;
}

export function bodySymptoms(symptoms: readonly Symptom[]): readonly BodySymptom[] {
  return symptoms.flatMap((symptom) => {
    const { subject } = symptom.clause;
    return subject?.kind === 'answer' ? [{ ...symptom, subject }] : [];
  });
}

/** Is this key of a response, `404` or `4XX` say, one of a refusal or an error? */
export function isRefusal(status: string): boolean {
  return status.startsWith('4') || status.startsWith('5');
}
