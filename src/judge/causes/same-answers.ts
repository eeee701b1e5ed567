import { isBroken } from '../../check/verdict.ts';
import { partOf } from '../../contract/clause-id.ts';
import { clausesOf, grouped, isExercised, isRefusal, type Symptom } from './symptoms.ts';
import { type Hypothesis, isHalf, type Theory } from './theory.ts';

/**
 * The same words to every bad request: where one answer, to the letter, breaks several clauses that speak of it as a whole,
 * it is one line of code. Where the document says what is wrong with that answer, they fall with that instead.
 */
export const sameAnswers: Theory = ({ symptoms }) => {
  const malformed = new Set(symptoms.filter(isMalformed).map(({ exchange }) => exchange));
  const keyOf = (symptom: Symptom): string | undefined =>
    malformed.has(symptom.exchange) ? undefined : answerKey(symptom);
  return [...grouped(symptoms, keyOf).values()].flatMap((members) => {
    const clauses = clausesOf(members);
    return together(clauses, 2, (symptom) => clauses.includes(symptom.clause.id) && keyOf(symptom) !== undefined);
  });
};

function isMalformed({ clause }: Symptom): boolean {
  return clause.subject?.kind === 'answer';
}

/** So many operations at least make a habit of one clause. */
const HABIT = 3;

/** The same clause of several operations, broken by all of them that were looked at. */
export const sameClauses: Theory = ({ symptoms, results }) =>
  [...grouped(symptoms.filter(isStated), ({ clause }) => partOf(clause.id)).entries()].flatMap(([part, members]) => {
    const tried = results.filter((one) => isStated(one) && partOf(one.clause.id) === part && isExercised(one));
    if (!tried.every(({ verdict }) => isBroken(verdict))) return [];
    return together(clausesOf(members), HABIT, (symptom) => isStated(symptom) && partOf(symptom.clause.id) === part);
  });

/**
 * How answers are written down: broken in the very same way by several operations, as by texts in another encoding, which show
 * only where a text has such letters; or by at least half of all refusals, or successes, that were looked at.
 */
export const sameForms: Theory = ({ symptoms, results }) => [
  ...[...grouped(symptoms, formWords).entries()].flatMap(([words, members]) =>
    together(clausesOf(members), HABIT, (symptom) => formWords(symptom) === words),
  ),
  ...[...grouped(symptoms, formKey).entries()].flatMap(([key, members]) => {
    const tried = results.filter((one) => formKey(one) === key && isExercised(one));
    const clauses = clausesOf(members);
    if (!isHalf(clauses.length, tried.length)) return [];
    return together(clauses, HABIT, (symptom) => formKey(symptom) === key);
  }),
];

function formWords({ clause: { subject }, violation: { expected, actual } }: Symptom): string | undefined {
  return subject?.kind === 'form' && subject.form === 'well-formed' ? JSON.stringify([expected, actual]) : undefined;
}

function formKey({ clause: { subject } }: Pick<Symptom, 'clause'>): string | undefined {
  return subject?.kind === 'form' ? `${subject.form} ${isRefusal(subject.status)}` : undefined;
}

/**
 * What an answer promises of several of its members (an entry for each of the names that were asked for, say), broken for all
 * of them by just the same answers.
 */
export const samePromises: Theory = ({ symptoms }) => {
  const byClause = grouped(
    symptoms.filter((one) => isStated(one) && one.violation.at !== undefined),
    ({ clause }) => clause.id,
  );
  const alike = grouped([...byClause], ([, members]) => {
    const promises = new Set(members.map(({ violation }) => withoutNames(violation.expected)));
    const exchanges = new Set(members.map(({ exchange }) => exchange?.seq ?? 0));
    const [{ clause } = { clause: undefined }] = members;
    return JSON.stringify([clause?.operation, [...promises].sort(), [...exchanges].sort()]);
  });
  return [...alike.values()].flatMap((group) => {
    const clauses = group.map(([id]) => id);
    return together(clauses, 2, (symptom) => clauses.includes(symptom.clause.id));
  });
};

/** What is promised, whichever member it is promised of. */
function withoutNames(expected: string): string {
  return expected.replace(/^\S+ (?=\w)/u, '').replaceAll(/\b\w+\./gu, '');
}

function isStated({ clause }: Pick<Symptom, 'clause'>): boolean {
  return clause.origin === 'stated';
}

function together([lead]: readonly string[], minimum: number, explains: Hypothesis['explains']): readonly Hypothesis[] {
  return lead === undefined
    ? []
    : [{ id: lead, nature: { kind: 'clause' }, scope: 'service', lead, minimum, explains }];
}

/** What was answered to a bad request, where a stated clause minds the answer as a whole. */
function answerKey({ clause, violation, exchange }: Symptom): string | undefined {
  if (clause.origin !== 'stated' || violation.at !== undefined || violation.status !== undefined) return undefined;
  if (exchange?.intent.kind !== 'invalid' || exchange.outcome.kind !== 'response') return undefined;
  const { status, body } = exchange.outcome;
  // A time or a number of the request may stand in it.
  return JSON.stringify([exchange.operation, status, body.text.replaceAll(/\d+/gu, '9')]);
}
