import { at } from '../../check/judges.ts';
import { isBroken, type Violation } from '../../check/verdict.ts';
import type { Clause, Conflict, Subject } from '../../contract/contract.ts';
import { defined } from '../../defined.ts';
import { groupBy } from '../../groups.ts';
import type { Exchange } from '../../http/exchange.ts';
import type { AnswerJudge } from '../../rules/index.ts';
import type { Steps } from '../../turns.ts';
import type { ObservedConflict } from '../branches.ts';
import type { Concluded } from '../concluded.ts';

/** One way in which a broken clause was seen to be broken. */
export interface Symptom {
  readonly clause: Clause;
  readonly violation: Violation;
  readonly exchange?: Exchange;
}

/** What is known of conflicts when causes are looked for. */
export interface Conflicts {
  readonly observed: readonly ObservedConflict[];
  readonly contradicted: readonly string[];
  readonly known: ReadonlyMap<string, Conflict>;
  /** The clauses that were put behind a conflict when verdicts were concluded. */
  readonly fallsWith: ReadonlyMap<string, string>;
}

/** What causes are found from. */
export interface Seen {
  readonly results: readonly Concluded[];
  readonly exchanges: readonly Exchange[];
  /** Every way in which something was seen to be broken. */
  readonly symptoms: readonly Symptom[];
  readonly conflicts: Conflicts;
}

/** Every symptom of every broken clause: those of its verdict, and those of every further answer that breaks it. */
export function* symptomsOf(
  results: readonly Concluded[],
  exchanges: readonly Exchange[],
  judgeAnswer: AnswerJudge,
): Steps<readonly Symptom[]> {
  const bySeq = new Map(exchanges.map((exchange) => [exchange.seq, exchange]));
  const byAnswers = groupBy(yield* brokenByAnswers(exchanges, judgeAnswer), ({ clause }) => clause);
  return results.flatMap(({ clause, verdict }) => {
    if (!isBroken(verdict)) return [];
    const shown = new Set(verdict.violations.map(({ exchange }) => exchange));
    const found = (byAnswers.get(clause.id) ?? []).map(({ violation }) => violation);
    const further = found.filter(({ exchange }) => !shown.has(exchange));
    return [...verdict.violations, ...further].map((violation): Symptom => {
      const exchange = bySeq.get(violation.exchange ?? -1);
      return { clause, violation, ...defined({ exchange }) };
    });
  });
}

function* brokenByAnswers(exchanges: readonly Exchange[], judgeAnswer: AnswerJudge) {
  const found: { readonly clause: string; readonly violation: Violation }[] = [];
  for (const exchange of exchanges) {
    yield;
    for (const { clause, violation } of judgeAnswer(exchange))
      if (violation !== undefined) found.push({ clause, violation });
  }
  return found;
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

/** What an answer says, without the times and numbers of its request that may stand in it; undefined where none came. */
export function wordsOf(exchange: Exchange | undefined): string | undefined {
  return exchange?.outcome.kind === 'response' ? exchange.outcome.body.text.replaceAll(/\d+/gu, '9') : undefined;
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

/** What stands where the clause is broken; undefined where nothing does. */
export function valueAtFault({ violation, exchange }: Symptom): unknown {
  return exchange === undefined ? undefined : at(exchange, violation.at ?? '');
}

/** Is this key of a response, `404` or `4XX` say, one of a refusal or an error? */
export function isRefusal(status: string): boolean {
  return status.startsWith('4') || status.startsWith('5');
}

/** So many places, clauses or operations at least make a habit out of single faults. */
export const HABIT = 3;

/** Most of them: a general cause has to hold for most of what it speaks of, or several single faults would be taken for one. */
export function isMost(part: number, whole: number): boolean {
  return whole > 0 && part * 3 >= whole * 2;
}

/** At least every other one. */
export function isHalf(part: number, whole: number): boolean {
  return whole > 0 && part * 2 >= whole;
}
