import { at } from '../../check/judges.ts';
import { isBroken, type Violation } from '../../check/verdict.ts';
import type { Clause, Conflict, Subject } from '../../contract/contract.ts';
import { defined } from '../../defined.ts';
import { groupBy } from '../../groups.ts';
import type { Exchange } from '../../http/exchange.ts';
import type { AnswerJudge } from '../../rules/index.ts';
import { mapInSteps, type Steps } from '../../turns.ts';
import type { ObservedConflict } from '../branches.ts';
import type { Concluded } from '../concluded.ts';

/** One violation of a broken clause, with the exchange that shows it. */
export interface Symptom {
  readonly clause: Clause;
  readonly violation: Violation;
  readonly exchange?: Exchange;
}

/** What is known about conflicts when causes are searched. */
export interface Conflicts {
  readonly observed: readonly ObservedConflict[];
  readonly contradicted: readonly string[];
  readonly known: ReadonlyMap<string, Conflict>;
  /** The clauses that fall with a conflict, each with the clause of that conflict. */
  readonly fallsWith: ReadonlyMap<string, string>;
}

/** What causes are found from. */
export interface Seen {
  readonly results: readonly Concluded[];
  readonly exchanges: readonly Exchange[];
  /** Every observed violation. */
  readonly symptoms: readonly Symptom[];
  readonly conflicts: Conflicts;
}

/** Every symptom of every broken clause: those in its verdict, and those of all further answers that break it. */
export function* symptomsOf(
  results: readonly Concluded[],
  exchanges: readonly Exchange[],
  judgeAnswer: AnswerJudge,
): Steps<readonly Symptom[]> {
  const bySeq = new Map(exchanges.map((exchange) => [exchange.seq, exchange]));
  const broken = yield* mapInSteps(exchanges, (exchange) => judgeAnswer(exchange).filter(({ violation }) => violation));
  const byAnswers = groupBy(broken.flat(), ({ clause }) => clause);
  return results.flatMap(({ clause, verdict }) => {
    if (!isBroken(verdict)) return [];
    const inVerdict = new Set(verdict.violations.map(({ exchange }) => exchange));
    const byAnswer = (byAnswers.get(clause.id) ?? []).flatMap(({ violation }) => violation ?? []);
    const further = byAnswer.filter(({ exchange }) => !inVerdict.has(exchange));
    return [...verdict.violations, ...further].map((violation): Symptom => {
      const exchange = bySeq.get(violation.exchange ?? -1);
      return { clause, violation, ...defined({ exchange }) };
    });
  });
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

/** Does its clause only break together with others? */
export function isCompanion({ clause }: Symptom): boolean {
  return clause.subject?.kind === 'companion';
}

/** Was the clause tested, whatever the result? */
export function isExercised({ verdict }: Concluded): boolean {
  return verdict.kind === 'pass' || isBroken(verdict);
}

/** The text of an answer with each number replaced, as numbers may differ by request; undefined if no answer came. */
export function wordsOf(exchange: Exchange | undefined): string | undefined {
  return exchange?.outcome.kind === 'response' ? exchange.outcome.body.text.replaceAll(/\d+/gu, '9') : undefined;
}

/** The subject of a clause about a keyword of an answer's schema. */
export type AnswerSubject = Extract<Subject, { kind: 'answer' }>;

/** Equal for clauses about one place of the same answer. */
export function placeKey({ operation }: Clause, { status, place }: AnswerSubject): string {
  return JSON.stringify([operation, status, place]);
}

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

/** The value at the place where the clause is broken; undefined if there is none. */
export function valueAtFault({ violation, exchange }: Symptom): unknown {
  return exchange === undefined ? undefined : at(exchange, violation.at ?? '');
}

/** Is this key of a response, such as `404` or `4XX`, one of a refusal or an error? */
export function isRefusal(status: string): boolean {
  return status.startsWith('4') || status.startsWith('5');
}

/** At least this many places, clauses or operations suggest a common cause. */
export const COMMON_CAUSE_MINIMUM = 3;

/** At least two thirds. A general cause has to hold for most cases, or several single faults would be taken for one. */
export function isMost(part: number, whole: number): boolean {
  return whole > 0 && part * 3 >= whole * 2;
}

/** At least half. */
export function isHalf(part: number, whole: number): boolean {
  return whole > 0 && part * 2 >= whole;
}
