import { groupBy } from '../../groups.ts';
import { rejectOf } from '../../http/exchange.ts';
import { type Symptom, wordsOf } from './symptoms.ts';

/** The promises of a stated clause about a member, without the member's name, and the answers that break them. */
export function promisesOf(symptoms: readonly Symptom[]) {
  const placed = symptoms.filter(({ clause, violation }) => clause.origin === 'stated' && violation.at !== undefined);
  const byClause = groupBy(placed, ({ clause }) => clause.id);
  return ({ clause, violation }: Symptom) => {
    const own = violation.at === undefined ? undefined : byClause.get(clause.id);
    return (
      own && {
        promises: [...new Set(own.map((one) => withoutNames(one.violation.expected)))].sort(),
        exchanges: [...new Set(own.map(({ exchange }) => exchange?.seq ?? 0))].sort(),
      }
    );
  };
}

function withoutNames(expected: string): string {
  return expected.replace(/^\S+ (?=\w)/u, '').replaceAll(/\b\w+\./gu, '');
}

/**
 * The answer to a bad request that breaks a stated clause about the whole answer. Undefined if the answer also breaks its
 * schema, which then explains the symptom.
 */
export function wholeAnswers(symptoms: readonly Symptom[]) {
  const malformed = new Set(symptoms.filter(({ clause }) => clause.subject?.kind === 'answer').map(seqOf));
  return (one: Symptom) => {
    const { clause, violation, exchange } = one;
    if (clause.origin !== 'stated' || violation.at !== undefined || violation.status !== undefined) return undefined;
    if (rejectOf(exchange) === undefined || exchange?.outcome.kind !== 'response') return undefined;
    const { operation, outcome } = exchange;
    return malformed.has(seqOf(one)) ? undefined : { operation, status: outcome.status, words: wordsOf(exchange) };
  };
}

function seqOf({ exchange }: Symptom): number | undefined {
  return exchange?.seq;
}
