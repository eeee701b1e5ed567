import { isDeepStrictEqual } from 'node:util';
import { isBroken } from '../../check/verdict.ts';
import { partOf } from '../../contract/clause-id.ts';
import type { Clause } from '../../contract/contract.ts';
import { groupBy, groupByValue } from '../../groups.ts';
import { rejectOf } from '../../http/exchange.ts';
import { clausesOf, exercised, isRefusal, type Symptom, wordsOf } from './symptoms.ts';
import { HABIT, type Hypothesis, isHalf, just, type Theory } from './theory.ts';

/**
 * The same words to every bad request: where one answer, to the letter, breaks several clauses that speak of it as a whole,
 * it is one line of code. Where the document says what is wrong with that answer, they fall with that instead.
 */
export const sameAnswers: Theory = ({ symptoms }) => {
  const malformed = new Set(symptoms.filter(isMalformed).map(({ exchange }) => exchange));
  const answerTo = (symptom: Symptom) => (malformed.has(symptom.exchange) ? undefined : wholeAnswer(symptom));
  return groupByValue(symptoms, answerTo).flatMap(({ members }) => {
    const clauses = clausesOf(members);
    return together(clauses, 2, (symptom) => clauses.includes(symptom.clause.id) && answerTo(symptom) !== undefined);
  });
};

function isMalformed({ clause }: Symptom): boolean {
  return clause.subject?.kind === 'answer';
}

/** What was answered to a bad request, where a stated clause minds the answer as a whole. */
function wholeAnswer({ clause, violation, exchange }: Symptom) {
  if (!isStated(clause) || violation.at !== undefined || violation.status !== undefined) return undefined;
  if (rejectOf(exchange) === undefined || exchange?.outcome.kind !== 'response') return undefined;
  return { operation: exchange.operation, status: exchange.outcome.status, words: wordsOf(exchange) };
}

/** The same clause of several operations, broken by all of them that were looked at. */
export const sameClauses: Theory = (seen) => {
  const statedPart = (clause: Clause) => (isStated(clause) ? partOf(clause.id) : undefined);
  return [...groupBy(seen.symptoms, ({ clause }) => statedPart(clause))].flatMap(([part, members]) => {
    const tried = exercised(seen, (clause) => statedPart(clause) === part);
    return tried.every(({ verdict }) => isBroken(verdict)) ? together(clausesOf(members), HABIT, just(members)) : [];
  });
};

/**
 * How answers are written down: broken in the very same way by several operations, as by texts in another encoding, which show
 * only where a text has such letters; or by at least half of all refusals, or successes, that were looked at.
 */
export const sameForms: Theory = (seen) => [
  ...groupByValue(seen.symptoms, illFormed).flatMap(({ members }) =>
    together(clausesOf(members), HABIT, just(members)),
  ),
  ...groupByValue(seen.symptoms, ({ clause }) => formOf(clause)).flatMap(({ common, members }) => {
    const tried = exercised(seen, (clause) => isDeepStrictEqual(formOf(clause), common));
    const clauses = clausesOf(members);
    return isHalf(clauses.length, tried.length) ? together(clauses, HABIT, just(members)) : [];
  }),
];

function illFormed({ clause: { subject }, violation: { expected, actual } }: Symptom) {
  return subject?.kind === 'form' && subject.form === 'well-formed' ? { expected, actual } : undefined;
}

function formOf({ subject }: Clause) {
  return subject?.kind === 'form' ? { form: subject.form, isOfRefusal: isRefusal(subject.status) } : undefined;
}

/**
 * What an answer promises of several of its members (an entry for each of the names that were asked for, say), broken for all
 * of them by just the same answers.
 */
export const samePromises: Theory = ({ symptoms }) => {
  const placed = symptoms.filter(({ clause, violation }) => isStated(clause) && violation.at !== undefined);
  const alike = groupByValue(groupBy(placed, ({ clause }) => clause.id).values(), (members) => ({
    operation: members[0].clause.operation,
    promises: [...new Set(members.map(({ violation }) => withoutNames(violation.expected)))].sort(),
    exchanges: [...new Set(members.map(({ exchange }) => exchange?.seq ?? 0))].sort(),
  }));
  return alike.flatMap(({ members }) => {
    const clauses = members.map(([{ clause }]) => clause.id);
    return together(clauses, 2, (symptom) => clauses.includes(symptom.clause.id));
  });
};

/** What is promised, whichever member it is promised of. */
function withoutNames(expected: string): string {
  return expected.replace(/^\S+ (?=\w)/u, '').replaceAll(/\b\w+\./gu, '');
}

function isStated({ origin }: Clause): boolean {
  return origin === 'stated';
}

function together([lead]: readonly string[], minimum: number, explains: Hypothesis['explains']): readonly Hypothesis[] {
  return lead === undefined
    ? []
    : [{ id: lead, nature: { kind: 'clause' }, scope: 'service', lead, minimum, explains }];
}
